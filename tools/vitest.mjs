// Runs vitest under the project's own Node, whatever `node` is on the PATH.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, nodeBinary } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');

await ensureInstalled();
await ensureBuilt();
const child = spawn(
  nodeBinary,
  [path.join(root, 'node_modules/vitest/vitest.mjs'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
