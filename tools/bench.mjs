// `npm run bench`: starts PostgreSQL and the server on it, and lets each benchmark print its ratios.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, ensurePostgres, nodeBinary, run, startPostgres } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const BENCHMARKS = ['tools/bench/simulator', 'tools/bench/ingest', 'bench/dashboard', 'bench/plots'];

const startServer = (databaseUrl) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, PORT: '0', DATABASE_URL: databaseUrl };
    const server = spawn(nodeBinary, [path.join(root, 'server/src/main.ts'), '--demo'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url) resolve({ url, stop: () => server.kill('SIGTERM') });
    });
    server.once('exit', () => reject(new Error(`The server ended: ${said}`)));
  });

await ensureInstalled();
await ensureBuilt();
const postgres = await startPostgres(await ensurePostgres());
const server = await startServer(postgres.url);
try {
  const asked = process.argv.slice(2);
  for (const name of BENCHMARKS.filter((one) => asked.every((word) => one.includes(word)))) {
    const env = { ...process.env, BENCH_SERVER: server.url, BENCH_DATABASE: postgres.url };
    await run(nodeBinary, [path.join(root, `${name}.ts`)], { env, show: true });
  }
} finally {
  server.stop();
  await postgres.stop();
}
