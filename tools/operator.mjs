// `npm run operator -- <command>`: orders events of a running server over HTTP; without a command it says which there are.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, nodeBinary } from './setup.mjs';

const main = path.resolve(import.meta.dirname, 'operator/main.ts');

try {
  await ensureInstalled();
  const child = spawn(nodeBinary, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
