// Runs the journeys alone: `npm run test:journeys -- sign-in`.
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureChromium, ensureInstalled, nodeBinary, run } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');

await ensureInstalled();
await ensureBuilt();
const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
const args = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts'];
try {
  await run(nodeBinary, [...args, ...process.argv.slice(2)], { cwd: root, env, show: true });
} catch {
  process.exitCode = 1;
}
