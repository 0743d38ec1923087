import type { Page } from '@playwright/test';
import { longIf, expect, test } from '../support/fixtures.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { layoutShift } from '../support/layout-checks.ts';
import { dashboardOf, openSignedIn, storeSession, waitForIdleCalls } from '../support/signed-in.ts';
import { newestResult } from '../results/result-data.ts';
import { openBatteryEvent } from './battery-event.ts';
import { coming, openEvent, running } from './event-screen.ts';

/** Waits for all that the page asks for, and returns how far it moved since it was opened. */
const shiftOf = async (page: Page): Promise<number> => {
  await waitForIdleCalls(page);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 });
  return layoutShift(page);
};

for (const { width, height } of [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]) {
  test(
    `[UX-33] [UX-34] at ${width} px device, event and receipt are opened without anything that moves`,
    longIf(width !== 768),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const session = await storeSession(page, 'demo');
      const { devices } = await dashboardOf(page, session);
      const { event } = await newestResult(page, session);
      const idOf = (wanted: string) => devices.find(({ kind }) => kind === wanted)?.id ?? '';
      const paths = [
        ...['tstat', 'hwh', 'battery', 'evse'].map((kind) => `/device/${idOf(kind)}`),
        ...['schedule', 'settings'].map((tab) => `/device/${idOf('hwh')}/${tab}`),
        `/event/${event.id}`,
        `/event/${event.id}/receipt`,
      ];
      for (const at of paths) {
        await openSignedIn(page, 'demo', { at });
        expect(await shiftOf(page), at).toBeLessThanOrEqual(0.02);
      }
      for (const [name, span] of [
        ['before', coming()],
        ['while it runs', running()],
      ] as const) {
        await openEvent(page, span);
        expect(await shiftOf(page), `event ${name}`).toBeLessThanOrEqual(0.02);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await openBatteryEvent(page, span);
        expect(await shiftOf(page), `battery ${name}`).toBeLessThanOrEqual(0.02);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
  );

  test(
    `[UX-33] [UX-34] at ${width} px what stands in for a screen fills the place of its content after a moment, and the end of the page stays below it`,
    longIf(width !== 768),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const session = await storeSession(page, 'demo');
      const { devices } = await dashboardOf(page, session);
      const { event } = await newestResult(page, session);
      const main = page.getByRole('main');
      for (const [at, code] of [
        [`/device/${devices[0]?.id}`, /\/assets\/DeviceDetail-[^/]*\.js/],
        [`/event/${event.id}`, /\/assets\/EventPageScreen-[^/]*\.js/],
        [`/event/${event.id}/receipt`, /\/assets\/ReceiptPage-[^/]*\.js/],
      ] as const) {
        const letGo = await holdAnswers(page, code);
        await page.goto('about:blank');
        await page.goto(`/#${at}`);
        const shape = main.locator('[role=status] > [aria-hidden=true]');
        await expect(shape).toHaveCSS('opacity', '1');
        await expect(shape).toHaveCSS('animation-delay', '0.3s');
        await expect(main.locator('[aria-busy=true]').first()).toBeAttached();
        const awaited = await shape.boundingBox();
        await expect(page.getByRole('contentinfo')).not.toBeInViewport();
        letGo();
        await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(main.locator('[aria-busy=true] h1')).toHaveCount(0);
        expect(await shiftOf(page), at).toBeLessThanOrEqual(0.02);
        const content = await main.evaluate((element) => {
          const { paddingLeft, paddingTop } = getComputedStyle(element);
          const { left, top } = element.getBoundingClientRect();
          return {
            x: left + Number.parseFloat(paddingLeft),
            y: top + scrollY + Number.parseFloat(paddingTop),
          };
        });
        expect(Math.abs((awaited?.x ?? 0) - content.x), at).toBeLessThanOrEqual(1);
        // A heading that only screen readers find stands before it.
        expect(Math.abs((awaited?.y ?? 0) - content.y), at).toBeLessThanOrEqual(24);
        expect(awaited?.height, at).toBeGreaterThanOrEqual(height);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
  );
}
