// `npm run bench`: starts PostgreSQL and the server on it, and lets each benchmark print its ratios.
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureChromium, ensureInstalled, nodeBinary, run } from './setup.mjs';

await ensureInstalled();
await ensureBuilt();
const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
try {
  const program = path.join(import.meta.dirname, 'run-benchmarks.ts');
  await run(nodeBinary, [program, ...process.argv.slice(2)], { env, show: true });
} catch {
  process.exitCode = 1;
}
