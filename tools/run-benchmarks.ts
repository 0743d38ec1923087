import path from 'node:path';
import { startServer, waitUntilReady } from '../e2e/server.ts';
import { ensurePostgres, nodeBinary, run, startPostgres } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const BENCHMARKS = [
  'tools/bench/simulator',
  'tools/bench/baselines',
  'tools/bench/ingest',
  'tools/bench/delivery',
  'tools/bench/events',
  'tools/bench/retention',
  'bench/dashboard',
  'bench/plots',
];

const asked = process.argv.slice(2);
const postgres = await startPostgres(await ensurePostgres());
const server = await startServer({ databaseUrl: postgres.url });
await waitUntilReady(server.url);
try {
  const env = { ...process.env, BENCH_SERVER: server.url, BENCH_DATABASE: postgres.url };
  for (const name of BENCHMARKS.filter((one) => asked.every((word) => one.includes(word)))) {
    await run(nodeBinary, [path.join(root, `${name}.ts`)], { env, show: true });
  }
} finally {
  await server.shutDownAndDelete();
  await postgres.stop();
}
