// `npm run simulate -- --homes 1000 --speed 60`: simulates homes into the database of DATABASE_URL, or of DATA_DIR.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, nodeBinary } from './setup.mjs';

const main = path.resolve(import.meta.dirname, '../server/src/simulate-main.ts');

try {
  await ensureInstalled();
  await ensureBuilt();
  const child = spawn(nodeBinary, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
