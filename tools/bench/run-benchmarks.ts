import path from 'node:path';
import { startServer, waitUntilReady } from '../../e2e/support/server.ts';
import { ensurePostgres, nodeBinary, run, startPostgres } from '../start/setup.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const BENCHMARKS = [
  'tools/bench/start',
  'tools/bench/simulator',
  'tools/bench/baselines',
  'tools/bench/message-search',
  'tools/bench/ingest',
  'tools/bench/import',
  'tools/bench/delivery',
  'tools/bench/events',
  'tools/bench/stop-events',
  'tools/bench/at-rest',
  'tools/bench/download',
  'tools/bench/settling',
  'tools/bench/retention',
  'bench/first-view',
  'bench/open-dashboard',
  'bench/interactions',
  'bench/dashboard',
  'bench/plots',
  'bench/messages',
];

const words = process.argv.slice(2);
const names = BENCHMARKS.filter((name) => words.every((word) => name.includes(word)));
const ofServer = names.filter((name) => name.startsWith('bench/'));
const postgres = await startPostgres(await ensurePostgres());
const runAll = async (some: readonly string[], more: Readonly<Record<string, string>>): Promise<void> => {
  const env = { ...process.env, BENCH_DATABASE: postgres.url, ...more };
  for (const name of some) await run(nodeBinary, [path.join(root, `${name}.ts`)], { env, show: true });
};
try {
  // Before the server starts: it writes the past of its demo data for minutes, beside which nothing else can be measured.
  await runAll(
    names.filter((name) => !ofServer.includes(name)),
    {},
  );
  if (ofServer.length > 0) {
    const server = await startServer({ databaseUrl: postgres.url });
    try {
      await waitUntilReady(server.url);
      await runAll(ofServer, { BENCH_SERVER: server.url });
    } finally {
      await server.shutDownAndDelete();
    }
  }
} finally {
  await postgres.stop();
}
