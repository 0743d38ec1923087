import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { createFaultyLink } from '#simulator/faulty-link.ts';
import type { CloudFault, FaultyLink } from '#simulator/faulty-link.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import { deliverCommands } from '../commands/deliver-commands.ts';
import type { CommandJob } from '../jobs/queue.ts';
import { yieldToEventLoop } from '../lib/clock/clock.ts';
import { listFleet } from '../stores/devices/fleet.ts';
import { ingest } from '../telemetry/ingest.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { acceptSetpoint, addHeaters } from '../testing/devices/commanded-fleet.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { eventDelivery } from '../testing/events/event-delivery.ts';
import { insertTestData } from '../testing/test-data.ts';
import { createLinkRouter } from './router.ts';
import type { LinkRouter } from './router.ts';

const MAKERS = ['acme', 'bolt', 'core', 'dyne'] as const;
const EACH = 24;
const BATCH = 16;

/** Each hits another maker. */
const FAULTS: readonly (readonly [string, CloudFault, (typeof MAKERS)[number]])[] = [
  ['down', { type: 'down' }, 'acme'],
  ['slow', { type: 'slow' }, 'bolt'],
  ['429', { type: 'rate-limited', retryAfterMs: 20 * SECOND }, 'core'],
  ['garbage', { type: 'garbage' }, 'dyne'],
];

/** A time-out that has passed at the next turn of the event loop: calls that are answered at once are in time. */
const soon = (): AbortSignal => {
  const controller = new AbortController();
  void yieldToEventLoop().then(() => controller.abort());
  return controller.signal;
};

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let fleet: Fleet;
  let router: LinkRouter;
  let devices: ReadonlyMap<string, readonly string[]>;
  const clouds = new Map<string, FaultyLink>();
  let setpoint = 110;

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db);
    await insertTestData(database.db, app);
    devices = await addHeaters(database.db, app, MAKERS, EACH);
    fleet = createFleet({ devices: await listFleet(database.db), seed: 'chaos', start: app.clock.now() });
    const simulator = createSimulatorLink({ fleet, clock: app.clock });
    for (const maker of MAKERS) clouds.set(maker, createFaultyLink(simulator, maker));
    const routes = {
      makers: Object.fromEntries(MAKERS.map((maker) => [maker, maker])),
      others: 'none',
    };
    router = createLinkRouter(routes, [...clouds.values()], {
      clock: app.clock,
      timeout: soon,
      onCircuitChange: () => {},
    });
  });
  afterAll(async () => {
    await router.stop();
    await app.close();
    await database.close();
  });

  const deps = () => ({ db: database.db, clock: app.clock, metrics: app.metrics, eventDelivery });
  const acceptAll = async (): Promise<Map<string, CommandJob[]>> => {
    setpoint += 1;
    const queues = new Map<string, CommandJob[]>();
    for (const [maker, ids] of devices) {
      const jobs: CommandJob[] = [];
      for (const id of ids) jobs.push(await acceptSetpoint(database.db, app, id, setpoint));
      queues.set(maker, jobs);
    }
    return queues;
  };
  /** What the workers of each queue do in a round: every job once; those that fail stay in the queue. */
  const work = async (queues: Map<string, CommandJob[]>): Promise<void> => {
    for (const [maker, jobs] of queues) {
      const left: CommandJob[] = [];
      for (let at = 0; at < jobs.length; at += BATCH) {
        const batch = jobs.slice(at, at + BATCH);
        const errors = await deliverCommands({ ...deps(), linkOf: router.linkOf }, batch);
        left.push(...batch.filter((_, index) => errors[index] !== null));
      }
      queues.set(maker, left);
    }
    app.clock.advance(2 * SECOND);
    await ingest(deps(), fleet.readings(app.clock.now()));
  };
  const confirmedOf = async (maker: string): Promise<number> => {
    const rows = await database.db
      .selectFrom('command')
      .innerJoin('device', (join) =>
        join
          .onRef('device.houseId', '=', 'command.houseId')
          .onRef('device.id', '=', 'command.deviceId')
          .onRef('device.version', '=', 'command.version'),
      )
      .select('command.id')
      .where('device.mfg', '=', maker)
      .where('command.state', '=', 'confirmed')
      .execute();
    return rows.length;
  };

  test.each(FAULTS)(
    '[T-33] one maker’s cloud is %s: the others get every command at once, it gets its own once it is back',
    async (name, fault, faulty) => {
      const healthy = MAKERS.filter((maker) => maker !== faulty);
      app.clock.advance(5 * MINUTE);
      // Long enough after the fault before for the circuit to be closed again by a command.
      const before = await acceptAll();
      await work(before);
      await work(before);
      expect(await Promise.all(MAKERS.map(confirmedOf))).toEqual(MAKERS.map(() => EACH));

      const cloud = clouds.get(faulty);
      const queues = await acceptAll();
      cloud?.fault(fault);
      const callsBefore = cloud?.calls() ?? 0;
      await work(queues);
      expect(await Promise.all(healthy.map(confirmedOf))).toEqual(healthy.map(() => EACH));
      expect([await confirmedOf(faulty), queues.get(faulty)?.length]).toEqual([0, EACH]);
      for (let round = 0; round < 10; round += 1) await work(queues);
      const calls = (cloud?.calls() ?? 0) - callsBefore;
      // A batch in flight at first, then one call at a time, far apart.
      expect(calls).toBeLessThanOrEqual(BATCH + 3);

      cloud?.fault(null);
      let rounds = 0;
      while ((queues.get(faulty)?.length ?? 0) > 0 && rounds < 40) {
        await work(queues);
        rounds += 1;
      }
      expect(await confirmedOf(faulty)).toBe(EACH);
      console.info(
        `${name}: others ${healthy.length * EACH} of ${healthy.length * EACH} in the first round; ${faulty} ${calls} calls while at fault, ${EACH} of ${EACH} within ${2 * rounds} s after it`,
      );
    },
  );
});
