import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LONG, test as base, expect } from '../support/fixtures.ts';
import { startServer } from '../support/server.ts';
import { openSignedIn } from '../support/signed-in.ts';
import {
  expectFigures,
  expectSameDocument,
  expectWaiting,
  markDocument,
  shownProgress,
} from './preparing.ts';

const HOLD = pathToFileURL(path.resolve(import.meta.dirname, '../support/hold-history.mjs')).href;

const test = base.extend<object, { readonly gate: string; readonly server: string }>({
  gate: [
    async ({ browserName: _ }, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-gate-'));
      await provide(path.join(folder, 'open'));
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ gate }, provide) => {
      const settings = { DEMO_DAYS: '7', HISTORY_GATE: gate, NODE_OPTIONS: `--import=${HOLD}` };
      const { url, shutDownAndDelete } = await startServer({ isFirstStart: true, settings });
      await provide(url);
      await shutDownAndDelete();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test(
  "a dashboard that is opened in a demo's first seconds says how far its past is, and turns into figures without a reload",
  LONG,
  async ({ page, gate }) => {
    await openSignedIn(page, 'demo');
    await expectWaiting(page);
    // On a busy machine the first part takes a while.
    await expect.poll(() => shownProgress(page), { timeout: 120_000 }).toBeGreaterThan(0);
    expect(await shownProgress(page)).toBeLessThan(60);
    await markDocument(page);
    await writeFile(gate, '');
    await expectFigures(page);
    await expectSameDocument(page);
  },
);
