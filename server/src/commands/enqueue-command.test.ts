import { beforeAll, describe, expect, test } from 'vitest';
import { passGate } from '#domain/control/gate/gate.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { systemHouseScope } from '../lib/scope/system-scope.ts';
import { lockDevice } from '../stores/devices/commands.ts';
import type { TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { HOUSE, addHeaters } from '../testing/devices/commanded-fleet.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { enqueueCommands } from './enqueue-command.ts';
import type { BulkCommand } from './enqueue-command.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const DEVICES = 40;

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let ids: readonly string[] = [];
  const { jobs, sent } = createRecordingJobs();

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    ids = (await addHeaters(database.db, app, ['acme'], DEVICES)).get('acme') ?? [];
    return houses.close;
  });

  test('[T-33] many commands with their own end, event and reason are stored and enqueued by a few statements', async () => {
    const scope = systemHouseScope(HOUSE);
    const now = app.clock.now().getTime();
    const [expiresAt, holdUntil] = [new Date(now + 3 * HOUR), new Date(now + 4 * HOUR)];
    const because = { code: 'event', until: now + 3 * HOUR, eased: false } as const;
    let statements = 0;
    const accepted = await database.db.transaction().execute(async (tx) => {
      const rows: BulkCommand[] = [];
      for (const [index, id] of ids.entries()) {
        const device = await lockDevice(tx, scope, id);
        const result = passGate({
          device,
          command: { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 110 } },
          sender: { origin: 'safety' },
        });
        if ('refused' in result) throw new Error(result.refused.code);
        const common = { scope, device, accountId: null, command: result.approved };
        rows.push(
          index === 0
            ? { ...common, origin: 'restore', because: { code: 'return' }, eventId: 'event-1' }
            : { ...common, origin: 'event', expiresAt, holdUntil, because, eventId: 'event-1' },
        );
      }
      const executor = tx.getExecutor();
      const execute = executor.executeQuery.bind(executor);
      executor.executeQuery = (...query) => {
        statements += 1;
        return execute(...query);
      };
      const done = await enqueueCommands(tx, { ...app, jobs }, rows);
      executor.executeQuery = execute;
      return done;
    });
    // Commands and versions of all devices; the queue here records.
    expect(statements).toBe(1);
    const stored = await database.db
      .selectFrom('command')
      .innerJoin('device', (join) =>
        join
          .onRef('device.providerId', '=', 'command.providerId')
          .onRef('device.houseId', '=', 'command.houseId')
          .onRef('device.id', '=', 'command.deviceId')
          .onRef('device.version', '=', 'command.version'),
      )
      .selectAll('command')
      .where('command.deviceId', 'in', ids)
      .execute();
    expect(stored).toHaveLength(DEVICES);
    const byId = new Map(stored.map((row) => [row.id, row]));
    expect(accepted.map(({ commandId }) => byId.get(commandId)?.deviceId)).toEqual(ids);
    const [first, second] = accepted.map(({ commandId }) => byId.get(commandId));
    expect(second).toMatchObject({
      origin: 'event',
      state: 'accepted',
      version: 1,
      expiresAt,
      holdUntil,
      eventId: 'event-1',
      because,
      command: { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 110 } },
    });
    expect(first).toMatchObject({
      origin: 'restore',
      expiresAt: new Date(now + 24 * 60 * MINUTE),
      holdUntil: null,
      because: { code: 'return' },
    });
    const names = sent.map((job) => (job as { readonly name: string }).name);
    expect(names.filter((name) => name === 'restore-device')).toHaveLength(1);
    expect(names.filter((name) => name === 'send-event-command')).toHaveLength(DEVICES - 1);
  });

  test('nothing to send needs no statement', async () => {
    expect(await enqueueCommands(database.db, { ...app, jobs }, [])).toEqual([]);
  });
});
