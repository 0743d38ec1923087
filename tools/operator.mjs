// `npm run operator -- <command>`: orders events of a running server over HTTP; without a command it says which there are.
// `first` makes the first operator of a provider, and works on the database itself.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, nodeBinary } from './setup.mjs';

const args = process.argv.slice(2);
const isFirst = args[0] === 'first';
const main = path.resolve(
  import.meta.dirname,
  isFirst ? '../server/src/first-operator-main.ts' : 'operator/main.ts',
);

try {
  await ensureInstalled();
  const child = spawn(nodeBinary, [main, ...(isFirst ? args.slice(1) : args)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
