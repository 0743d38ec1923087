import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { HOUR } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import {
  POINTS,
  fixedPoints,
  openStatus,
  pastDayOf,
  plot,
  replaceSeries,
  startOfDayAgo,
  toolbar,
} from './device-screen.ts';
import { LONG, expect, expectAccessible, longIf, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import { card, heading, toasts } from '../support/signed-in.ts';

const dateButton = (page: Page) => toolbar(page).getByRole('button', { name: /: choose a date$/ });

for (const { width, language } of [
  { width: 375, language: 'es' },
  { width: 1440, language: 'en' },
] as const) {
  test(
    `[DET-1] [DET-2] [UX-1] [UX-40] status of a water heater at ${width} px in ${language}`,
    longIf(width !== 375),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openStatus(page, 'demo', 'Garage Water Heater', '', language);
      const words = {
        en: ['Right now', 'Latest activity', 'Temperature', 'Power'],
        es: ['Ahora mismo', 'Actividad reciente', 'Temperatura', 'Potencia'],
      }[language];
      for (const name of words) await expect(card(page, name)).toBeVisible();
      await expect(page.getByRole('application')).toHaveCount(2);
      await expect(page.getByText(/^(Tank|Tanque:?) /)).toBeVisible();
      await expect(page.getByRole('link', { name: /^(Home|Inicio)$/ }).first()).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
      await expectAccessible(page);
    },
  );
}

test(
  '[PLOT-1] [UX-30] day, week and month, and their dates, are in the address; reload and Back keep them',
  LONG,
  async ({ page }) => {
    const id = await openStatus(page, 'demo', 'Garage Water Heater');
    const radio = (name: string) => toolbar(page).getByRole('radio', { name });
    await expect(radio('Day')).toBeChecked();
    await expect(dateButton(page)).toContainText('Today, ');
    await radio('Week').click();
    await expect(page).toHaveURL(new RegExp(`#/device/${id}\\?range=week$`));
    await toolbar(page).getByRole('button', { name: 'Earlier' }).click();
    await expect(page).toHaveURL(/\?range=week&date=\d{4}-\d{2}-\d{2}$/);
    await expect(dateButton(page)).toHaveText(/^[A-Z][a-z]{2} \d+ – /);
    const shown = await dateButton(page).textContent();
    await page.reload();
    await expect(radio('Week')).toBeChecked();
    await expect(dateButton(page)).toHaveText(shown ?? '');
    await page.goBack();
    await page.goBack();
    await expect(radio('Day')).toBeChecked();
    await expect(page).toHaveURL(new RegExp(`#/device/${id}$`));
  },
);

test(
  '[PLOT-1] week and month begin with the last 7 and 30 days, and go on with those of the calendar',
  LONG,
  async ({ page }) => {
    await openStatus(page, 'demo', 'Garage Water Heater', '?range=week');
    await expect(dateButton(page)).toHaveText('Last 7 days');
    const days = plot(page, 'Temperature')
      .locator('svg text')
      .filter({ hasText: /^[A-Z][a-z]{2} \d+$/ });
    await expect(days).toHaveCount(7);
    await expect(
      plot(page, 'Temperature').getByText(/than the 7 days before\.|as the 7 days before\./),
    ).toBeVisible();
    await toolbar(page).getByRole('button', { name: 'Earlier' }).click();
    await expect(dateButton(page)).toHaveText(/^[A-Z][a-z]{2} \d+ – /);
    await toolbar(page).getByRole('button', { name: 'Later' }).click();
    await expect(dateButton(page)).toHaveText('Last 7 days');
    await toolbar(page).getByRole('radio', { name: 'Month' }).click();
    await expect(dateButton(page)).toHaveText('Last 30 days');

    // The energy of each day, as bars, and as a table without days to come.
    const energy = plot(page, 'Energy by day');
    await expect(
      energy.getByText(/kWh in all.*Most: [\d.]+\skWh on [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+\./),
    ).toBeVisible();
    await expect(energy.getByRole('application').locator('svg rect[rx]')).toHaveCount(30);
    await energy.getByRole('button', { name: 'Show table' }).click();
    await expect(energy.getByRole('rowheader')).toHaveCount(30);
    await energy.getByRole('application').focus();
    await page.keyboard.press('End');
    await expect(energy.getByRole('status')).toHaveText(
      /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, Energy [\d.]+ kWh$/,
    );
    await expectAccessible(page);
  },
);

test(
  '[PLOT-1] [UX-29] while the toolbar has the focus, arrows shift the period and space opens the calendar, whose month buttons keep the focus',
  LONG,
  async ({ page }) => {
    await openStatus(page, 'demo', 'Garage Water Heater');
    const today = await dateButton(page).textContent();
    await page.keyboard.press('ArrowLeft');
    await expect(dateButton(page)).toHaveText(today ?? '');
    await toolbar(page).getByRole('radio', { name: 'Day' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(dateButton(page)).not.toHaveText(today ?? '');
    await expect(page).toHaveURL(/\?date=/);
    await page.keyboard.press('ArrowRight');
    await expect(dateButton(page)).toHaveText(today ?? '');
    // There is no tomorrow to look at.
    await page.keyboard.press('ArrowRight');
    await expect(dateButton(page)).toHaveText(today ?? '');

    await page.keyboard.press('Space');
    const calendar = page.getByRole('dialog', { name: 'Choose a date' });
    await expect(calendar).toBeVisible();
    await expect(calendar.getByRole('grid').locator('button[aria-current=date]')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(calendar).toHaveCount(0);
    await expect(dateButton(page)).toBeFocused();
    await expect(page).toHaveURL(/\?date=\d{4}-\d{2}-\d{2}$/);
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(calendar).toHaveCount(0);
    await expect(dateButton(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(calendar).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(calendar).toHaveCount(0);

    // Pressing a button for the month again picks no day.
    const address = page.url();
    await dateButton(page).click();
    const month = calendar.locator('p');
    const shown = (await month.textContent()) ?? '';
    const previous = calendar.getByRole('button', { name: 'Previous month' });
    const next = calendar.getByRole('button', { name: 'Next month' });
    await previous.focus();
    await page.keyboard.press('Enter');
    await expect(month).not.toHaveText(shown);
    const monthBefore = (await month.textContent()) ?? '';
    await expect(previous).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(month).not.toHaveText(monthBefore);
    await expect(previous).toBeFocused();
    await next.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
    await expect(month).toHaveText(shown);
    // In the present month there is nothing later; the button stays where it is, and keeps the focus.
    await expect(next).toBeFocused();
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(calendar).toBeVisible();
    expect(page.url()).toBe(address);
  },
);

test(
  '[PLOT-1] a day has marks of radius 4, week and month of 1; every plot is 350 px high',
  LONG,
  async ({ page }) => {
    await openStatus(page, 'demo', 'Garage Water Heater');
    for (const [range, radius] of [
      ['Day', '4'],
      ['Week', '1'],
      ['Month', '1'],
    ] as const) {
      await toolbar(page).getByRole('radio', { name: range }).click();
      // Lines have no arcs.
      const marks = plot(page, 'Temperature').locator('path[d*="a"]').first();
      await expect(marks).toHaveAttribute('d', new RegExp(`^M[\\d.-]+ [\\d.-]+a${radius} ${radius} `));
    }
    // The plot that a day does not have.
    await expect(plot(page, 'Energy by day').getByRole('application')).toBeVisible();
    const drawings = page.getByRole('application');
    const heights = () =>
      drawings.evaluateAll((all) => all.map((drawing) => drawing.getBoundingClientRect().height));
    await expect.poll(async () => new Set(await heights())).toEqual(new Set([350]));
  },
);

test(
  '[PLOT-1] [UX-26] [UX-27] [T-25] a plot of known readings: a gap, a summary, a cursor that speaks once it stops, a real table and a file',
  LONG,
  async ({ page }) => {
    const day = pastDayOf(24);
    await installClock(page);
    // The demo home may have had an event at a reading.
    await page.route(/\/api\/house\/[^/]+\/event\?/, (route) => route.fulfill({ json: [] }));
    await replaceSeries(page, {
      'hwh-tank-temperature': fixedPoints,
      'hwh-set-temperature': () => [],
      'hwh-set-mode': () => [],
    });
    await openStatus(page, 'demo', 'Garage Water Heater', day.query);
    const temperature = plot(page, 'Temperature');
    await expect(
      temperature.getByText(/^Tank between 110\s°F \(1:00 AM\) and 130\s°F \(6:00 AM\)\./),
    ).toBeVisible();
    const path = await temperature.locator('path').first().getAttribute('d');
    expect(path?.match(/M/g)).toHaveLength(2);

    const drawing = temperature.getByRole('application');
    const spoken = temperature.getByRole('status');
    await drawing.focus();
    await pauseClock(page);
    await page.keyboard.press('Home');
    await expect(temperature.getByText('1:00 AM', { exact: true })).toBeVisible();
    await page.clock.runFor(149);
    await expect(spoken).toHaveText('');
    await page.clock.runFor(100);
    await expect(spoken).toHaveText('1:00 AM, Tank 110.0 °F');
    await page.clock.resume();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(spoken).toHaveText('1:12 AM, Tank 118.0 °F');
    await page.keyboard.press('End');
    await expect(spoken).toHaveText('6:06 AM, Tank 125.0 °F');
    await page.keyboard.press('Escape');
    await expect(spoken).toHaveText('');
    await expect(drawing).toBeFocused();

    await expect(temperature.getByRole('table')).toHaveCount(0);
    await temperature.getByRole('button', { name: 'Temperature: Show table' }).click();
    const date = day.start.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/Denver' });
    const table = temperature.getByRole('table', { name: new RegExp(`^Temperature, ${date}`) });
    await expect(table.getByRole('columnheader')).toHaveText(['From', 'Tank']);
    await expect(table.getByRole('rowheader')).toHaveCount(24);
    await expect(table.getByRole('row', { name: /^1:00\sAM 113\.0 °F/ })).toBeVisible();
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Temperature: Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Garage-Water-Heater-temperature-day-${day.text}.csv`);
    const text = await readFile(await file.path(), 'utf8');
    const lines = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('"Time (UTC)","Time at the house","Tank (°F)"');
    expect(lines).toHaveLength(1 + POINTS.length);
    const firstTime = new Date(day.start.getTime() + HOUR).toISOString();
    expect(lines[1]).toBe(`"${firstTime}","${day.text} 01:00:00",110`);
  },
);

test(
  '[DET-2] [PLOT-1] the plots refresh every 30 s and the rest every 10 s, without layout shift',
  LONG,
  async ({ page }) => {
    await installClock(page);
    // One that no other journey changes.
    await openStatus(page, 'makers', 'Rheem Heat Pump');
    await expect(page.getByText(/^Tank /)).toBeVisible();
    // Layout shifts count from here on.
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    const timeOfPage = () => page.evaluate(() => Date.now());
    const began = await timeOfPage();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const shifts = await page.evaluateHandle(() => {
      const shift = { sum: 0 };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift.sum += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
      return shift;
    });
    const refreshed = page.waitForResponse(/\/series\?/);
    for (let poll = 0; poll < 3; poll += 1) {
      const answers = [/\/dashboard$/, /\/activity$/].map((call) => page.waitForResponse(call));
      await page.clock.runFor(10_000);
      await Promise.all(answers);
    }
    await page.clock.runFor(1_000);
    await refreshed;
    // On a busy machine more time passes than the clock was moved by.
    const refreshes = 1 + Math.floor(((await timeOfPage()) - began) / 30_000);
    expect(addresses.filter((url) => url.includes('/series?')).length).toBeLessThanOrEqual(refreshes);
    await expect(page.getByRole('application')).toHaveCount(2);
    expect(await shifts.evaluate(({ sum }) => sum)).toBe(0);
  },
);

test(
  '[DET-2] [ERR-1] a refresh that fails shows no toast, and the card says that its data is old',
  LONG,
  async ({ page }) => {
    await installClock(page);
    await openStatus(page, 'demo', 'Garage Water Heater');
    await expect(page.getByText(/^Tank /)).toBeVisible();
    await page.route(/\/(dashboard|activity|series)(\?.*)?$/, (route) => route.abort());
    await page.clock.runFor(45_000);
    await expect(page.getByText('Device Unreachable').first()).toBeVisible();
    await expect(toasts(page)).toBeEmpty();
    await expect(page.getByText(/^Tank /)).toBeVisible();
  },
);

test(
  '[DET-1] a device without a name is titled by its maker; tabs have paths, and only a water heater has that of a schedule',
  LONG,
  async ({ page }) => {
    await openStatus(page, 'makers', 'eradio hwh');
    await expect(heading(page)).toHaveText('eRadio');
    await expect(page).toHaveTitle('eRadio · Sunvale Energy');
    const id = await openStatus(page, 'demo', 'Home Battery');
    const tabs = page.getByRole('navigation', { name: 'Sections of this device' }).getByRole('link');
    await expect(tabs).toHaveText(['Status', 'Settings']);
    await tabs.filter({ hasText: 'Settings' }).click();
    await expect(page).toHaveURL(new RegExp(`#/device/${id}/settings$`));
    await expect(tabs.filter({ hasText: 'Settings' })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle('Home Battery: Settings · Sunvale Energy');
    await page.goto(`/#/device/${id}/schedule`);
    await expect(page).toHaveURL(new RegExp(`#/device/${id}$`));
  },
);

test('[DET-2] the latest activity says what happened in words', LONG, async ({ page }) => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
  await page.route('**/activity', (route) =>
    route.fulfill({
      json: [
        { key: 'ev-plugged-in-status', time: hoursAgo(1), value: false },
        { key: 'ev-charging-status', time: hoursAgo(3), value: 'NOT_CHARGING' },
        { key: 'ev-charging-status', time: startOfDayAgo(2).toISOString(), value: 'CHARGING' },
        { key: 'status', time: startOfDayAgo(3).toISOString(), value: 'OFFLINE' },
        { key: 'ev-plugged-in-status', time: startOfDayAgo(4).toISOString(), value: true },
        { key: 'ev-location-status', time: startOfDayAgo(5).toISOString(), value: 'HOME' },
      ].map((change) => ({ ...change, because: null })),
    }),
  );
  await openStatus(page, 'demo', 'Family Car');
  const activity = card(page, 'Latest activity');
  await expect(activity.getByRole('listitem')).toHaveText([
    /^Unplugged\s*1\sh ago$/,
    /^Stopped charging\s*3\sh ago$/,
    /^Started charging\s*2\sdays ago, \d+:\d\d\s[AP]M$/,
  ]);
  // Beside one plot there is room for three.
  await activity.getByRole('button', { name: 'Show more' }).click();
  await expect(activity.getByRole('listitem')).toHaveText([
    /^Unplugged/,
    /^Stopped charging/,
    /^Started charging/,
    /^Went offline\s*3\sdays ago, \d+:\d\d\s[AP]M$/,
    /^Plugged in\s*4\sdays ago/,
    /^Came home\s*5\sdays ago/,
  ]);
  await expect(activity.getByRole('button', { name: 'Show less' })).toBeFocused();
});
