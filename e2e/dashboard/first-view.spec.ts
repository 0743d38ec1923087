import { HOUR } from '#domain/time/time.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards, openSignedIn } from '../support/signed-in.ts';

/** Runs in the page: notes when the first card was put on it, in ms since the page was asked for. */
const noteFirstCard = (): void => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[aria-labelledby=devices-title] h3') === null) return;
    observer.disconnect();
    document.documentElement.dataset['firstCard'] = String(performance.now());
  }).observe(document, { childList: true, subtree: true });
};

test('[UX-8] [UX-20] on a phone the first card and the banner of an event need eight requests: what is below the first screen comes later', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const start = Date.now() + 2 * HOUR;
  await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
  await page.addInitScript(noteFirstCard);
  await openSignedIn(page, 'demo');
  await expect(page.getByRole('button', { name: 'Opt out' }).first()).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  const firstCard = Number(await page.locator('html').getAttribute('data-first-card'));
  const requests = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name, startTime }) => ({ path: new URL(name).pathname, startTime })),
    );
  // They are listed when they have been answered.
  await expect.poll(async () => (await requests()).some(({ path }) => path.endsWith('/plan'))).toBe(true);
  const before = (await requests()).filter(({ startTime }) => startTime < firstCard).map(({ path }) => path);
  // And the page itself.
  expect(before.length, before.join(' ')).toBeLessThanOrEqual(7);
  // What every view needs is asked for before the page's script knows who is signed in.
  expect(before.slice(0, 2).join(' ')).toMatch(/rolldown-runtime-\S+\.js \S+base-\S+\.js/);
});
