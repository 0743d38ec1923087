// A node that carries out events, for the test that kills it: the runtime of a server, with the devices of `openCloud`.
import type { DeviceLink, OnReadings } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time/time.ts';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { oneAtATime } from '../../server/src/devices/one-at-a-time.ts';
import { startDeviceRuntime } from '../../server/src/devices/runtime.ts';
import { createEventHooks } from '../../server/src/events/event-hooks.ts';
import { createEventNotices } from '../../server/src/events/notices/event-notices.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { createJobs } from '../../server/src/jobs/queue.ts';
import { every, sleep, systemTime } from '../../server/src/lib/clock/clock.ts';
import { createKeys } from '../../server/src/lib/secrets/keys.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { createViewedHouses } from '../../server/src/lib/viewed-houses.ts';
import { noLink } from '../../server/src/links/none.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { createNodeClock } from '../../server/src/start/node-clock.ts';
import { openCloud } from './event-cloud.ts';

/** A call to the cloud: the way there, and back. A node that is killed on the way back leaves a command that was carried out. */
const CALL = { there: 100, back: 1_000 } as const;
const REPORT_INTERVAL = SECOND;

const url = process.env['DATABASE_URL'] ?? '';
const onError = (error: unknown, what: string): void => {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`);
};
const db = connectPostgres(url, (error) => onError(error, 'database'));
const clock = await createNodeClock({ db, isEmbedded: false, sources: systemTime });
const metrics = createMetrics({ db, processMetrics: false });
const jobs = createJobs(url, (error) => onError(error, 'jobs'));
await jobs.start();

const cloud = openCloud(url);
let store: OnReadings = async () => {};
const link: DeviceLink = {
  ...noLink,
  name: 'cloud',
  send: async (outgoing) => {
    await sleep(CALL.there);
    const delivery = await cloud.deliver(outgoing);
    await sleep(CALL.back);
    return delivery;
  },
  subscribe: (onReadings) => {
    store = onReadings;
    return () => {};
  },
};
await startDeviceRuntime({
  db,
  clock,
  metrics,
  jobs,
  random: systemRandom,
  viewedHouses: createViewedHouses(clock),
  database: url,
  eventHooks: createEventHooks(clock),
  ...createEventNotices({
    jobs,
    keys: createKeys(new Uint8Array(32).fill(7), systemRandom),
    random: systemRandom,
    providers: readProviders(),
    publicUrl: () => 'https://portal.example/',
  }),
  simulated: false,
  clouds: [link],
  routes: { makers: {}, others: link.name },
  onError,
});
const report = oneAtATime(
  () => cloud.report((readings) => store(readings)),
  (error) => onError(error, 'storing readings'),
);
every(REPORT_INTERVAL, report.run);
process.stdin.on('end', () => process.exit()).resume();
process.stdout.write('ready\n');
