import type { Page } from '@playwright/test';
import { LONG, expect, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow, smallTargets } from '../support/layout-checks.ts';
import {
  cards,
  goTo,
  heading,
  openScreen,
  openSignedIn,
  screensOf,
  waitForLateParts,
} from '../support/signed-in.ts';

const WIDTHS = [320, 375, 480, 768, 834, 1024, 1440, 1920];

const interactive = (page: Page) =>
  page.locator('a[href], button, input, select, [role=spinbutton], [role^=menuitem]');

/** How far the page scrolls sideways, and texts that are clipped. */
const misfits = async (page: Page): Promise<string[]> => {
  const overflow = await horizontalOverflow(page);
  return [...(overflow > 0 ? [`scrolls by ${overflow} px`] : []), ...(await clippedOrOverlappingTexts(page))];
};

/** One main, one h1, and menus with different names. */
const expectLandmarks = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(heading(page)).toHaveCount(1);
  const names = await page
    .getByRole('navigation')
    .evaluateAll((menus) => menus.map((menu) => menu.getAttribute('aria-label') ?? ''));
  expect(names.length).toBeGreaterThan(1);
  expect(names.every((name) => name !== '')).toBe(true);
  expect(new Set(names).size).toBe(names.length);
};

/** Every target has 24 px; menus, tabs and gears have 44. */
const smallTargetsOf = async (page: Page): Promise<string[]> => {
  const large = [
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link'),
    page.getByRole('banner').getByRole('button'),
    page.getByRole('navigation', { name: /My account|Message center/ }).locator('a, select'),
    page.getByRole('link', { name: /^Settings of / }),
    page.getByRole('button', { name: /^(More|Less): / }),
  ];
  const tooSmall = await Promise.all(large.map((targets) => smallTargets(targets, 44)));
  return [...tooSmall.flat(), ...(await smallTargets(interactive(page), 24))];
};

test(
  '[UX-1] [UX-3] [UX-7] [SHELL-4] every route: one main, one h1, named menus; no width scrolls it sideways or clips a text, nor does 400 % zoom; targets are large enough',
  LONG,
  async ({ page }) => {
    const session = await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    for (const { path } of await screensOf(page, session)) {
      await openScreen(page, path);
      await expectLandmarks(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        // Plots are drawn again once their width is known.
        await expect.poll(() => misfits(page), { message: `${path} at ${width}` }).toEqual([]);
        if (width === 375 || width === 1440) {
          expect(await interactive(page).count()).toBeGreaterThan(5);
          expect(await smallTargetsOf(page), `${path} at ${width}`).toEqual([]);
        }
      }
      // 1280 px at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      await expect.poll(() => horizontalOverflow(page), { message: path }).toBe(0);
    }
    await goTo(page, '/user-home');
    const gear = page.getByRole('link', { name: 'Settings of Family Car' });
    await gear.focus();
    await expect(gear).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.getByRole('button', { name: /account menu of/ }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    expect(await smallTargets(page.locator('[role^=menuitem]'), 44)).toEqual([]);
  },
);

test(
  '[UX-1] [UX-40] [SHELL-4] in Spanish no route, nor the house of every maker, scrolls sideways or clips a text',
  LONG,
  async ({ page }) => {
    const session = await openSignedIn(page, 'demo', { language: 'es' });
    await waitForLateParts(page);
    const expectFits = async (what: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => misfits(page), { message: `${what} at ${width}` }).toEqual([]);
      }
    };
    for (const { path } of await screensOf(page, session)) {
      await openScreen(page, path);
      await expectFits(path);
    }
    await openSignedIn(page, 'makers', { language: 'es' });
    await expect(cards(page).first()).toBeVisible();
    await expectFits('makers');
  },
);

test(
  '[UX-1] [UX-7] the sign-in screen does not scroll sideways, and its targets are large enough',
  LONG,
  async ({ page }) => {
    for (const language of ['en', 'es']) {
      await page.goto(`/?lang=${language}`);
      await expect(heading(page)).toBeVisible();
      for (const width of [1440, 768, 375, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await horizontalOverflow(page)).toBe(0);
      }
      expect(await clippedOrOverlappingTexts(page)).toEqual([]);
      expect(await smallTargets(interactive(page), 24)).toEqual([]);
      expect(await smallTargets(page.getByRole('main').locator('button, input'), 44)).toEqual([]);
    }
  },
);
