import { expect, test } from 'vitest';
import { schemaBefore } from '../testing/database/schema-before.ts';
import { totals } from './migrations/026-totals.ts';

test('[API-4] [LEAD-1] causes of before are English, what events delivered is known, and a ranking is filled from stored results', async () => {
  const { client: engine, run, end } = await schemaBefore('026');
  const event = (id: string, cause: string) =>
    `insert into demand_event (provider_id, id, dispatch_id, program_id, program_version, kind, start_time, end_time, intensity,
        origin, cause, opt_out_allowed, created_at, state)
      values ('p', '${id}', '${id}', 'save', 1, 'hwh', '2026-11-01T20:00:00Z', '2026-11-01T21:00:00Z', 100, 'operator', ${cause},
        true, now(), 'final')`;
  const result = (eventId: string, houseId: string, reduction: string) =>
    `insert into event_result (provider_id, event_id, house_id, dispatch_id, program_id, kind, start_time, end_time, devices,
        taking_part, responded, opted_out, actual_wh, reduction_wh)
      values ('p', '${eventId}', '${houseId}', '${eventId}', 'save', 'hwh', '2026-11-01T20:00:00Z', '2026-11-01T21:00:00Z', '[]',
        1, 1, 0, 5, ${reduction})`;
  await run([
    `insert into provider (id, created_at) values ('p', now())`,
    `insert into program (provider_id, id, long_name) values ('p', 'save', 'Save')`,
    `insert into program_version (provider_id, program_id, version, rules, created_at) values ('p', 'save', 1, '{}', now())`,
    ...['one', 'two'].flatMap((id, number) => [
      `insert into house (provider_id, id, number, address, timezone, created_at)
        values ('p', '${id}', ${number}, '', 'UTC', now())`,
      `insert into program_participant (provider_id, house_id, program_id) values ('p', '${id}', 'save')`,
    ]),
    event('told', `'A cold front'`),
    event('untold', 'null'),
    result('told', 'one', '300'),
    result('told', 'two', '-100'),
    result('untold', 'one', 'null'),
  ]);
  await run(totals);
  const rows = async (select: string) => (await engine.query(select)).rows;
  expect(await rows(`select id, cause, delivered_wh, target_kw from demand_event order by id`)).toEqual([
    { id: 'told', cause: { en: 'A cold front' }, delivered_wh: '200', target_kw: null },
    { id: 'untold', cause: null, delivered_wh: null, target_kw: null },
  ]);
  await run([
    `insert into leaderboard_board (provider_id, id, programs, start, used_at)
      values ('p', 'save', '{save}', '2026-01-01T00:00:00Z', now())`,
    `select refresh_leaderboards('p', '{one,two}')`,
  ]);
  expect(await rows(`select house_id, points, saved_wh from leaderboard_home order by 1`)).toEqual([
    { house_id: 'one', points: 2_500, saved_wh: '300' },
    { house_id: 'two', points: 1_500, saved_wh: '-100' },
  ]);
  // With its board go all its rows.
  await run([`delete from leaderboard_board`]);
  expect(await rows(`select from leaderboard_home union all select from leaderboard_points`)).toEqual([]);
  await end();
});
