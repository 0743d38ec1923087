import type { CDPSession, Page } from '@playwright/test';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { PHONE, fillStorage, launchBrowser, storageOfDemo } from './browser.ts';
import { server } from './demo-session.ts';
import { median } from './load.ts';

/**
 * What a dashboard that stays open costs: requests and bytes of a refresh against the one conditional request that is promised
 * (and one more each 30 s for the open graph), and how memory grows in half an hour of polling. The page's clock runs fast.
 */
const REFRESH = 10 * SECOND;
const GRAPH_REFRESH = 30 * SECOND;
const COUNTED = 10 * MINUTE;
const WARM_UP = 5 * MINUTE;
const POLLED = 30 * MINUTE;

interface Call {
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
}

/** Every API call that ended, with the bytes on the line, headers included. */
const recordCalls = async (session: CDPSession): Promise<Call[]> => {
  const calls: Call[] = [];
  const paths = new Map<string, string>();
  // A 304 is shown to the page as the answer it stands for, and only this event, which may come first, has what was on the line.
  const statuses = new Map<string, number>();
  await session.send('Network.enable');
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.startsWith('/api/')) paths.set(requestId, pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path) calls.push({ path, status: statuses.get(requestId) ?? 0, bytes: encodedDataLength });
  });
  return calls;
};

/** Lets time pass in the page, one refresh after the other, each with its answers. */
const letPass = async (page: Page, time: number): Promise<void> => {
  for (let passed = 0; passed < time; passed += REFRESH) {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/dashboard'));
    await page.clock.runFor(REFRESH);
    await (await answered).finished();
    await page.waitForLoadState('networkidle');
  }
};

const heapOf = async (session: CDPSession): Promise<{ readonly bytes: number; readonly nodes: number }> => {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { bytes: usedSize, nodes };
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const report = (name: string, calls: readonly Call[], promised: number): void => {
  const refreshes = COUNTED / REFRESH;
  const unchanged = calls.filter(({ path, status }) => path.endsWith('/dashboard') && status === 304);
  const others = calls.filter(({ path }) => !path.endsWith('/dashboard'));
  const bytes = calls.reduce((sum, call) => sum + call.bytes, 0) / refreshes;
  console.log(
    `${name}: requests ÷ promised ${(calls.length / promised).toFixed(2)} (aim 1.00; ${calls.length} in ${COUNTED / MINUTE} minutes), ${bytes.toFixed(0)} bytes per refresh, ${median(unchanged.map((call) => call.bytes)).toFixed(0)} when nothing changed (${unchanged.length} of ${refreshes})`,
  );
  const counts = Map.groupBy(others, ({ path }) => lastPart(path));
  if (counts.size > 0)
    console.log(
      `  besides the refresh: ${[...counts].map(([path, { length }]) => `${path} ${length}`).join(', ')}`,
    );
};

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: PHONE });
  const session = await page.context().newCDPSession(page);
  await page.clock.install();
  await fillStorage(page, await storageOfDemo());
  await page.goto(`${server}/`);
  await page.locator('[aria-labelledby=devices-title] h3').first().waitFor();
  const graph = page.getByRole('button', { name: /^Energy use/ });
  await graph.waitFor();
  await page.waitForLoadState('networkidle');
  // It can be stopped only at a time to come.
  await page.clock.pauseAt(Date.now() + MINUTE);
  await letPass(page, WARM_UP);

  const calls = await recordCalls(session);
  await letPass(page, COUNTED);
  report('open dashboard', calls.splice(0), COUNTED / REFRESH);

  await graph.click();
  await letPass(page, GRAPH_REFRESH);
  calls.splice(0);
  const before = await heapOf(session);
  await letPass(page, COUNTED);
  report('open dashboard with graph', calls.splice(0), COUNTED / REFRESH + COUNTED / GRAPH_REFRESH);
  await letPass(page, POLLED - COUNTED);
  const after = await heapOf(session);
  console.log(
    `memory after ${POLLED / MINUTE} minutes of polling ÷ before: ${(after.bytes / before.bytes).toFixed(2)} (aim 1.10; ${(before.bytes / 1e6).toFixed(1)} to ${(after.bytes / 1e6).toFixed(1)} MB), nodes ${(after.nodes / before.nodes).toFixed(2)} (aim 1.05)`,
  );
} finally {
  await browser.close();
}
