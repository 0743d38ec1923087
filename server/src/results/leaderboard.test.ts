import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Leaderboard } from '#contract/entities/result.ts';
import { HOUR } from '#domain/time/time.ts';
import { pointsOf } from '#domain/results/rewards/points.ts';
import { writeEventResults } from '../stores/results/event-results.ts';
import { insertRows } from '../stores/system/demo.ts';
import { databases } from '../testing/database/databases.ts';
import { denver } from '../testing/results/ended-events.ts';
import { openEventDayCalls } from '../testing/results/event-day-calls.ts';
import type { EventDayCalls } from '../testing/results/event-day-calls.ts';
import { OTHERS, OTHER_PROGRAM } from '../testing/results/event-day-rows.ts';
import { fillBoards } from './leaderboard.ts';

describe.each(databases)('%s', (_name, open) => {
  let calls: EventDayCalls;
  const call = (...args: Parameters<EventDayCalls['call']>) => calls.call(...args);
  const get = (...args: Parameters<EventDayCalls['get']>) => calls.get(...args);
  const board = () => calls.board();

  beforeAll(async () => {
    calls = await openEventDayCalls(open);
  });
  afterAll(() => calls.close());

  test('[LEAD-1] [LEAD-2] homes that agreed are ranked by points under their alias or number, and the own one in any case', async () => {
    const { entries, participantCount, own } = await board();
    expect(participantCount).toBe(16);
    expect(entries).toEqual([
      {
        houseId: '100',
        alias: 'SunnyFox',
        points: 2_500,
        rank: 1,
        responseCount: 2,
        optOutCount: 0,
        eventCount: 2,
        isOwn: false,
      },
      // Two responses, one opt-out.
      {
        houseId: '1',
        alias: null,
        points: 1_500,
        rank: 2,
        responseCount: 2,
        optOutCount: 1,
        eventCount: 3,
        isOwn: true,
      },
      {
        houseId: '101',
        alias: null,
        points: 1_500,
        rank: 2,
        responseCount: 1,
        optOutCount: 0,
        eventCount: 1,
        isOwn: false,
      },
    ]);
    expect(own).toEqual({
      responseCount: 2,
      optOutCount: 1,
      eventCount: 3,
      points: 1_500,
      savedWh: 4 * 40 - 4 * 30 + 4 * 10,
    });
  });

  test('[T-41] what a home calls itself holds no address, number or sentence; one that was stored before is not shown', async () => {
    const put = (alias: string) => calls.put('owner', 'housea/leaderboard-listing', { listed: true, alias });
    for (const alias of ['Visit bank.example', 'Call 303 555 0142', 'Your account is suspended']) {
      const { status, body } = await put(alias);
      expect([status, body.code, body.detail]).toEqual([400, 'name_unlikely', 'alias']);
    }
    expect((await put('Sun\u202Eny')).body.code).toBe('name_invalid');
    await sql`update leaderboard_listing set alias = 'Visit bank.example' where alias = 'SunnyFox'`.execute(
      calls.db,
    );
    expect((await board()).entries[0]).toMatchObject({ houseId: '100', alias: null });
    await sql`update leaderboard_listing set alias = 'SunnyFox' where alias = 'Visit bank.example'`.execute(
      calls.db,
    );
  });

  test('[LEAD-1] the homes and events of programs that the house is not in count nowhere', async () => {
    const { entries, participantCount, programIds } = await board();
    expect(programIds).not.toContain(OTHER_PROGRAM);
    expect(participantCount).toBe(2 + OTHERS.length);
    expect(entries.map(({ alias }) => alias)).not.toContain('Elsewhere');
    expect(entries.find(({ alias }) => alias === 'SunnyFox')).toMatchObject({ eventCount: 2, points: 2_500 });
  });

  test('[T-8] [T-25] nothing that the leaderboard shows works as an id', async () => {
    const { entries } = await board();
    const text = JSON.stringify(entries);
    for (const id of ['housea', 'houseb', ...OTHERS]) expect(text).not.toContain(id);
    for (const { houseId } of entries) {
      expect((await call('owner', `${houseId}/program-leaderboard`)).status).toBe(404);
    }
  });

  test('[LEAD-1] [LEAD-2] own points and savings are those of the own row, also where the home is in a program of few homes', async () => {
    const before = await board();
    const few = { providerId: 'sunvale', programId: OTHER_PROGRAM };
    await insertRows(calls.db, 'programParticipant', [{ ...few, houseId: 'housea' }]);
    const startTime = denver('2026-11-06 17:00');
    const result = {
      eventId: 'other-program',
      dispatchId: 'other-program',
      type: 'tstat',
      startTime,
      endTime: startTime + HOUR,
      devices: [{ deviceId: 'any', outcome: 'responded', actualWh: 1, reductionWh: 5_000 }],
    } as const;
    await writeEventResults(calls.db, few, [{ houseId: 'housea', result }]);
    const after = await board();
    const { points, responseCount, optOutCount, eventCount } = after.own;
    expect(after.entries.find(({ isOwn }) => isOwn)).toMatchObject({
      points,
      responseCount,
      optOutCount,
      eventCount,
    });
    expect({ ...after, programIds: [] }).toEqual({ ...before, programIds: [] });
    await calls.db
      .deleteFrom('programParticipant')
      .where('houseId', '=', 'housea')
      .where('programId', '=', OTHER_PROGRAM)
      .execute();
    await calls.db
      .deleteFrom('eventResult')
      .where('houseId', '=', 'housea')
      .where('programId', '=', OTHER_PROGRAM)
      .execute();
  });

  test('[T-8] a program of fewer than fifteen homes tells nothing about them', async () => {
    const board: Leaderboard = await get('foreign', 'housec/program-leaderboard');
    expect(board).toMatchObject({ participantCount: null, totalWh: null, entries: [] });
    expect(board.own).toEqual({
      responseCount: 0,
      optOutCount: 0,
      eventCount: 0,
      points: 500,
      savedWh: null,
    });
  });

  test('[LEAD-1] [T-35] stored totals are those of the rows, whatever changes them', async () => {
    const { db } = calls;
    const read = async () => {
      const { rows } = await sql`
        select points, homes, listed, saved_wh::integer from leaderboard_points
        where homes > 0 order by board_id, points`.execute(db);
      return rows;
    };
    const added = async () => {
      const { rows } = await sql`
        select points, count(*)::integer as homes, count(*) filter (where listed)::integer as listed,
          coalesce(sum(saved_wh), 0)::integer as saved_wh
        from leaderboard_home group by board_id, points order by board_id, points`.execute(db);
      return rows;
    };
    const { participantCount, totalWh, entries } = await board();
    const row = await sql<{
      points: number;
    }>`select points from leaderboard_home where house_id = 'housea'`.execute(db);
    expect(row.rows).toEqual([{ points: pointsOf({ responseCount: 2, optOutCount: 1 }) }]);
    expect(await read()).toEqual(await added());

    // One that is no longer listed.
    await sql`update leaderboard_listing set listed = false where house_id = 'other0'`.execute(db);
    expect((await board()).entries.map(({ houseId, rank }) => [houseId, rank])).toEqual([
      ['1', 1],
      ['101', 1],
    ]);
    expect(await read()).toEqual(await added());
    // Others live there now, to whom nothing of it belongs.
    await sql`update house set household_since = '2026-11-12' where id = 'other0'`.execute(db);
    expect(totalWh).not.toBeNull();
    expect((await board()).totalWh).toBeLessThan(totalWh ?? 0);
    expect(await read()).toEqual(await added());
    await sql`update house set household_since = null where id = 'other0'`.execute(db);
    await sql`update leaderboard_listing set listed = true where house_id = 'other0'`.execute(db);
    expect(await board()).toMatchObject({ totalWh, entries });
    // A result that is corrected, and back.
    await sql`update event_result set reduction_wh = reduction_wh + 7 where house_id = 'other0' and event_id = 'evening'`.execute(
      db,
    );
    expect((await board()).totalWh).toBe((totalWh ?? 0) + 7);
    await sql`update event_result set reduction_wh = reduction_wh - 7 where house_id = 'other0' and event_id = 'evening'`.execute(
      db,
    );
    // A home that leaves the program takes what it did with it.
    await sql`delete from program_participant where house_id = 'other0'`.execute(db);
    expect(await board()).toMatchObject({ participantCount: (participantCount ?? 0) - 1 });
    expect(await read()).toEqual(await added());
    await insertRows(db, 'programParticipant', [
      { providerId: 'sunvale', houseId: 'other0', programId: 'water-heater' },
    ]);
    expect(await board()).toMatchObject({ participantCount, totalWh, entries });
  });

  test('[LEAD-1] [T-35] totals stay those of the rows when results, listings and participants are written at once', async () => {
    const { db } = calls;
    const { participantCount, totalWh, entries } = await board();
    const homes = OTHERS.slice(0, 3);
    const statements = Array.from({ length: 60 }, (_, index) => {
      const houseId = homes[index % homes.length] ?? '';
      const [plus, isListed] = [index % 2 === 0 ? 1 : -1, index % 4 < 2];
      return [
        sql`update event_result set responded = ${index % 2}, reduction_wh = reduction_wh + ${plus}
          where house_id = any(${homes}::text[]) and event_id = 'evening'`,
        sql`update leaderboard_listing set listed = ${isListed} where house_id = ${houseId}`,
        sql`update house set household_since = ${index % 2 === 0 ? null : '2026-11-12'} where id = ${houseId}`,
      ];
    }).flat();
    await Promise.all(
      statements.map((statement) =>
        db.transaction().execute(async (tx) => {
          // They wait for each other, on a slow machine longer than a call may.
          await sql`set local lock_timeout = 0`.execute(tx);
          await sql`set local statement_timeout = 0`.execute(tx);
          await statement.execute(tx);
        }),
      ),
    );
    const { rows } = await sql<{ readonly wrong: number }>`
      with added as (
        select board_id, points, count(*)::integer as homes, count(*) filter (where listed)::integer as listed,
          coalesce(sum(saved_wh), 0)::bigint as saved_wh
        from leaderboard_home group by board_id, points
      )
      select count(*)::integer as wrong
      from leaderboard_points p full join added a using (board_id, points)
      where (coalesce(p.homes, 0), coalesce(p.listed, 0), coalesce(p.saved_wh, 0))
        is distinct from (coalesce(a.homes, 0), coalesce(a.listed, 0), coalesce(a.saved_wh, 0))`.execute(db);
    expect(rows).toEqual([{ wrong: 0 }]);
    const stored = async () =>
      (
        await sql`select * from leaderboard_home where house_id = any(${homes}::text[]) order by board_id, house_id`.execute(
          db,
        )
      ).rows;
    const afterwards = await stored();
    await sql`select refresh_leaderboards('sunvale', ${homes}::text[])`.execute(db);
    expect(await stored(), 'computed anew').toEqual(afterwards);
    await sql`update house set household_since = null where id = any(${homes}::text[])`.execute(db);
    await sql`update event_result set responded = 1 where house_id = any(${homes}::text[]) and event_id = 'evening'`.execute(
      db,
    );
    await sql`update leaderboard_listing set listed = house_id <> 'other2' where house_id = any(${homes}::text[])`.execute(
      db,
    );
    expect(await board()).toMatchObject({ participantCount, totalWh, entries });
  });

  test('[T-8] homes of a program with fewer than fifteen are in no total, though the own home takes part in it', async () => {
    const { db } = calls;
    const before = await board();
    expect(before.programIds).toContain('winter-heating');
    const few = { providerId: 'sunvale', houseId: 'elsewhere', programId: 'winter-heating' };
    await insertRows(db, 'programParticipant', [few]);
    expect(await board()).toEqual(before);
    await sql`delete from program_participant where house_id = 'elsewhere' and program_id = 'winter-heating'`.execute(
      db,
    );
  });

  test('[LEAD-1] [API-4] a ranking of many homes is prepared by pages, and answered from its first rows and those around the own one', async () => {
    const { db } = calls;
    await sql`insert into house (provider_id, id, number, address, timezone, created_at)
      select 'sunvale', 'many' || n, 1000 + n, n || ' Many Street', 'America/Denver', now() from generate_series(1, 1200) n`.execute(
      db,
    );
    await sql`insert into program_participant (provider_id, house_id, program_id)
      select 'sunvale', 'many' || n, 'winter-heating' from generate_series(1, 1200) n`.execute(db);
    await sql`insert into leaderboard_listing (provider_id, house_id, listed, alias, changed_at)
      select 'sunvale', 'many' || n, true, null, now() from generate_series(1, 1200) n`.execute(db);
    await sql`insert into event_result (provider_id, event_id, house_id, dispatch_id, program_id, kind, start_time, end_time, devices,
        taking_part, responded, opted_out, actual_wh, reduction_wh)
      select 'sunvale', 'left', 'many' || n, 'left', 'winter-heating', 'hwh', '2026-11-09T20:00:00Z', '2026-11-09T21:00:00Z', '[]',
        1, 1, 0, 10, n from generate_series(1, 100) n`.execute(db);
    const { programIds } = await board();
    await sql`delete from program_participant where house_id = 'housea'`.execute(db);
    await insertRows(db, 'programParticipant', [
      { providerId: 'sunvale', houseId: 'housea', programId: 'winter-heating' },
    ]);
    const first = await board();
    expect(first).toMatchObject({ isPreparing: true, participantCount: null, totalWh: null, entries: [] });
    await fillBoards({ db, clock: calls.app.clock, isStopped: () => false });
    const filled = await board();
    expect(filled).toMatchObject({ isPreparing: false, participantCount: 1_202, totalWh: 5_050 });
    // The first fifty and the 25 before the own one have the same points; 25 behind it have those of the own one.
    expect(filled.entries.map(({ rank }) => rank)).toEqual([
      ...Array.from({ length: 50 + 25 }, () => 1),
      ...Array.from({ length: 1 + 25 }, () => 101),
    ]);
    expect(filled.entries[75]?.isOwn).toBe(true);
    await sql`delete from house where id like 'many%'`.execute(db);
    await sql`delete from program_participant where house_id = 'housea'`.execute(db);
    await insertRows(
      db,
      'programParticipant',
      programIds.map((programId) => ({ providerId: 'sunvale', houseId: 'housea', programId })),
    );
  });

  test('[LEAD-3] events count from the start of the leaderboard on', async () => {
    const setStart = (leaderboardStart: string) =>
      calls.db
        .updateTable('house')
        .set({ settings: JSON.stringify({ leaderboardStart }) })
        .where('id', '=', 'housea')
        .execute();
    await setStart(new Date(denver('2026-11-10 12:00')).toISOString());
    const { own, totalWh, entries } = await board();
    expect(own).toMatchObject({ eventCount: 1, responseCount: 1, optOutCount: 0, savedWh: 4 * 40 });
    expect(totalWh).toBe(2 * 4 * 40);
    expect(entries.map(({ points }) => points)).toEqual([1_500, 1_500, 1_500]);
    await setStart(new Date(denver('2026-01-01 00:00')).toISOString());
  });
});
