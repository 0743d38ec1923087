// `npm test`: installs what is missing, then checks, unit and database tests, and journeys in a real browser.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureChromium, ensureInstalled, ensurePostgres, nodeBinary, run } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'porchlight-test-'));
const total = { passed: 0, failed: 0 };

const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};

/** Runs one suite to its end; a runner that fails without a failing test counts as one failure. */
const suite = async (title, args, env, count) => {
  console.log(`\n${title}`);
  const ended = await run(nodeBinary, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    show: true,
  }).then(
    () => true,
    () => false,
  );
  const counted = count();
  add({ passed: counted.passed, failed: ended ? counted.failed : Math.max(1, counted.failed) });
};

const readReport = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(path.join(reports, name), 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
};

const main = async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await ensurePostgres();
  await ensureBuilt();

  console.log('\nChecks');
  const { check } = await import('./check.mjs');
  add(await check());

  const unit = path.join(reports, 'unit.json');
  await suite(
    'Unit, property and database tests',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${unit}`,
    ],
    {},
    () =>
      readReport('unit.json', (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests })),
  );

  await suite(
    'Journeys in a browser',
    ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts'],
    { CHROMIUM_PATH: chromium, JOURNEYS_REPORT: path.join(reports, 'journeys.json') },
    () =>
      readReport('journeys.json', ({ stats }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
      })),
  );
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  total.failed += 1;
}
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
