// A node that carries out events, for the test that kills it: what startDeviceRuntime does, with the devices of `openCloud`.
import type { DeviceLink, DeviceRef } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time/time.ts';
import { expireCommands } from '../../server/src/commands/expire-commands.ts';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { createBatchDelivery } from '../../server/src/devices/deliver-batch.ts';
import { oneAtATime } from '../../server/src/devices/one-at-a-time.ts';
import type { SweepDeps } from '../../server/src/events/deps.ts';
import { createEventDelivery } from '../../server/src/events/event-delivery.ts';
import { lookAtDevices } from '../../server/src/events/look-at-devices.ts';
import { observeReadings } from '../../server/src/events/observe-readings.ts';
import type { ReadingsDeps } from '../../server/src/events/observe-readings.ts';
import { sweepEvents } from '../../server/src/events/sweep-events.ts';
import { notifyWallChange, writeNotices } from '../../server/src/events/notices/write-notices.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { COMMAND_JOBS, createJobs } from '../../server/src/jobs/queue.ts';
import { every, sleep, systemTime } from '../../server/src/lib/clock/clock.ts';
import { createKeys } from '../../server/src/lib/secrets/keys.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { noLink } from '../../server/src/links/none.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { createNodeClock } from '../../server/src/start/node-clock.ts';
import { ingest } from '../../server/src/telemetry/ingest.ts';
import { openCloud } from './event-cloud.ts';

/** A call to the cloud: the way there, and back. A node that is killed on the way back leaves a command that was carried out. */
const CALL = { there: 100, back: 1_000 } as const;
const REPORT_INTERVAL = SECOND;
const EXPIRY_INTERVAL = 5 * SECOND;
const EVENT_INTERVAL = 2 * SECOND;

const url = process.env['DATABASE_URL'] ?? '';
const onError = (error: unknown, what: string): void => {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`);
};
const db = connectPostgres(url, (error) => onError(error, 'database'));
const clock = await createNodeClock({ db, isEmbedded: false, sources: systemTime });
const metrics = createMetrics({ db, processMetrics: false });
const jobs = createJobs(url, (error) => onError(error, 'jobs'));
await jobs.start();

const notifyDeps = {
  jobs,
  keys: createKeys(new Uint8Array(32).fill(7), systemRandom),
  random: systemRandom,
  providers: readProviders(),
  publicUrl: () => 'https://portal.example/',
};
const deps: SweepDeps & ReadingsDeps = {
  db,
  clock,
  metrics,
  jobs,
  random: systemRandom,
  onError,
  writeNotices: (tx, event, notices, now) => writeNotices(tx, notifyDeps, event, notices, now),
  onWallChange: (tx, { event, participation }, now) =>
    notifyWallChange(tx, notifyDeps, event, participation, now),
};

const cloud = openCloud(url);
const link: DeviceLink = {
  ...noLink,
  name: 'cloud',
  send: async (outgoing) => {
    await sleep(CALL.there);
    const delivery = await cloud.deliver(outgoing);
    await sleep(CALL.back);
    return delivery;
  },
};

const observe = (devices: readonly DeviceRef[]) => observeReadings(deps, devices);
const eventDelivery = createEventDelivery(observe);
const deliver = createBatchDelivery({
  db,
  clock,
  metrics,
  linkOf: () => link,
  eventDelivery,
  sleep,
  onError,
  onDelivered: async () => {},
});
for (const name of COMMAND_JOBS) await jobs.workOnCommands(name, deliver);

const report = oneAtATime(
  () => cloud.report((readings) => ingest({ db, clock, metrics, onError, onStored: observe }, readings)),
  (error) => onError(error, 'storing readings'),
);
const events = oneAtATime(
  async () => {
    await sweepEvents(deps);
    await lookAtDevices(deps);
  },
  (error) => onError(error, 'carrying out events'),
);
const expiry = oneAtATime(
  () => expireCommands({ db, clock, metrics, eventDelivery }),
  (error) => onError(error, 'expiring late commands'),
);
every(REPORT_INTERVAL, report.run);
every(EVENT_INTERVAL, events.run);
every(EXPIRY_INTERVAL, expiry.run);
process.stdin.on('end', () => process.exit()).resume();
process.stdout.write('ready\n');
