import { Client } from 'pg';
import { sql } from 'kysely';
import type { DeviceLink } from '#domain/ports/device-link.ts';
import { createFaultyLink } from '../../simulator/src/faulty-link.ts';
import type { CloudFault, FaultyLink } from '../../simulator/src/faulty-link.ts';
import { median, percentile } from '../../bench/load.ts';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createBatchDelivery } from '../../server/src/devices/deliver-batch.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { COMMAND_JOBS, createJobs } from '../../server/src/jobs/queue.ts';
import { sleep, systemClock, timeoutSignal } from '../../server/src/lib/clock/clock.ts';
import { newId, systemRandom } from '../../server/src/lib/secrets/random.ts';
import { noLink } from '../../server/src/links/none.ts';
import { createLinkRouter, linkQueuesOf } from '../../server/src/links/router.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';
import { TestClock } from '../../server/src/testing/app.ts';
import { HOUSE, acceptSetpoint, addHeaters } from '../../server/src/testing/devices/commanded-fleet.ts';
import { eventDelivery } from '../../server/src/testing/events/event-delivery.ts';
import { insertTestData } from '../../server/src/testing/test-data.ts';

/**
 * Delivery of commands through the queue on PostgreSQL. First how many a second one node delivers to a cloud that answers at
 * once, against one plain insert each over as many connections. Then how long a command of a healthy maker waits while the
 * cloud of another fails, against the same flow undisturbed.
 */
const MAKERS = ['acme', 'bolt', 'core', 'dyne'] as const;
const DEVICES_EACH = 25;
const COMMANDS = 1_000;
const CONNECTIONS = 10;
const ROUNDS = 2;
const CLOUD_MS = 5;
/** One command of every maker each time. */
const FLOW = { everyMs: 25, times: 100, rounds: 5 };

const url = new URL(process.env['BENCH_DATABASE'] ?? '');
const admin = new Client({ connectionString: url.href });
await admin.connect();
await admin.query('drop database if exists bench_delivery');
await admin.query('create database bench_delivery');
await admin.end();
url.pathname = '/bench_delivery';
const db = connectPostgres(url.href, () => {});
await migrate(db);
await registerProviders(db, readProviders().all, systemClock.now());
const testApp = { clock: new TestClock(new Date().toISOString()) };
await insertTestData(db, testApp);
const devices = await addHeaters(db, testApp, MAKERS, DEVICES_EACH);
const metrics = createMetrics({ db, processMetrics: false });
const app = { clock: systemClock, random: systemRandom, metrics };

/** When a command reached its cloud, by its id. */
const arrivals = new Map<string, number>();
const answering: DeviceLink = {
  ...noLink,
  send: async ({ commandId }) => {
    arrivals.set(commandId, performance.now());
    await sleep(CLOUD_MS);
    return { outcome: 'delivered' };
  },
};
const clouds = new Map<string, FaultyLink>(
  MAKERS.map((maker) => [maker, createFaultyLink(answering, maker)]),
);
const routes = { makers: Object.fromEntries(MAKERS.map((maker) => [maker, maker])), others: 'none' };
const router = createLinkRouter(routes, [...clouds.values()], {
  clock: systemClock,
  timeout: timeoutSignal,
  onCircuitChange: () => {},
});
const jobs = createJobs(url.href, (error) => console.error(error.message), linkQueuesOf(routes));
await jobs.start();

const deviceOf = (maker: string, index: number): string => {
  const ids = devices.get(maker) ?? [];
  return ids[index % ids.length] ?? '';
};
const accept = (maker: string, index: number) =>
  acceptSetpoint(db, app, deviceOf(maker, index), 110 + (index % 20), { jobs });

const insertPlain = async (index: number): Promise<void> => {
  await sql`
    insert into command (provider_id, house_id, id, device_id, origin, command, version, state, accepted_at, expires_at)
    values (${HOUSE.providerId}, ${HOUSE.houseId}, ${newId(systemRandom)}, 'acme0', 'event', '{"type":"OPERATIONAL"}',
      ${1_000_000 + index}, 'confirmed', now(), now())`.execute(db);
};
const inParallel = async (count: number, work: (index: number) => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work((next += 1));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return (count * 1_000) / (performance.now() - started);
};
const arrived = async (ids: readonly string[]): Promise<void> => {
  while (!ids.every((id) => arrivals.has(id))) await sleep(5);
};

// The queue is filled before its workers start.
const ids: string[] = [];
await inParallel(COMMANDS, async (index) => {
  const maker = MAKERS[index % MAKERS.length] ?? MAKERS[0];
  ids.push((await accept(maker, index)).commandId);
});
const inserts: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  inserts.push(await inParallel(COMMANDS, (index) => insertPlain(round * COMMANDS + index)));
}
const deliver = createBatchDelivery({
  db,
  ...app,
  linkOf: router.linkOf,
  eventDelivery,
  sleep,
  onError: () => {},
  onDelivered: async () => {},
});
const started = performance.now();
for (const name of COMMAND_JOBS) {
  await jobs.workOnCommands(name, deliver);
}
await arrived(ids);
const delivered = (COMMANDS * 1_000) / (performance.now() - started);
console.log(
  `commands delivered ÷ one insert each on PostgreSQL: ${(delivered / median(inserts)).toFixed(2)} (${delivered.toFixed(0)} ÷ ${median(inserts).toFixed(0)} a second)`,
);

/** The waits of the healthy makers' commands in a steady flow, in ms. */
const flow = async (fault: CloudFault | null): Promise<number[]> => {
  const [faulty] = MAKERS;
  clouds.get(faulty)?.fault(fault);
  arrivals.clear();
  const acceptedAt = new Map<string, number>();
  for (let index = 0; index < FLOW.times; index += 1) {
    const next = sleep(FLOW.everyMs);
    await Promise.all(
      MAKERS.map(async (maker) => {
        const { commandId } = await accept(maker, index);
        if (maker !== faulty) acceptedAt.set(commandId, performance.now());
      }),
    );
    await next;
  }
  await arrived([...acceptedAt.keys()]);
  clouds.get(faulty)?.fault(null);
  return [...acceptedAt].map(([id, at]) => (arrivals.get(id) ?? 0) - at);
};

const FAULTS: Readonly<Record<string, CloudFault>> = {
  down: { type: 'down' },
  slow: { type: 'slow' },
  '429': { type: 'rate-limited', retryAfterMs: 5_000 },
  garbage: { type: 'garbage' },
};
await flow(null);
// Each against the flow just before it, and the median of these: what else the machine does changes from minute to minute.
const undisturbed: number[] = [];
const ratios = new Map<string, number[]>();
for (let round = 0; round < FLOW.rounds; round += 1) {
  for (const [name, fault] of Object.entries(FAULTS)) {
    const usual = percentile(await flow(null), 0.99);
    undisturbed.push(usual);
    const ratio = percentile(await flow(fault), 0.99) / usual;
    ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
  }
}
const shown = [...ratios].map(([name, all]) => `${name} ${median(all).toFixed(2)}`).join(', ');
console.log(
  `p99 of the other makers' commands while one cloud fails ÷ undisturbed (${median(undisturbed).toFixed(0)} ms): ${shown} (aim 1.20)`,
);
await jobs.stop();
await router.stop();
await db.destroy();
