// Goes on with an import as a worker of the server does, for the test that kills it.
import { NO_TIMEOUTS, connectPostgres } from '../../server/src/db/connection.ts';
import { createEventHooks } from '../../server/src/events/event-hooks.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { createJobs } from '../../server/src/jobs/queue.ts';
import { createKeys } from '../../server/src/lib/secrets/keys.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { runImport } from '../../server/src/provisioning/import/run-import.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { importActs } from '../../server/src/routes/import-acts.ts';

const [providerId = '', id = '', now = ''] = process.argv.slice(2);
const url = process.env['DATABASE_URL'] ?? '';
const onError = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`);
};
// A statement that is held up waits until its process is killed.
const db = connectPostgres(url, onError, NO_TIMEOUTS);
const jobs = createJobs(url, onError);
await jobs.start();
const clock = { now: () => new Date(now) };
const deps = {
  db,
  clock,
  jobs,
  keys: createKeys(new Uint8Array(32).fill(7), systemRandom),
  random: systemRandom,
  providers: readProviders(),
  publicUrl: () => 'https://portal.example/',
  runningLinks: ['simulator'],
  metrics: createMetrics({ db, processMetrics: false }),
  eventHooks: createEventHooks(clock),
  onError,
};
process.stdin.on('end', () => process.exit()).resume();
await runImport({ ...deps, acts: importActs(deps) }, { providerId, id });
process.exit();
