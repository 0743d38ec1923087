import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventDay, Leaderboard } from '#contract/entities/result.ts';
import { pointsOf } from '#domain/results/rewards/points.ts';
import { HOUR } from '#domain/time/time.ts';
import { insertRows } from '../stores/system/demo.ts';
import { areaAt, writeWeatherHours } from '../stores/weather/weather-hours.ts';
import { startApp, TestClock } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { denver } from '../testing/results/ended-events.ts';
import { MANY, OTHERS, OTHER_PROGRAM, insertEventDays } from '../testing/results/event-day-rows.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { insertTestData } from '../testing/test-data.ts';
import { fillBoards } from './leaderboard.ts';
import { settleEvents } from './settle-events.ts';

const NOW = new Date(denver('2026-11-14 12:00'));

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  const tokens = { owner: '', neighbour: '', foreign: '' };

  const call = (who: keyof typeof tokens, path: string, headers: Record<string, string> = {}) =>
    app.call('GET', `/api/house/${path}`, { token: tokens[who], headers });
  const get = async (who: keyof typeof tokens, path: string, headers?: Record<string, string>) => {
    const answer = await call(who, path, headers);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const days = (query = ''): Promise<EventDay[]> => get('owner', `housea/event-day${query}`);
  const board = (): Promise<Leaderboard> => get('owner', 'housea/program-leaderboard');

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db, { clock: new TestClock(NOW.toISOString()) });
    const { db } = database;
    await insertTestData(db, app);
    await insertEventDays(db);
    const hours = Array.from({ length: 24 }, (_, hour) => ({
      ...areaAt(40, -105),
      hour: new Date(denver('2026-11-10 00:00') + hour * HOUR),
      temperature: hour,
      condition: hour === 6 ? 800 : 502,
      icon: '01d',
      source: 'simulated' as const,
    }));
    await writeWeatherHours(db, hours);
    await settleEvents({
      db,
      clock: app.clock,
      isStopped: () => false,
      writeNotices: async () => {},
      writeCorrections: async () => {},
      onError: (error) => {
        throw error;
      },
    });
    for (const who of ['owner', 'neighbour', 'foreign'] as const)
      tokens[who] = await openSession(db, app, who);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test('[CAL-2] [API-4] an event day carries every field; two events of a day are one, and what happened to no device of the house is none', async () => {
    const found = await days();
    expect(found.map(({ id }) => id)).toEqual(['2026-11-10', '2026-11-09']);
    expect(found[0]).toEqual({
      id: '2026-11-10',
      eventDay: '2026-11-10',
      startTime: new Date(denver('2026-11-10 06:00')).toISOString(),
      endTime: new Date(denver('2026-11-10 18:00')).toISOString(),
      // The mean of 0 to 23, and of the hours that begin at 6 and 17.
      weather: { description: 'clear sky', avgTemperature: 11.5, eventTemperature: 11.5 },
      // The adjustment of the morning's baseline lies in hours of 100 Wh like all others.
      performance: { eventEnergy: 4 * 60 + 4 * 130, reductionEnergy: 4 * 40 - 4 * 30 },
      events: [
        {
          id: 'morning',
          dispatchId: 'morning',
          category: 'event',
          type: 'hwh',
          startTime: new Date(denver('2026-11-10 06:00')).toISOString(),
          endTime: new Date(denver('2026-11-10 07:00')).toISOString(),
          devicesContactedCount: 1,
          respondedCount: 1,
          noResponseCount: 0,
          optOutCount: 0,
        },
        expect.objectContaining({ id: 'evening', devicesContactedCount: 1, respondedCount: 1 }),
      ],
    });
    expect(found[1]).toMatchObject({
      weather: { description: null, avgTemperature: null, eventTemperature: null },
      events: [{ id: 'left', respondedCount: 0, noResponseCount: 0, optOutCount: 1 }],
    });
  });

  test('[API-4] what an event delivered is the sum of its results, for the operator', async () => {
    const token = await openSession(database.db, app, 'operator');
    const { body } = await app.call('GET', '/api/operator/event/evening', { token });
    // Two homes saved 160 Wh in an hour.
    expect(body).toMatchObject({
      delivered: { kwh: 0.32, kw: 0.32 },
      cutNow: null,
      counts: { enrolled: 5, excluded: 0, leftBefore: 0, contacted: 5, responded: 4, optedOut: 1 },
    });
  });

  test('[CAL-2] the weather is described in the language of the reader', async () => {
    const [day] = await get('owner', 'housea/event-day', { 'accept-language': 'es' });
    expect(day.weather.description).toBe('cielo claro');
  });

  test('[CAL-4] a range of time is kept to, and without one it is the month of the house', async () => {
    const at = (day: string) => encodeURIComponent(new Date(denver(`2026-11-${day} 00:00`)).toISOString());
    expect((await days(`?start=${at('10')}&end=${at('11')}`)).map(({ id }) => id)).toEqual(['2026-11-10']);
    expect((await days(`?start=${at('09')}&end=${at('10')}`)).map(({ id }) => id)).toEqual(['2026-11-09']);
    expect(await days(`?start=${at('01')}&end=${at('09')}`)).toEqual([]);
    expect(await get('neighbour', 'houseb/event-day')).toEqual([]);
  });

  test('[CAL-3] two hundred event days come in one answer, the newest first', async () => {
    const start = new Date(denver('2025-01-01 00:00')).toISOString();
    const found: EventDay[] = await get('neighbour', `houseb/event-day?start=${start}`);
    expect(found).toHaveLength(MANY);
    expect(found.map(({ id }) => id)).toEqual(
      found
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(found.map(({ performance }) => performance.reductionEnergy)).toEqual(
      Array.from({ length: MANY }, (_, index) => index),
    );
  });

  test('[API-1] the performance of a day is that of one type where one is asked for', async () => {
    const path = 'housea/event-day/2026-11-10/performance';
    const [day] = await days();
    const whole = { performance: day?.performance, weather: day?.weather };
    expect(await get('owner', path)).toEqual(whole);
    expect(await get('owner', `${path}?type=hwh`)).toEqual(whole);
    expect((await get('owner', `${path}?type=tstat`)).performance).toEqual({
      eventEnergy: null,
      reductionEnergy: null,
    });
    expect((await call('owner', `${path}?type=boat`)).status).toBe(400);
    for (const none of [
      '2026-11-08',
      '2026-11-07',
      '2026-02-31',
      'yesterday',
      '0000-00-00',
      '0000-01-01',
      '9999-12-31',
    ]) {
      expect((await call('owner', `housea/event-day/${none}/performance`)).status, none).toBe(404);
    }
  });

  test.each(['event-day', 'event-day/2026-11-10/performance', 'program-leaderboard'])(
    '[API-3] [T-8] %s of a house of another person or provider does not exist',
    async (path) => {
      expect((await call('neighbour', `housea/${path}`)).status).toBe(404);
      expect((await call('foreign', `housea/${path}`)).status).toBe(404);
    },
  );

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

  test('[LEAD-1] the homes and events of programs that the house is not in count nowhere', async () => {
    const { entries, participantCount, programIds } = await board();
    expect(programIds).not.toContain(OTHER_PROGRAM);
    expect(participantCount).toBe(2 + OTHERS.length);
    expect(entries.map(({ alias }) => alias)).not.toContain('Elsewhere');
    expect(entries.find(({ alias }) => alias === 'SunnyFox')).toMatchObject({ eventCount: 2, points: 2_500 });
  });

  test('[API-3] times and days that mean nothing are refused or empty, never an error of the server', async () => {
    const iso = (text: string) => encodeURIComponent(text);
    for (const [query, status] of [
      ['?start=1970-01-01T00:00:00Z&end=2199-12-31T23:59:59Z', 200],
      ['?start=0001-01-01T00:00:00Z', 400],
      ['?end=9999-12-31T23:59:59Z', 400],
      [`?start=${iso('2026-11-11T00:00:00Z')}&end=${iso('2026-11-10T00:00:00Z')}`, 200],
      ['?start=0000-01-01T00:00:00Z', 400],
      ['?start=tomorrow', 400],
      ['?start=2026-02-30T00:00:00Z', 400],
      ['?start=1e99', 400],
      ['?start=%00', 400],
      ['?start=2026-11-01T00:00:00Z&start=2026-11-02T00:00:00Z', 400],
      ['?start[]=2026-11-01T00:00:00Z', 200],
    ] as const) {
      const answer = await call('owner', `housea/event-day${query}`);
      expect(answer.status, `${query} ${answer.text}`).toBe(status);
    }
    for (const day of ['0000-01-01', '9999-12-31', '2026-11-10%00', '%2e%2e', '2026-11-10T00:00']) {
      const { status } = await call('owner', `housea/event-day/${day}/performance`);
      expect([400, 404], day).toContain(status);
    }
    for (const eventId of ['evening%00', '%2e%2e', 'a'.repeat(500), '0']) {
      const { status } = await call('owner', `housea/event/${eventId}/receipt`);
      expect([400, 404, 414], eventId).toContain(status);
    }
  });

  test('[API-3] [T-8] the receipt of an event is that of the own house, also where others took part in it', async () => {
    const own = await call('owner', 'housea/event/evening/receipt');
    expect(JSON.stringify(own.body)).not.toContain('tank-other0');
    expect((await call('neighbour', 'houseb/event/morning/receipt')).status).toBe(404);
  });

  test('[T-8] [T-25] nothing that the leaderboard shows works as an id', async () => {
    const { entries } = await board();
    const text = JSON.stringify(entries);
    for (const id of ['housea', 'houseb', ...OTHERS]) expect(text).not.toContain(id);
    for (const { houseId } of entries) {
      expect((await call('owner', `${houseId}/program-leaderboard`)).status).toBe(404);
    }
  });

  test('[T-8] a program of fewer than fifteen homes tells nothing about them', async () => {
    const found: Leaderboard = await get('foreign', 'housec/program-leaderboard');
    expect(found).toMatchObject({ participantCount: null, totalWh: null, entries: [] });
    expect(found.own).toEqual({
      responseCount: 0,
      optOutCount: 0,
      eventCount: 0,
      points: 500,
      savedWh: null,
    });
  });

  test('[LEAD-1] [T-35] stored totals are those of the rows, whatever changes them', async () => {
    const { db } = database;
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
    const own = await sql<{
      points: number;
    }>`select points from leaderboard_home where house_id = 'housea'`.execute(db);
    expect(own.rows).toEqual([{ points: pointsOf({ responseCount: 2, optOutCount: 1 }) }]);
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
    const { db } = database;
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
    await Promise.all(statements.map((statement) => db.transaction().execute((tx) => statement.execute(tx))));
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
    const { db } = database;
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
    const { db } = database;
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
    await fillBoards({ db, clock: app.clock, isStopped: () => false });
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
      database.db
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

  test('[API-4] [T-35] event days, months, leaderboard, receipts and rows agree', async () => {
    const start = encodeURIComponent(new Date(denver('2026-01-01 00:00')).toISOString());
    const ofDays = (await days(`?start=${start}`)).map(({ performance }) => performance.reductionEnergy ?? 0);
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    const receipts = await Promise.all(
      ['evening', 'morning', 'left'].map((id) => get('owner', `housea/event/${id}/receipt`)),
    );
    const savings = await get('owner', 'housea/savings');
    const { own, totalWh } = await board();
    const { monthlyResults } = await get('owner', 'housea/dashboard');
    const saved = sum(ofDays);
    expect(saved).toBe(80);
    expect(sum(receipts.flat().map(({ reductionWh }: { reductionWh: number }) => reductionWh))).toBe(saved);
    expect(savings).toMatchObject({ savedWh: saved, byMonth: { 2026: { Nov: saved, Oct: null } } });
    expect(own.savedWh).toBe(saved);
    expect(monthlyResults).toMatchObject({ savedWh: saved, eventCount: 3, responseCount: 2, optOutCount: 1 });
    const newest = await database.db
      .selectFrom('eventReceipt')
      .select(({ fn }) => fn.sum<string>('reductionWh').as('wh'))
      .where('houseId', '<>', 'houseb')
      .executeTakeFirstOrThrow();
    const inYear = await database.db
      .selectFrom('eventResult')
      .select(({ fn }) => fn.sum<string>('reductionWh').as('wh'))
      .where('houseId', '=', 'houseb')
      .where('startTime', '>=', new Date(denver('2026-01-01 00:00')))
      .executeTakeFirstOrThrow();
    expect(totalWh).toBe(Number(newest.wh) + Number(inYear.wh));
  });
});
