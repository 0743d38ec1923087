import type { Page } from '@playwright/test';
import { LONG, expect, test } from '../support/fixtures.ts';
import { coming, openEvent } from '../events/event-screen.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import { newestResult } from '../results/result-data.ts';
import { dashboardOf, openScreen, openSignedIn, region, waitForLateParts } from '../support/signed-in.ts';

/** As set in the browser: the root's size doubles, the window's does not. */
const doubleText = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
};

test(
  '[UX-1] [UX-40] with text of twice the size no screen is wider than 375 px, and names of devices and figures stay in their cards',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await doubleText(page);
    const session = await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    const tooWide = (within: string) =>
      page
        .locator(within)
        .evaluateAll((all) =>
          all
            .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent),
        );
    expect(await tooWide('main h3 a')).toEqual([]);
    await expect(region(page, 'Event Day Results').getByRole('listitem').first()).toBeVisible();
    expect(await tooWide('main [role=tablist], main li:has([role=tablist])')).toEqual([]);
    await expect(region(page, 'Your rewards').getByText('Details')).toBeVisible();

    const { devices } = await dashboardOf(page, session);
    const heater = devices.find(({ kind }) => kind === 'hwh');
    const { event } = await newestResult(page, session);
    for (const path of [
      `/device/${heater?.id}`,
      `/device/${heater?.id}/schedule`,
      `/device/${heater?.id}/settings`,
      '/my-account/profile',
      '/my-account/security',
      '/my-account/preferences',
      '/my-account/household',
      '/my-account/settings',
      `/event/${event.id}/receipt`,
    ]) {
      await openScreen(page, path);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      await expect.poll(() => horizontalOverflow(page), path).toBeLessThanOrEqual(0);
    }
  },
);

test(
  '[UX-40] [GRAPH-1] with text of twice the size the hours of the energy graph and of an event’s plan stand beside each other',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await doubleText(page);
    const overlaps = async () =>
      (await clippedOrOverlappingTexts(page)).filter((fault) => fault.startsWith('over one another'));
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    await page.getByRole('button', { name: /^Energy use/, expanded: false }).click();
    const hours = region(page, 'Energy use')
      .getByRole('application')
      .getByText(/^\d+ [AP]M$/);
    await expect(hours.first()).toBeVisible();
    expect(await overlaps()).toEqual([]);
    await openEvent(page, coming());
    await expect(
      page
        .getByText(/^\d+:\d\d.*–.*[AP]M$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await expect.poll(overlaps).toEqual([]);
  },
);

for (const width of [375, 1440]) {
  test(
    `[UX-1] [UX-26] with text of twice the size the message center is not wider than ${width} px, and the home’s name stands in lines of words`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await doubleText(page);
      await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
      await expect(page.getByRole('searchbox')).toBeVisible();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
      const house = page
        .getByRole('banner')
        .getByText(/^1420 Juniper/)
        .filter({ visible: true });
      const lines = () =>
        house.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
        });
      await expect.poll(lines).toBeLessThanOrEqual(3);
    },
  );
}
