import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceLink, Outgoing } from '#domain/ports/device-link.ts';
import { DeviceUnreachable } from '#domain/ports/link-failure.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import { listFleet } from '../stores/devices/fleet.ts';
import { confirmCommands } from '../telemetry/confirm-commands.ts';
import { ingest } from '../telemetry/ingest.ts';
import type { TestApp } from '../testing/app.ts';
import { HOUSE, acceptSetpoint, addHeaters } from '../testing/devices/commanded-fleet.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { eventDelivery } from '../testing/events/event-delivery.ts';
import { deliverCommands } from './deliver-commands.ts';
import { expireCommands } from './expire-commands.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const DEVICES = ['acme0', 'acme1', 'acme2', 'acme3'] as const;

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let fleet: Fleet;
  let link: DeviceLink;

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    await addHeaters(database.db, app, ['acme'], DEVICES.length);
    fleet = createFleet({ devices: await listFleet(database.db), seed: 'test', start: app.clock.now() });
    link = createSimulatorLink({ fleet, clock: app.clock });
    return houses.close;
  });
  beforeEach(() => app.clock.advance(MINUTE));

  const accept = (deviceId: string, setpoint: number, options?: Parameters<typeof acceptSetpoint>[4]) =>
    acceptSetpoint(database.db, app, deviceId, setpoint, options);
  const deps = () => ({ db: database.db, clock: app.clock, metrics: app.metrics, eventDelivery });
  const deliver = (jobs: Parameters<typeof deliverCommands>[1], through: DeviceLink = link) =>
    deliverCommands({ ...deps(), linkOf: () => through }, jobs);
  const report = () => ingest(deps(), fleet.readings(app.clock.now()));
  const rowOf = ({ commandId }: { readonly commandId: string }) =>
    database.db.selectFrom('command').selectAll().where('id', '=', commandId).executeTakeFirstOrThrow();
  const stateOf = async (job: { readonly commandId: string }) => (await rowOf(job)).state;

  test('[REC-1] a device that reports before its cloud has answered, and then stays quiet, is confirmed', async () => {
    const job = await accept('acme0', 131);
    const quick: DeviceLink = {
      ...link,
      send: async (outgoing) => {
        const delivery = await link.send(outgoing);
        app.clock.advance(SECOND);
        await report();
        app.clock.advance(SECOND);
        return delivery;
      },
    };
    expect(await deliver([job], quick)).toEqual([null]);
    expect(await stateOf(job)).toBe('confirmed');
  });

  test('[T-31] a command that a newer one overtook after its delivery ends with it: no later reading confirms it', async () => {
    const earlier = await accept('acme0', 133);
    const later = await accept('acme0', 134);
    await deliver([earlier]);
    await deliver([later]);
    expect(await stateOf(earlier)).toBe('sent');
    app.clock.advance(SECOND);
    await report();
    expect(await stateOf(later)).toBe('confirmed');
    app.clock.advance(SECOND);
    await report();
    expect(await rowOf(earlier)).toMatchObject({ state: 'failed', reason: 'superseded' });
  });

  test('the time of the try is written before the link is called', async () => {
    const job = await accept('acme0', 132);
    let seen: Date | null = null;
    const looking: DeviceLink = {
      ...link,
      send: async (outgoing) => {
        seen = (await rowOf(job)).sentAt;
        return link.send(outgoing);
      },
    };
    await deliver([job], looking);
    expect(seen).toEqual(app.clock.now());
  });

  test('[T-33] a try that fails leaves the command open: no reading confirms it, and it is sent later in its life', async () => {
    await deliver([await accept('acme0', 120)]);
    const job = await accept('acme0', 120);
    fleet.fault({ ...HOUSE, deviceId: 'acme0' }, { type: 'offline' });
    expect(await deliver([job])).toEqual([expect.any(DeviceUnreachable)]);
    fleet.fault({ ...HOUSE, deviceId: 'acme0' }, null);
    app.clock.advance(10 * SECOND);
    // It reports just that value, because of the command before.
    await report();
    expect(await stateOf(job)).toBe('accepted');
    app.clock.advance(SECOND);
    expect(await deliver([job])).toEqual([null]);
    expect(await stateOf(job)).toBe('sent');
    app.clock.advance(10 * SECOND);
    await report();
    expect(await stateOf(job)).toBe('confirmed');
  });

  test('[T-33] a command whose time is over is not handed to the link, whatever that would do with it', async () => {
    const job = await accept('acme0', 133);
    app.clock.advance(2 * MINUTE);
    let isCalled = false;
    const takesAll: DeviceLink = {
      ...link,
      send: async () => {
        isCalled = true;
        return { outcome: 'delivered' };
      },
    };
    expect(await deliver([job], takesAll)).toEqual([null]);
    expect([isCalled, await stateOf(job)]).toEqual([false, 'expired']);
  });

  test('each command of a batch ends for itself', async () => {
    const late = await accept('acme0', 121);
    app.clock.advance(5 * MINUTE);
    const [good, gone, refused] = [
      await accept('acme1', 122),
      await accept('acme2', 123),
      await accept('acme3', 124),
    ];
    fleet.fault({ ...HOUSE, deviceId: 'acme2' }, { type: 'offline' });
    fleet.fault({ ...HOUSE, deviceId: 'acme3' }, { type: 'refuses', reason: 'child lock' });
    const unknown = { ...HOUSE, commandId: 'nobody' };
    const errors = await deliver([late, good, gone, refused, unknown]);
    expect(errors.map((error) => error?.name ?? null)).toEqual([null, null, 'DeviceUnreachable', null, null]);
    const states = await Promise.all([late, good, gone, refused].map(stateOf));
    expect(states).toEqual(['expired', 'sent', 'accepted', 'failed']);
    fleet.fault({ ...HOUSE, deviceId: 'acme2' }, null);
    fleet.fault({ ...HOUSE, deviceId: 'acme3' }, null);
    expect(await app.metrics.render()).toMatch(
      /commands_total\{origin="schedule",outcome="deferred",maker="other"\} \d/,
    );
  });

  test('a batch takes the same few statements, however many commands it has', async () => {
    const jobs = await Promise.all(DEVICES.map((id) => accept(id, 125)));
    const sendings: Outgoing[] = [];
    const recording: DeviceLink = {
      ...link,
      send: async (outgoing) => {
        sendings.push(outgoing);
        return link.send(outgoing);
      },
    };
    let statements = 0;
    const executor = database.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (...query) => {
      statements += 1;
      return execute(...query);
    };
    await deliver(jobs, recording);
    executor.executeQuery = execute;
    expect(sendings).toHaveLength(DEVICES.length);
    // Read, note the try, write the states, look for readings that came already.
    expect(statements).toBe(4);
  });

  test('[REC-1] commands are confirmed for more devices than a statement has parameters', async () => {
    const job = await accept('acme1', 126);
    await deliver([job]);
    app.clock.advance(10 * SECOND);
    const strangers = Array.from({ length: 70_000 }, (_, index) => ({ ...HOUSE, deviceId: `none${index}` }));
    const reading = fleet.readings(app.clock.now()).filter(({ deviceId }) => deviceId === 'acme1');
    await ingest(deps(), reading);
    await confirmCommands(deps(), [...strangers, { ...HOUSE, deviceId: 'acme1' }], app.clock.now());
    expect(await stateOf(job)).toBe('confirmed');
  });

  test('a device of the same id in another house confirms nothing', async () => {
    const job = await accept('acme1', 127);
    await deliver([job]);
    app.clock.advance(10 * SECOND);
    await confirmCommands(deps(), [{ ...HOUSE, houseId: 'houseb', deviceId: 'acme1' }], app.clock.now());
    expect(await stateOf(job)).toBe('sent');
  });

  test.each([
    ['person', 2 * MINUTE],
    ['schedule', 2 * MINUTE],
    ['event', 15 * MINUTE],
    ['restore', DAY],
    ['safety', DAY],
  ] as const)('[T-33] a command of origin %s lives its own time', async (origin, life) => {
    const job = await accept('acme2', 128, { origin });
    app.clock.advance(life - SECOND);
    await expireCommands({ ...deps(), isStopped: () => false });
    expect(await stateOf(job)).toBe('accepted');
    app.clock.advance(SECOND);
    await expireCommands({ ...deps(), isStopped: () => false });
    expect(await stateOf(job)).toBe('expired');
  });

  test('[T-35] commands that end at one instant are expired by pages, all of them; those of a stopping node are left', async () => {
    const job = await accept('acme2', 129);
    await sql`
      insert into command (provider_id, house_id, id, device_id, origin, command, version, state, accepted_at, expires_at)
      select c.provider_id, c.house_id, 'late' || n, c.device_id, c.origin, c.command, 1000 + n, 'sent', c.accepted_at, c.expires_at
      from command c, generate_series(1, 450) n where c.id = ${job.commandId}`.execute(database.db);
    app.clock.advance(2 * MINUTE);
    await expireCommands({ ...deps(), isStopped: () => true });
    expect(await stateOf(job)).toBe('accepted');
    await expireCommands({ ...deps(), isStopped: () => false });
    const { rows } = await sql<{ readonly count: number }>`
      select count(*)::integer as count from command
      where state = 'expired' and settled_at = ${app.clock.now().toISOString()} group by xmin::text order by 1 desc`.execute(
      database.db,
    );
    expect(rows.map(({ count }) => count)).toEqual([200, 200, 51]);
    await sql`delete from command where id like 'late%'`.execute(database.db);
  });

  test('a held command reaches the link with its time, and the device falls back by itself', async () => {
    await deliver([await accept('acme3', 124)]);
    const holdUntil = new Date(app.clock.now().getTime() + 30 * MINUTE);
    const job = await accept('acme3', 110, { origin: 'event', holdUntil });
    await deliver([job]);
    const setpointAfter = async (milliseconds: number) => {
      app.clock.advance(milliseconds);
      const reading = fleet.readings(app.clock.now()).find(({ deviceId }) => deviceId === 'acme3');
      return reading?.values['hwh-set-temperature'];
    };
    expect(await setpointAfter(29 * MINUTE)).toBe(110);
    expect(await setpointAfter(2 * MINUTE)).toBe(124);
  });
});
