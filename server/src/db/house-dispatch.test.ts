import { expect, test } from 'vitest';
import { schemaBefore } from '../testing/database/schema-before.ts';
import { migrations } from './migrations/index.ts';

/** Before it homes had no row in a dispatch. */
const houseDispatch = migrations['025-house-dispatch'] ?? [];

const START = '2026-01-10T18:00:00Z';

test('[OPT-1] what homes were told and decided before is filled in from what is stored', async () => {
  const { client: engine, run, end } = await schemaBefore('025');
  const house = (id: string, number: number, closed = 'null') => [
    `insert into house (provider_id, id, number, address, timezone, created_at, closed_at)
      values ('p', '${id}', ${number}, '', 'UTC', now(), ${closed})`,
    ...['one', 'two'].map(
      (device) => `insert into device (provider_id, house_id, id, kind, mfg, position, created_at)
        values ('p', '${id}', '${device}', 'tstat', 'nest', 0, now())`,
    ),
  ];
  const event = (id: string, dispatch: string, allowed = true) =>
    `insert into demand_event (provider_id, id, dispatch_id, program_id, program_version, kind, start_time, end_time,
      intensity, origin, opt_out_allowed, created_at, state, notified_at)
      values ('p', '${id}', '${dispatch}', 'heat', 1, 'tstat', '${START}', '2026-01-10T19:00:00Z', 100, 'test', ${allowed},
      now(), 'ended', '2026-01-10T08:00:00Z')`;
  const told = (houseId: string, dispatch: string, at: string) =>
    `insert into event_notice values ('p', '${dispatch}', '${houseId}', 'scheduled', '${at}')`;
  const joined = (
    [eventId, houseId, device]: readonly [string, string, string],
    { out = 'null', cause = 'null', counted = false, excluded = false, reason = 'null' } = {},
  ) =>
    `insert into event_participation (provider_id, event_id, house_id, device_id, plan, plan_revision, excluded, round, eased,
      opt_out_at, opt_out_cause, opt_out_counted, opt_out_reason, preparation_cancelled, created_at)
      values ('p', '${eventId}', '${houseId}', '${device}', '{}', 0, ${excluded}, 1, false, ${out}, ${cause}, ${counted},
      ${reason}, false, now())`;
  const at = `'2026-01-10T12:00:00Z'`;
  const left = { out: at, cause: `'person'`, counted: true };
  await run([
    `insert into provider (id, created_at) values ('p', now())`,
    `insert into program (provider_id, id, long_name) values ('p', 'heat', '')`,
    `insert into program_version values ('p', 'heat', 1, '{"notice": {"leastMinutes": 30}}', now())`,
    ...house('left', 1),
    ...house('part', 2),
    ...house('back', 3),
    ...house('late', 4),
    ...house('closed', 5, 'now()'),
    event('e1', 'd1'),
    event('e2', 'd2', false),
    ...['left', 'part', 'back', 'closed'].map((id) => told(id, 'd1', '2026-01-10T09:00:00Z')),
    told('late', 'd1', '2026-01-10T17:45:00Z'),
    joined(['e1', 'left', 'one'], { ...left, reason: `'Guests'` }),
    joined(['e1', 'left', 'two'], { excluded: true }),
    joined(['e1', 'part', 'one'], left),
    joined(['e1', 'part', 'two']),
    joined(['e1', 'back', 'one'], { counted: true }),
    joined(['e1', 'late', 'one'], left),
    joined(['e1', 'closed', 'one'], { ...left, counted: false }),
    joined(['e2', 'left', 'one'], { out: at, cause: `'wall'`, counted: true }),
  ]);
  await run(houseDispatch);
  const { rows } = await engine.query(
    `select house_id, dispatch_id, told_at, left_at, left_cause, left_reason, opt_outs from house_dispatch
      order by dispatch_id, house_id`,
  );
  const toldAt = new Date('2026-01-10T09:00:00Z');
  const leftAt = new Date('2026-01-10T12:00:00Z');
  const stays = { left_at: null, left_cause: null, left_reason: null };
  const kept = (time: string | Date, cause: string, code: string | null) => ({
    heat: { at: new Date(time).getTime(), cause, told: code === null ? null : { code } },
  });
  const inD1 = { dispatch_id: 'd1', told_at: toldAt };
  const isOut = { left_at: leftAt, left_cause: 'person', left_reason: null };
  expect(rows).toEqual([
    { house_id: 'back', ...inD1, ...stays, opt_outs: kept(START, 'person', null) },
    { house_id: 'closed', ...inD1, ...isOut, left_cause: 'closed', opt_outs: {} },
    {
      house_id: 'late',
      ...inD1,
      told_at: new Date('2026-01-10T17:45:00Z'),
      ...isOut,
      opt_outs: kept(leftAt, 'person', 'late_notice'),
    },
    {
      house_id: 'left',
      ...inD1,
      ...isOut,
      left_reason: 'Guests',
      opt_outs: kept(leftAt, 'person', null),
    },
    { house_id: 'part', ...inD1, ...stays, opt_outs: kept(leftAt, 'person', null) },
    {
      house_id: 'left',
      dispatch_id: 'd2',
      told_at: null,
      ...stays,
      opt_outs: kept(leftAt, 'wall', 'not_allowed'),
    },
  ]);
  await end();
});
