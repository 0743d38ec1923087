import { LONG, expect, test } from './fixtures.ts';
import { horizontalOverflow } from './layout-checks.ts';
import { openSignedIn } from './signed-in.ts';

for (const width of [375, 1440]) {
  test(
    `[UX-1] [UX-26] with text of twice the size the message center is not wider than ${width} px, and the home’s name stands in lines of words`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
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
