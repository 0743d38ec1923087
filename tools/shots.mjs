// `npm run shots`: a screenshot of every screen, in every width, language and theme, into shots/.
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureChromium, ensureInstalled, nodeBinary, run } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');

await ensureInstalled();
await ensureBuilt();
const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
try {
  await run(nodeBinary, [path.join(root, 'tools/take-screenshots.ts'), ...process.argv.slice(2)], {
    env,
    show: true,
  });
} catch {
  process.exitCode = 1;
}
