import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { messageOf, refreshNow, serveMessages } from './message-data.ts';
import { heading, openSignedIn } from '../support/signed-in.ts';

const COUNT = 5_000;
/** px; what was in the upper part stays in sight, and above the menu at the bottom. */
const WHEEL = 150;
/** Subjects of one to four lines on a phone. */
const many = Array.from({ length: COUNT }, (_, index) =>
  messageOf(`m${index}`, {
    subject: `Number ${index}.${' It is about the next peak event.'.repeat(index % 4)}`,
    plainTextBody: index === COUNT - 1 ? 'The very first one' : 'Some words of a message.',
  }),
);

const rows = (page: Page) => page.getByRole('main').locator('a[data-message]');
const row = (page: Page, index: number) => page.getByRole('link', { name: `Number ${index}.` });

/** Scrolls the list, or on phones the page, to a part of it between 0 and 1. */
const scrollTo = (page: Page, part: number) =>
  page.evaluate((to) => {
    const list = document.querySelector('ul:has(a[data-message])');
    const isOwn = list !== null && getComputedStyle(list).overflowY === 'auto';
    const scroller = isOwn ? list : document.documentElement;
    scroller.scrollTop = to * scroller.scrollHeight;
  }, part);

/** The number of the first message that begins in sight, and how far down it is, once the rows stand still. */
const firstInSight = async (page: Page): Promise<{ index: number; top: number }> => {
  let seen = { index: -1, top: 0 };
  const isSameAsBefore = async () => {
    const before = seen;
    seen = await rows(page).evaluateAll((links) => {
      const first = links.find((link) => link.getBoundingClientRect().top >= innerHeight / 4);
      if (!(first instanceof HTMLElement)) return { index: -1, top: 0 };
      return {
        index: Number(first.dataset['message']?.slice(1)),
        top: Math.round(first.getBoundingClientRect().top),
      };
    });
    return seen.index >= 0 && seen.index === before.index && seen.top === before.top;
  };
  await expect.poll(isSameAsBefore).toBe(true);
  return seen;
};
/** Whether a row is where it should be: heights have fractions, positions of scrolling have none. */
const isAt = async (page: Page, index: number, top: number): Promise<boolean> => {
  const now = await row(page, index).evaluate((link) => link.getBoundingClientRect().top);
  return Math.abs(now - top) <= 2;
};
const focused = (page: Page) =>
  page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['message'] : '',
  );

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 375, height: 740 },
]) {
  test(
    `[MSG-3] [MSG-6] five thousand messages at ${width} px: few rows are drawn, all are reached, and what is read stays in place`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      let list = many;
      await serveMessages(page, () => list);
      await openSignedIn(page, 'empty', { at: '/message-center/inbox' });
      await expect(row(page, 0)).toBeVisible();
      await expect(page.getByText('5,000 messages', { exact: true })).toBeVisible();
      await expect(page.getByRole('listitem').filter({ has: row(page, 3) })).toHaveAttribute(
        'aria-posinset',
        '4',
      );

      // The row with the focus stays in the document, and Tab goes on from there.
      await row(page, 0).focus();
      await scrollTo(page, 0.5);
      await expect(row(page, 30)).toHaveCount(0);
      await expect.poll(() => focused(page)).toBe('m0');
      await page.keyboard.press('Tab');
      if (width < 1024) await page.keyboard.press('Tab');
      await expect(row(page, 1)).toBeFocused();
      await expect(row(page, 1)).toBeInViewport();

      await scrollTo(page, 0.5);
      await expect(row(page, 20)).toHaveCount(0);
      const seen = await firstInSight(page);
      expect(seen.index).toBeGreaterThan(1_000);
      await expect.poll(() => rows(page).count()).toBeLessThan(60);
      // Rows above it, which turn out to be higher or lower than assumed, do not move it.
      await page.mouse.move(width / 3, height / 2);
      await page.mouse.wheel(0, -WHEEL);
      await expect.poll(() => isAt(page, seen.index, seen.top + WHEEL)).toBe(true);
      list = [messageOf('new', { subject: 'News' }), ...many];
      await refreshNow(page);
      await expect(page.getByText('5,001 messages', { exact: true })).toBeVisible();
      await expect.poll(() => isAt(page, seen.index, seen.top + WHEEL)).toBe(true);

      await row(page, seen.index).click();
      await expect(page).toHaveURL(new RegExp(`message/m${seen.index}$`));
      if (width < 1024) {
        await expect(heading(page)).toContainText(`Number ${seen.index}.`);
        await page.getByRole('link', { name: 'Inbox' }).click();
        await expect(row(page, seen.index)).toBeFocused();
      }
      await expect.poll(() => isAt(page, seen.index, seen.top + WHEEL)).toBe(true);

      // Those who read without scrolling find a way on where the drawn rows end.
      const last = await page
        .getByRole('button', { name: /^Go to message [\d,]+ of 5,001$/ })
        .last()
        .evaluate((button) => {
          const drawn = [...document.querySelectorAll<HTMLElement>('main a[data-message]')];
          if (button instanceof HTMLElement) button.click();
          return Number(drawn.at(-1)?.dataset['message']?.slice(1));
        });
      await expect(row(page, last + 1)).toBeFocused();
      await expect(row(page, last + 1)).toBeInViewport();
      await expectAccessible(page);

      await scrollTo(page, 1);
      await expect(row(page, COUNT - 1)).toBeInViewport();
      await page.getByRole('searchbox').fill('very first');
      await expect(rows(page)).toHaveCount(1);
      await expect(row(page, COUNT - 1)).toBeVisible();
      if (width < 1024) return;
      await page.getByRole('searchbox').fill('');
      await expect(row(page, COUNT - 1)).toBeInViewport();
    },
  );
}
