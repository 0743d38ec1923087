import type { Page } from '@playwright/test';
import type { Message } from '#contract/entities/message.ts';
import { fillStorage, launchBrowser, storageOfDemo } from './browser.ts';
import { server } from './demo-session.ts';

/**
 * Frames that take longer than 50 ms while a list of 5,000 messages is scrolled from its first to its last row and while a
 * search is typed, beside those of a list of 100 in the same browser.
 */
const MANY = 5_000;
const FEW = 100;
const SLOW_MS = 50;
/** A fast flick. */
const PIXELS_PER_FRAME = 1_500;
const QUERY = 'returns to friday';

const messages = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `m${index}`,
    subject: `Message ${index} about the peak event on Friday`,
    htmlBody: '<p>Words</p>',
    plainTextBody: `Your heating returns to usual at eight, number ${index}. `.repeat(8),
    createdAt: '2026-06-01T12:00:00.000Z',
    read: index % 5 === 0 ? null : '2026-06-01T13:00:00.000Z',
    favorite: index % 9 === 0,
    archived: false,
    kind: 'general_notification',
    fromAccount: false,
    parentMessageId: null,
    eventId: null,
    language: 'en',
    translations: {},
    about: null,
  }));

interface Frames {
  readonly all: number;
  readonly slow: number;
  readonly longest: number;
  readonly rows: number;
  readonly last: string;
}

/** Scrolls the list, or on phones the page, until its last row is there and in sight. */
const scrollThrough = (page: Page): Promise<Frames> =>
  page.evaluate(
    async ([step = 0, slow = 0]) => {
      const list = document.querySelector('ul:has(> li a[data-message])');
      const isOwn = list !== null && getComputedStyle(list).overflowY === 'auto';
      const scroller = isOwn ? list : document.documentElement;
      const gaps: number[] = [];
      const frame = () => new Promise<number>(requestAnimationFrame);
      const isAtEnd = () => scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
      let last = await frame();
      for (let still = 0; still < 3;) {
        scroller.scrollTop += step;
        const now = await frame();
        gaps.push(now - last);
        last = now;
        still = isAtEnd() ? still + 1 : 0;
      }
      return {
        all: gaps.length,
        slow: gaps.filter((gap) => gap > slow).length,
        longest: Math.max(...gaps),
        rows: document.querySelectorAll('a[data-message]').length,
        last: [...document.querySelectorAll<HTMLElement>('a[data-message]')].at(-1)?.dataset['message'] ?? '',
      };
    },
    [PIXELS_PER_FRAME, SLOW_MS],
  );

/** The longest time between two frames while the query is typed, in ms. */
const typeQuery = async (page: Page): Promise<number> => {
  const search = page.getByRole('searchbox');
  await search.fill('x');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const record = { longest: 0, on: true };
    Object.assign(globalThis, { record });
    let last = performance.now();
    const next = () => {
      const now = performance.now();
      record.longest = Math.max(record.longest, now - last);
      last = now;
      if (record.on) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await search.fill('');
  await search.pressSequentially(QUERY);
  await page.getByRole('status').filter({ hasText: 'found' }).waitFor();
  return page.evaluate(() => {
    const { record } = globalThis as unknown as { record: { longest: number; on: boolean } };
    record.on = false;
    return record.longest;
  });
};

const stored = await storageOfDemo();
const browser = await launchBrowser();
try {
  for (const width of [1440, 375]) {
    for (const count of [FEW, MANY]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await fillStorage(page, stored);
      const inbox = JSON.stringify(messages(count));
      await page.route('**/message?**', (route) =>
        route.fulfill({
          contentType: 'application/json',
          body: route.request().url().includes('archived=true') ? '[]' : inbox,
        }),
      );
      await page.goto(`${server}/#/message-center/inbox`);
      await page.locator('a[data-message]').first().waitFor();
      await page.waitForLoadState('networkidle');
      const { all, slow, longest, rows, last } = await scrollThrough(page);
      if (last !== `m${count - 1}`) throw new Error(`The last row is ${last}`);
      const typing = await typeQuery(page);
      console.log(
        `${count} messages at ${width} px: ${rows} rows drawn, ${slow} of ${all} frames over ${SLOW_MS} ms while scrolling (${((100 * slow) / all).toFixed(1)} %, longest ${longest.toFixed(0)} ms); longest frame while a search is typed ${typing.toFixed(0)} ms`,
      );
      await page.close();
    }
  }
} finally {
  await browser.close();
}
