// `npm start`: installs, builds and serves, each only when it is needed. Runs on the installed Node 20 or newer.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, nodeBinary } from './setup.mjs';

const main = path.resolve(import.meta.dirname, '../server/src/main.ts');

const serve = () => {
  const server = spawn(nodeBinary, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
};

try {
  await ensureInstalled();
  await ensureBuilt();
  serve();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
