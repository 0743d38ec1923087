// Runs test suites one after the other and adds up their counts: what `npm test` and `npm run test:long` share.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../start/ensure-built.mjs';
import { ensureChromium, ensureInstalled, ensurePostgres, nodeBinary, run } from '../start/setup.mjs';

const root = path.resolve(import.meta.dirname, '../..');

const NOTHING = { passed: 0, failed: 0 };

const readReport = (file, countsIn) => {
  try {
    return countsIn(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return NOTHING;
  }
};

/** Runs a program that writes a JSON report; one that fails without a failing test counts as one failure. */
const runWithReport = async ({ title, args, env, report, countsIn }) => {
  console.log(`\n${title}`);
  const started = performance.now();
  const isSuccess = await run(nodeBinary, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    show: true,
  }).then(
    () => true,
    () => false,
  );
  const { passed, failed } = readReport(report, countsIn);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${title}: ${passed} passed in ${seconds} s`);
  return { passed, failed: isSuccess ? failed : Math.max(1, failed) };
};

/** A suite of vitest; `args` choose the tests, `env` their amount. */
export const vitestSuite =
  (title, args = [], env = {}) =>
  ({ folder }) => {
    const report = path.join(folder, 'vitest.json');
    rmSync(report, { force: true });
    return runWithReport({
      title,
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...args,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      env,
      report,
      countsIn: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
    });
  };

/** The journeys of `e2e/`; a journey that passed only on a second try counts as failed. */
export const journeySuite =
  (title, args = []) =>
  ({ folder, chromium, demoData }) => {
    const report = path.join(folder, 'journeys.json');
    rmSync(report, { force: true });
    return runWithReport({
      title,
      args: ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', ...args],
      env: {
        CHROMIUM_PATH: chromium,
        JOURNEYS_REPORT: report,
        ...(demoData ? { JOURNEYS_DATA: demoData } : {}),
      },
      report,
      countsIn: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
    });
  };

/** Writes the demo history of the journeys while another suite runs: alone it would use one core of two. */
export const withDemoData = (suite) => async (context) => {
  const folder = path.join(context.folder, 'demo-data');
  const written = run(nodeBinary, ['e2e/write-demo-data.ts', folder], { cwd: root });
  // Its failure is reported once the suite has ended.
  written.catch(() => {});
  const counts = await suite(context);
  await written;
  context.demoData = folder;
  return counts;
};

/** What can be said about the sources without running them. */
export const checkSuite = async () => {
  console.log('\nChecks');
  const { check } = await import('../check/check.mjs');
  return check();
};

/** Installs what is missing, runs the suites and ends with the line `N passed, N failed`. */
export const runSuites = async (suites) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-test-'));
  const total = { ...NOTHING };
  try {
    await ensureInstalled();
    const chromium = await ensureChromium();
    await ensurePostgres();
    await ensureBuilt();
    const context = { folder, chromium };
    for (const suite of suites) {
      const { passed, failed } = await suite(context);
      total.passed += passed;
      total.failed += failed;
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    total.failed += 1;
  }
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
};
