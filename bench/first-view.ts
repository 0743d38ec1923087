import type { Browser } from '@playwright/test';
import { apps } from '#domain/apps/apps.ts';
import type { AppName } from '#domain/apps/apps.ts';
import { DESKTOP, PHONE, fillStorage, launchBrowser, slowDown, slowLine, storageOfDemo } from './browser.ts';
import { server } from './demo-session.ts';
import { serveEmptyReactPage } from './empty-react-page.ts';
import { median } from './load.ts';

/**
 * What a phone on a slow line waits for: when the first device card, or the form of the sign-in, has been painted, as a ratio
 * to the heading of an empty React page in the same browser, rounds interleaved; and how much the page moves while it loads.
 */
const ROUNDS = 5;

interface View {
  readonly name: string;
  readonly url: string;
  /** Selector of the first real content. */
  readonly content: string;
  readonly storage: Readonly<Record<string, string>>;
  /** When it is to be ready, as a ratio to the empty React page. */
  readonly aim: number;
}

interface FirstView {
  readonly ready: number;
  readonly firstPaint: number;
  /** Started before the content was painted. */
  readonly requests: readonly string[];
  readonly shift: number;
}

interface Marks {
  ready: number;
  shift: number;
}

/** Runs in the page: notes when the content has been painted, and sums up what moves. */
const observe = (selector: string): void => {
  const marks: Marks = { ready: 0, shift: 0 };
  Object.assign(globalThis, { marks });
  const look = () => {
    if (document.querySelector(selector) === null) {
      requestAnimationFrame(look);
      return;
    }
    // What the frame draws is on the screen when a task after it runs.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      marks.ready = performance.now();
    });
    port1.start();
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) marks.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

const load = async (browser: Browser, view: View, isPhone: boolean): Promise<FirstView> => {
  const context = await browser.newContext({ viewport: isPhone ? PHONE : DESKTOP });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowLine(session);
    await slowDown(session);
    await fillStorage(page, view.storage);
    await page.addInitScript(observe, view.content);
    await page.goto(view.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => (globalThis as unknown as { marks: Marks }).marks.ready > 0);
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => {
      const { ready, shift } = (globalThis as unknown as { marks: Marks }).marks;
      const resources = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ready);
      return {
        ready,
        shift,
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        requests: [location.pathname, ...resources.map(({ name }) => new URL(name).pathname)],
      };
    });
  } finally {
    await context.close();
  }
};

const empty = await serveEmptyReactPage();
const browser = await launchBrowser();
const limit: View = { name: 'empty React page', url: empty.url, content: 'h1', storage: {}, aim: 1 };
/** What a visitor of each app has stored. */
const STORAGE: Readonly<Record<AppName, View['storage']>> = { signIn: {}, portal: await storageOfDemo() };
const views = (Object.keys(apps) as AppName[]).flatMap((app) =>
  apps[app].views.map(({ name, content }): View => ({
    name,
    content,
    url: `${server}/?pid=sunvale`,
    storage: STORAGE[app],
    aim: apps[app].budget.ready,
  })),
);
try {
  const limits: number[] = [];
  const seen = new Map<string, FirstView[]>(views.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { ready } = await load(browser, limit, true);
    const rows = [];
    for (const view of views) rows.push([view.name, await load(browser, view, true)] as const);
    // The first round warms server and browser up.
    if (round === 0) continue;
    limits.push(ready);
    for (const [name, row] of rows) seen.get(name)?.push(row);
  }
  console.log(
    `empty React page, phone: ready at ${median(limits).toFixed(0)} ms, ${(empty.bytes / 1_000).toFixed(0)} kB of script`,
  );
  for (const { name, aim } of views) {
    const rows = seen.get(name) ?? [];
    const ready = median(rows.map((row, index) => row.ready / (limits[index] ?? Number.NaN)));
    const paint = median(rows.map(({ firstPaint }, index) => firstPaint / (limits[index] ?? Number.NaN)));
    const requests = median(rows.map((row) => row.requests.length));
    const shift = Math.max(...rows.map((row) => row.shift));
    console.log(
      `${name}, phone: ready ÷ empty React page ${ready.toFixed(2)} (aim ${aim.toFixed(2)}), first paint ${paint.toFixed(2)}, ${requests} requests until ready (aim 8), layout shift ${shift.toFixed(3)} (aim 0.020)`,
    );
  }
  for (const view of views) {
    const { shift } = await load(browser, view, false);
    console.log(`${view.name}, ${DESKTOP.width} px: layout shift ${shift.toFixed(3)} (aim 0.020)`);
  }
} finally {
  await browser.close();
  empty.close();
}
