import type { Page } from '@playwright/test';
import { changeDashboard } from '../devices/controls.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import {
  DASHBOARD_CALL,
  card,
  cards,
  heading,
  openSignedIn,
  waitForLateParts,
} from '../support/signed-in.ts';
import { returnToTab, setVisibility } from '../support/tab-visibility.ts';

const choose = async (page: Page, button: RegExp, entry: RegExp): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  await page.getByRole('menuitemradio', { name: entry }).click();
};

test(
  '[UX-36] [UX-1] [LANG-6] [SHELL-6] home, language, theme, size, a hidden tab and a lost connection: the open dashboard loses nothing and keeps its layout',
  LONG,
  async ({ page, context }) => {
    // Words that move are compared when they stand.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSignedIn(page, 'demo');
    const energy = page.getByRole('region', { name: /^(Energy use|Consumo de energía)$/ });
    const board = page.getByRole('region', { name: /^(Leaderboard|Clasificación)$/ });
    await waitForLateParts(page);
    await energy.getByRole('radio', { name: 'Week' }).check();
    await board.getByRole('combobox').selectOption('own');
    await energy.getByRole('button', { name: 'Energy use: Show table' }).click();
    const check = async (step: string, count = 6) => {
      await waitForLateParts(page);
      await expect(cards(page), step).toHaveCount(count);
      await expect(heading(page), step).toHaveCount(1);
      await expect(page.getByRole('main').getByRole('alert'), step).toHaveCount(0);
      expect(await horizontalOverflow(page), step).toBeLessThanOrEqual(0);
      expect(await clippedOrOverlappingTexts(page), step).toEqual([]);
    };
    const checkChoices = async (step: string) => {
      await check(step);
      await expect(energy.getByRole('radio', { name: /^(Week|Semana)$/ }), step).toBeChecked();
      await expect(energy.getByRole('table'), step).toBeVisible();
      await expect(board.getByRole('combobox'), step).toHaveValue('own');
    };
    await checkChoices('as opened');
    await choose(page, /language: English/, /Español/);
    await checkChoices('in Spanish');
    await choose(page, /^MR, /, /^Oscuro$/);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await checkChoices('in dark colours');
    await page.setViewportSize({ width: 375, height: 812 });
    await check('on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await checkChoices('wide again');

    await setVisibility(page, 'hidden');
    const again = page.waitForResponse(DASHBOARD_CALL);
    await setVisibility(page, 'visible');
    expect((await again).ok()).toBe(true);
    await checkChoices('after another tab');
    await context.setOffline(true);
    await expect(page.getByText('Sin conexión: solo lectura').first()).toBeVisible();
    await expect(cards(page)).toHaveCount(6);
    await expect(energy.getByRole('radio', { name: 'Semana' })).toBeChecked();
    const back = page.waitForResponse(DASHBOARD_CALL);
    await context.setOffline(false);
    expect((await back).ok()).toBe(true);
    await expect(page.getByText('Sin conexión: solo lectura')).toHaveCount(0);
    await checkChoices('back online');

    await choose(page, /^Elija un hogar/, /Mesa Verde Drive/);
    await expect(card(page, 'Cabin Water Heater')).toBeVisible();
    await expect(card(page, 'Living Room')).toHaveCount(0);
    await waitForLateParts(page);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    expect(await clippedOrOverlappingTexts(page)).toEqual([]);
    await choose(page, /^Elija un hogar/, /Juniper Lane/);
    await check('the first home again');
  },
);

test(
  '[DASH-1] [UX-36] who turns a tablet keeps opened sections, the focus and the place on the page, also when a part of the page is switched off',
  LONG,
  async ({ page }) => {
    const [portrait, landscape] = [
      { width: 820, height: 1180 },
      { width: 1180, height: 820 },
    ];
    let enableHomeWeather = true;
    await changeDashboard(page, (answer) => ({
      ...answer,
      settings: { ...answer.settings, enableHomeWeather },
    }));
    await page.setViewportSize(portrait);
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    const opened = page.getByRole('main').getByRole('button', { expanded: true });
    for (const name of [/^Energy use/, /^Simulated forecast/])
      await page.getByRole('main').getByRole('button', { name }).click();
    await expect(opened).toHaveText([/^Energy use/, /^Simulated forecast/]);
    await page.setViewportSize(landscape);
    await expect(opened).toHaveCount(0);
    await page.setViewportSize(portrait);
    await expect(opened).toHaveText([/^Energy use/, /^Simulated forecast/]);
    await expect(page.getByRole('region', { name: 'Energy use' }).getByRole('radio')).toHaveCount(3);
    await page.getByRole('link', { name: /^Messages/ }).click();
    await expect(heading(page)).toHaveText('Message center');
    await page.goBack();
    await expect(opened).toHaveText([/^Energy use/, /^Simulated forecast/]);

    const car = card(page, 'Family Car').getByRole('link', { name: 'Family Car', exact: true });
    const month = page.getByRole('button', { name: / so far/, expanded: false });
    const expectInPlace = async () => {
      await expect(heading(page)).toHaveCount(1);
      await expect(car).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    };
    await page.setViewportSize(landscape);
    await expect(month).toHaveCount(0);
    await car.focus();
    await page.setViewportSize(portrait);
    await expect(month).toBeVisible();
    await expectInPlace();
    await page.setViewportSize(landscape);
    await expect(month).toHaveCount(0);
    await expectInPlace();
    enableHomeWeather = false;
    await returnToTab(page);
    await expect(page.getByRole('region', { name: 'Simulated weather' })).toHaveCount(0);
    await expectInPlace();
    enableHomeWeather = true;
    await returnToTab(page);
    await expect(page.getByRole('region', { name: 'Simulated weather' })).toBeVisible();
    await expectInPlace();
  },
);
