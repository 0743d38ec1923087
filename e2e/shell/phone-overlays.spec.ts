import { LONG, expect, test } from '../support/fixtures.ts';
import { isUncovered } from '../support/layout-checks.ts';
import { openSignedIn, waitForLateParts } from '../support/signed-in.ts';

test.use({ viewport: { width: 375, height: 812 } });

test('[UX-5] nothing that has the focus is hidden under the bars of a phone', LONG, async ({ page }) => {
  await openSignedIn(page, 'demo');
  await waitForLateParts(page);
  const reached = new Set<string>();
  // Round once: after the last entry of the bottom menu the focus leaves the page.
  for (let step = 0; step < 120 && !reached.has('Profile'); step += 1) {
    await page.keyboard.press('Tab');
    const { name, hidden } = await page.evaluate(() => {
      const active = document.activeElement;
      if (!active || active === document.body) return { name: '', hidden: false };
      const { left, top, width, height } = active.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return {
        name: active.getAttribute('aria-label') ?? active.textContent ?? '',
        hidden: !(hit && (active.contains(hit) || hit.contains(active))),
      };
    });
    expect(hidden ? name : '').toBe('');
    if (name !== '') reached.add(name);
  }
  expect([...reached].filter((name) => name.startsWith('Settings of '))).toHaveLength(6);
  expect([...reached].some((name) => name.startsWith('Messages'))).toBe(true);
});

test('[SHELL-3] [UX-5] a toast does not cover an open menu', LONG, async ({ page }) => {
  await openSignedIn(page, 'demo', { at: '/dev/parts' });
  await page.getByRole('button', { name: 'Failure toast' }).click();
  await expect(page.getByText('The maker did not answer.')).toBeVisible();
  await page.getByRole('button', { name: /^EN/ }).click();
  const entry = page.getByRole('menuitemradio', { name: 'English' });
  await expect(entry).toBeFocused();
  await expect.poll(() => isUncovered(entry)).toBe(true);
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
      await expect.poll(() => isUncovered(page.locator(':focus'))).toBe(true);
    }
    await expect(notice).toBeInViewport();
  },
);
