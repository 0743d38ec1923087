import { LONG, expect, test } from '../support/fixtures.ts';
import { openSignedIn, waitForLateParts } from '../support/signed-in.ts';

/** Whether the middle of the element is not covered by another. */
const isUncovered = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && element.contains(hit);
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('[SHELL-3] [UX-5] a toast does not cover an open menu', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/dev/parts' });
    await page.getByRole('button', { name: 'Failure toast' }).click();
    await expect(page.getByText('The maker did not answer.')).toBeVisible();
    await page.getByRole('button', { name: /^EN/ }).click();
    const entry = page.getByRole('menuitemradio', { name: 'English' });
    await expect(entry).toBeFocused();
    await expect.poll(() => entry.evaluate(isUncovered)).toBe(true);
  });

  test(
    '[UX-36] [UX-5] the notice of a lost connection stays in view, and hides nothing that has the focus',
    LONG,
    async ({ page, context }) => {
      await openSignedIn(page, 'demo');
      await waitForLateParts(page);
      const car = page.getByRole('link', { name: 'Family Car', exact: true });
      await car.scrollIntoViewIfNeeded();
      await context.setOffline(true);
      const notice = page.getByText('You are offline', { exact: false }).first();
      await expect(notice).toBeInViewport();
      await car.focus();
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('Shift+Tab');
        await expect.poll(() => page.locator(':focus').evaluate(isUncovered)).toBe(true);
      }
      await expect(notice).toBeInViewport();
    },
  );
});
