import { expect, test } from 'vitest';
import { schemaBefore } from '../testing/database/schema-before.ts';
import { migrations } from './migrations/index.ts';

const BEFORE = '2026-01-10T18:00:00Z';
const MOVED_IN = '2026-02-01T00:00:00Z';
const AFTER = '2026-02-10T18:00:00Z';

test('[T-1] every stored house gets its households, and what was earned stays with the one that earned it', async () => {
  const { client, run, end } = await schemaBefore('035');
  const house = (id: string, number: number, { since = 'null', closed = 'null', demo = false } = {}) => [
    `insert into house (provider_id, id, number, address, timezone, created_at, household_since, closed_at, demo)
      values ('p', '${id}', ${number}, '', 'UTC', '2025-01-01Z', ${since}, ${closed}, ${demo})`,
    `insert into device (provider_id, house_id, id, kind, mfg, uid, position, created_at)
      values ('p', '${id}', 'd', 'tstat', 'nest', 'u-${id}', 0, now())`,
    `insert into enrolment values ('p', '${id}', 'd', 'heat', 'g', now(), now())`,
  ];
  const event = (id: string, start: string, houses: readonly string[]) => [
    `insert into demand_event (provider_id, id, dispatch_id, program_id, program_version, kind, start_time, end_time,
      intensity, origin, opt_out_allowed, created_at, state)
      values ('p', '${id}', '${id}', 'heat', 1, 'tstat', '${start}', '2026-06-01Z', 100, 'test', true, now(), 'final')`,
    ...houses.flatMap((houseId) => [
      `insert into house_dispatch (provider_id, house_id, dispatch_id) values ('p', '${houseId}', '${id}')`,
      `insert into reward_entry values ('p', '${id}', '${houseId}', 1, 'heat', 'accrued', 100, 'USD', 'result', '[]', now())`,
      `insert into event_result values ('p', '${id}', '${houseId}', '${id}', 'heat', 'tstat', '${start}', '2026-06-01Z', '[]',
        1, 1, 0, 1, 1)`,
    ]),
  ];
  const since = `'${MOVED_IN}'`;
  await run([
    `insert into provider (id, created_at) values ('p', now())`,
    `insert into program (provider_id, id, long_name) values ('p', 'heat', '')`,
    `insert into program_version values ('p', 'heat', 1, '{}', now())`,
    ...house('always', 1),
    ...house('followed', 2, { since }),
    ...house('closed', 3, { since, closed: `'2026-03-01Z'` }),
    ...house('shown', 4, { demo: true }),
    ...event('first', BEFORE, ['always', 'followed']),
    ...event('second', AFTER, ['always', 'followed', 'closed']),
  ]);
  await run(migrations['035-provisioning'] ?? []);
  const rowsOf = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows;
  const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'MM-DD')`;
  expect(
    await rowsOf(`select house_id, number, ${utc('since')}, ${utc('until')} from household order by 1, 2`),
  ).toEqual([
    ['always', 1, null, null],
    ['closed', 1, null, '02-01'],
    ['closed', 2, '02-01', '03-01'],
    ['followed', 1, null, '02-01'],
    ['followed', 2, '02-01', null],
    ['shown', 1, null, null],
  ]);
  const earned = [
    ['always', 'first', 1],
    ['always', 'second', 1],
    ['closed', 'second', 2],
    ['followed', 'first', 1],
    ['followed', 'second', 2],
  ];
  expect(await rowsOf(`select house_id, event_id, household from reward_entry order by 1, 2`)).toEqual(
    earned,
  );
  expect(await rowsOf(`select house_id, event_id, household from event_result order by 1, 2`)).toEqual(
    earned,
  );
  expect(await rowsOf(`select house_id, dispatch_id, household from house_dispatch order by 1, 2`)).toEqual(
    earned,
  );
  expect(await rowsOf(`select house_id, link from device order by 1`)).toEqual([
    ['always', null],
    ['closed', null],
    ['followed', null],
    ['shown', 'simulator'],
  ]);
  expect(await rowsOf(`select distinct state, until from enrolment`)).toEqual([['active', null]]);

  // What is settled later belongs to whoever lived there when the event began.
  await run([
    `insert into reward_entry values ('p', 'first', 'followed', 2, 'heat', 'confirmed', 100, 'USD', 'result', '[]', now())`,
    `insert into reward_entry values ('p', 'second', 'followed', 2, 'heat', 'confirmed', 100, 'USD', 'result', '[]', now())`,
    `insert into house (provider_id, id, number, address, timezone, created_at) values ('p', 'new', 5, '', 'UTC', now())`,
  ]);
  expect(await rowsOf(`select event_id, household from reward_entry where number = 2 order by 1`)).toEqual([
    ['first', 1],
    ['second', 2],
  ]);
  expect(
    await rowsOf(`select h.premise_id, h.household, s.number, s.until
      from house h join household s on s.house_id = h.id where h.id = 'new'`),
  ).toEqual([['new', 1, 1, null]]);
  await expect(run([`update reward_entry set amount = 1`])).rejects.toThrow('results can only be added to');
  await expect(
    run([`update device set link = 'simulator', uid = 'u-shown' where house_id = 'always'`]),
  ).rejects.toThrow('device_by_link');
  await end();
});
