import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { HOUR } from '#domain/time/time.ts';
import { changeDashboard } from '../devices/controls.ts';
import { dispatchOf, refresh } from '../events/event-data.ts';
import { LONG, expect, longIf, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import {
  DASHBOARD_CALL,
  card,
  cards,
  heading,
  openSignedIn,
  waitForLateParts,
} from '../support/signed-in.ts';
import { setVisibility } from '../support/tab-visibility.ts';

const bottomOf = async (one: Locator): Promise<number> => {
  const box = await one.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

/** Closed headers with their figures, by language. */
const HEADERS = {
  en: [
    /^\w+ so far(\$[\d.]+\s· [\d.]+\skWh|No events yet)$/,
    /^Energy use[\d.]+\skWh today$/,
    /^Simulated weather-?\d+\s°F\s· .+$/,
    /^Simulated forecast\w+ -?\d+°\s\/\s-?\d+°$/,
  ],
  es: [
    /^En \w+ hasta hoy(\$[\d.]+\s· [\d.]+\skWh|Aún sin eventos)$/,
    /^Consumo de energía[\d.]+\skWh hoy$/,
    /^Clima simulado-?\d+\s°F\s· .+$/,
    /^Pronóstico simulado.+ -?\d+°\s\/\s-?\d+°$/,
  ],
} as const;

const STATUS = /^(All calm|Now|Todo en calma|Ahora): .+\.$/;

/** Every device was heard just now. */
const heardNow = (devices: Dashboard['devices']): Dashboard['devices'] =>
  devices.map((device) => ({
    ...device,
    realtime: device.realtime.map((entry) => ({
      ...entry,
      ...(entry.key === 'status' ? { status: 'ONLINE' as const } : {}),
      time: new Date().toISOString(),
    })),
  }));

for (const language of ['en', 'es'] as const) {
  test(
    `[UX-8] [DASH-1] the first screen of a phone: greeting, how the home is, the event, four figures and the first device (${language})`,
    longIf(language === 'es'),
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 812 });
      let startsIn: number | null = null;
      await changeDashboard(page, (answer) => {
        const start = Date.now() + (startsIn ?? 0);
        const events = startsIn === null ? [] : dispatchOf(answer.devices, { start, end: start + 3 * HOUR });
        const runs = startsIn !== null && startsIn < 0;
        return {
          ...answer,
          devices: heardNow(answer.devices),
          activeEvents: runs ? [...events] : [],
          upcomingEvents: runs ? [] : [...events],
          leftEvents: [],
          latestResult: null,
        };
      });
      await openSignedIn(page, 'demo', { language });
      await waitForLateParts(page);
      const menu = page.getByRole('navigation', { name: /^(Main menu|Menú principal)$/ });
      const banner = page.getByRole('heading', { name: /^(Peak event|Evento de máxima demanda)/ });
      const headers = page.getByRole('main').getByRole('button', { expanded: false });
      for (startsIn of [null, 22 * HOUR, -HOUR]) {
        const scene = `an event in ${startsIn} ms`;
        await refresh(page);
        await expect(banner, scene).toHaveCount(startsIn === null ? 0 : 1);
        await expect(headers.filter({ hasText: HEADERS[language][0] }), scene).toBeVisible();
        const end = (await menu.boundingBox())?.y ?? 0;
        const status = page.getByText(STATUS);
        await expect(status, scene).toBeVisible();
        expect((await status.boundingBox())?.height, scene).toBeLessThanOrEqual(41);
        const parts = [
          heading(page),
          status,
          ...(startsIn === null ? [] : [banner]),
          ...HEADERS[language].map((name) => headers.filter({ hasText: name })),
        ];
        for (const part of parts) {
          await expect(part, scene).toHaveCount(1);
          await expect(part, scene).toBeInViewport({ ratio: 1 });
          expect(await bottomOf(part), scene).toBeLessThanOrEqual(end);
        }
        const first = await cards(page).first().boundingBox();
        expect((first?.y ?? Infinity) + 1, scene).toBeLessThan(end);
        // Without an event there is room for its name as well.
        if (startsIn === null)
          expect(await bottomOf(card(page, 'Living Room').getByRole('heading')), scene).toBeLessThan(end);
      }
    },
  );
}

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
    await expect(page.getByText('No tiene conexión').first()).toBeVisible();
    await expect(cards(page)).toHaveCount(6);
    await expect(energy.getByRole('radio', { name: 'Semana' })).toBeChecked();
    const back = page.waitForResponse(DASHBOARD_CALL);
    await context.setOffline(false);
    expect((await back).ok()).toBe(true);
    await expect(page.getByText('No tiene conexión')).toHaveCount(0);
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
  '[DASH-1] sections that were opened on a tablet are open after it was turned twice, and on the way back',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    const headers = page.getByRole('main').getByRole('button', { expanded: true });
    for (const name of [/^Energy use/, /^Simulated forecast/])
      await page.getByRole('main').getByRole('button', { name }).click();
    await expect(headers).toHaveText([/^Energy use/, /^Simulated forecast/]);
    await page.setViewportSize({ width: 1180, height: 820 });
    await expect(headers).toHaveCount(0);
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(headers).toHaveText([/^Energy use/, /^Simulated forecast/]);
    await expect(page.getByRole('region', { name: 'Energy use' }).getByRole('radio')).toHaveCount(3);
    await page.getByRole('link', { name: /^Messages/ }).click();
    await expect(heading(page)).toHaveText('Message center');
    await page.goBack();
    await expect(headers).toHaveText([/^Energy use/, /^Simulated forecast/]);
  },
);

test('[DASH-1] [UX-36] who turns a tablet keeps the focus and the place on the page, also when a part of the page is switched off', async ({
  page,
}) => {
  let enableHomeWeather = false;
  await changeDashboard(page, (answer) => ({
    ...answer,
    settings: { ...answer.settings, enableHomeWeather },
  }));
  await page.setViewportSize({ width: 1180, height: 820 });
  await openSignedIn(page, 'demo');
  await waitForLateParts(page);
  const car = card(page, 'Family Car').getByRole('link', { name: 'Family Car', exact: true });
  const expectInPlace = async () => {
    await expect(heading(page)).toHaveCount(1);
    await expect(car).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  };
  await car.focus();
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(page.getByRole('button', { name: / so far/, expanded: false })).toBeVisible();
  await expectInPlace();
  await page.setViewportSize({ width: 1180, height: 820 });
  await expect(page.getByRole('button', { name: / so far/, expanded: false })).toHaveCount(0);
  await expectInPlace();
  enableHomeWeather = true;
  await refresh(page);
  await expect(page.getByRole('region', { name: 'Simulated weather' })).toBeVisible();
  await expectInPlace();
});
