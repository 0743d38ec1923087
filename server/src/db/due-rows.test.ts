import { expect, test } from 'vitest';
import { schemaBefore } from '../testing/database/schema-before.ts';
import { migrations } from './migrations/index.ts';

/** Before it loops did not take what is due. */
const dueRows = migrations['029-due-rows'] ?? [];

test('[T-35] what was being carried out before is due after the migration, and what was over is not', async () => {
  const { client: engine, run, end } = await schemaBefore('029');
  const event = (id: string, state: string, { revision = 0, cancelled = 'null', planned = 0 } = {}) => [
    `insert into demand_event (provider_id, id, dispatch_id, program_id, program_version, kind, start_time, end_time, intensity,
      origin, opt_out_allowed, created_at, state, revision, cancelled_at)
      values ('p', '${id}', '${id}', 'heat', 1, 'tstat', now(), now() + interval '1 hour', 100, 'test', true, '2026-01-10',
      '${state}', ${revision}, ${cancelled})`,
    `insert into event_participation (provider_id, event_id, house_id, device_id, plan, plan_revision, excluded, round, eased,
      opt_out_counted, preparation_cancelled, due_at, created_at)
      values ('p', '${id}', 'home', 'one', '{}', ${planned}, false, 1, false, false, false,
      ${state === 'ended' ? 'null' : 'now()'}, now())`,
    `insert into house_dispatch (provider_id, house_id, dispatch_id) values ('p', 'home', '${id}')`,
  ];
  await run([
    `insert into provider (id, created_at) values ('p', now())`,
    `insert into program (provider_id, id, long_name) values ('p', 'heat', '')`,
    `insert into program_version values ('p', 'heat', 1, '{}', now())`,
    `insert into house (provider_id, id, number, address, timezone, created_at) values ('p', 'home', 1, '', 'UTC', now())`,
    `insert into device (provider_id, house_id, id, kind, mfg, position, created_at)
      values ('p', 'home', 'one', 'tstat', 'nest', 0, now())`,
    ...event('open', 'active'),
    ...event('changed', 'notified', { revision: 2, planned: 1 }),
    ...event('cancelled', 'returning', { cancelled: 'now()' }),
    ...event('over', 'ended'),
    `insert into event_action (provider_id, event_id, house_id, device_id, round, phase, at, expires_at, state)
      values ('p', 'cancelled', 'home', 'one', 1, 'after', now(), now(), 'sent')`,
  ]);
  await run(dueRows);
  const { rows } = await engine.query(
    `select e.id, e.due_at = e.created_at as due, e.revision, e.walk_pass as walk, e.join_phase as joining, p.is_returning as returning,
      h.due_at is not null as told
      from demand_event e
      join event_participation p on p.event_id = e.id
      join house_dispatch h on h.dispatch_id = e.id
      order by e.id`,
  );
  const open = { due: true, joining: 'devices', returning: false, told: true };
  expect(rows).toEqual([
    { id: 'cancelled', ...open, revision: 1, walk: 1, returning: true },
    { id: 'changed', ...open, revision: 2, walk: 1 },
    { id: 'open', ...open, revision: 0, walk: null },
    { id: 'over', ...open, due: null, revision: 0, walk: null, told: false },
  ]);
  await end();
});
