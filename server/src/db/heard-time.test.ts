import { expect, test } from 'vitest';
import { schemaBefore } from '../testing/database/schema-before.ts';
import { migrations } from './migrations/index.ts';

/** Before it roll-ups did not know how long a device was heard. */
const heardTime = migrations['008-heard-time'] ?? [];

test('[GRAPH-2] rows from before count as heard, and no equipment status is made up where none was reported', async () => {
  const { client: engine, run, end } = await schemaBefore('008');
  const state = (device: string, kind: string, metered: string, status: string) => [
    `insert into device (provider_id, house_id, id, kind, mfg, position, created_at)
      values ('p', 'h', '${device}', '${kind}', 'rheem', 0, now())`,
    `insert into device_state (provider_id, house_id, device_id, entries, reported_at, metered_at)
      values ('p', 'h', '${device}', '{"status": {"value": "${status}", "time": "2026-01-01T00:00:00.000Z"}}', now(), ${metered})`,
  ];
  await run([
    `insert into provider (id, created_at) values ('p', now())`,
    `insert into house (provider_id, id, number, address, timezone, created_at) values ('p', 'h', 1, '', 'UTC', now())`,
    ...state('idle', 'tstat', 'now()', 'ONLINE'),
    ...state('offline', 'tstat', 'now()', 'OFFLINE'),
    ...state('heater', 'hwh', 'now()', 'ONLINE'),
    ...state('new', 'tstat', 'null', 'ONLINE'),
    `insert into energy_hour values ('p', 'h', 'heater', '2026-01-01T00:00:00Z', 5, 0)`,
    `insert into runtime_hour values ('p', 'h', 'idle', '2026-01-01T00:00:00Z', 5, 0)`,
  ]);
  await run(heardTime);
  const rows = async (select: string) => (await engine.query(select)).rows;
  expect(await rows(`select heard_ms from energy_hour`)).toEqual([{ heard_ms: 3_600_000 }]);
  expect(await rows(`select heard_ms from runtime_hour`)).toEqual([{ heard_ms: 3_600_000 }]);
  expect(await rows(`select device_id, cooling, open_heard_ms from device_state order by device_id`)).toEqual(
    [
      { device_id: 'heater', cooling: null, open_heard_ms: 0 },
      { device_id: 'idle', cooling: false, open_heard_ms: 0 },
      { device_id: 'new', cooling: null, open_heard_ms: 0 },
      { device_id: 'offline', cooling: null, open_heard_ms: 0 },
    ],
  );
  await expect(
    engine.query(`insert into energy_hour values ('p', 'h', 'heater', '2026-01-01T01:00:00Z', 5, 0)`),
  ).rejects.toThrow('heard_ms');
  await end();
});
