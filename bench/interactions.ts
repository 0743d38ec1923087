import type { Locator, Page } from '@playwright/test';
import { PHONE, fillStorage, launchBrowser, slowDown, storageOfDemo } from './browser.ts';
import { server } from './demo-session.ts';
import { median } from './load.ts';

/**
 * How long a phone (4x slower CPU) takes from a tap to the next paint, as a ratio to a button of an empty page that changes one
 * text, in the same browser; and what moves on the page without a tap.
 */
const ROUNDS = 5;
/** What counts as good by the measure 'interaction to next paint'. */
const GOOD_MS = 200;

/** Runs in the page: keeps the longest duration of the events of each tap. */
const observe = (): void => {
  const taps = { longest: 0 };
  Object.assign(globalThis, { taps });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId > 0) taps.longest = Math.max(taps.longest, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

/** An event shorter than the threshold of the observer is never reported: it took at most one frame. */
const FRAME_MS = 16;

const timeOf = async (page: Page, target: Locator): Promise<number> => {
  await target.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    (globalThis as unknown as { taps: { longest: number } }).taps.longest = 0;
  });
  await target.click();
  // The observer is called in a task after the paint.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      }),
  );
  const longest = await page.evaluate(
    () => (globalThis as unknown as { taps: { longest: number } }).taps.longest,
  );
  return Math.max(longest, FRAME_MS);
};

const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: PHONE });
  const open = async (url: string, storage: Readonly<Record<string, string>>): Promise<Page> => {
    const page = await context.newPage();
    await fillStorage(page, storage);
    await page.addInitScript(observe);
    await page.goto(url);
    return page;
  };
  const bare = await open('about:blank', {});
  await bare.setContent(
    '<button onclick="this.textContent = this.textContent === `a` ? `b` : `a`">a</button>',
  );
  await bare.evaluate(observe);
  const page = await open(`${server}/`, await storageOfDemo());
  const energy = page.getByRole('button', { name: /^Energy use/, expanded: false });
  await energy.waitFor();
  await page.waitForLoadState('networkidle');
  for (const one of [bare, page]) await slowDown(await context.newCDPSession(one));

  const taps: readonly { readonly name: string; readonly tap: Locator; readonly undo: Locator }[] = [
    {
      name: 'open the energy graph',
      tap: energy,
      undo: page.getByRole('button', { name: /^Energy use/, expanded: true }),
    },
    {
      name: 'open the account menu',
      tap: page.getByRole('button', { name: /account menu/ }),
      undo: page.getByRole('button', { name: /account menu/ }),
    },
    {
      name: 'raise a setpoint',
      tap: page.getByRole('button', { name: /^Raise / }).first(),
      undo: page.getByRole('button', { name: /^Lower / }).first(),
    },
  ];
  const measure = async (name: string, tap: Locator, undo: Locator): Promise<void> => {
    const times: number[] = [];
    const limits: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await bare.bringToFront();
      const limit = await timeOf(bare, bare.getByRole('button'));
      await page.bringToFront();
      const time = await timeOf(page, tap);
      await undo.click();
      await page.waitForLoadState('networkidle');
      // The first round warms both up.
      if (round === 0) continue;
      times.push(time);
      limits.push(limit);
    }
    console.log(
      `${name}, phone: tap to next paint ÷ bare button ${(median(times) / median(limits)).toFixed(1)} (${median(times)} ms of ${GOOD_MS} ms ÷ ${median(limits)} ms)`,
    );
  };
  for (const { name, tap, undo } of taps) await measure(name, tap, undo);
  await energy.click();
  const graph = page.getByRole('region', { name: 'Energy use' });
  await measure(
    'graph to month',
    graph.getByRole('radio', { name: 'Month' }),
    graph.getByRole('radio', { name: 'Day' }),
  );
} finally {
  await browser.close();
}
