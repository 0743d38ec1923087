import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { HouseEnergy } from '#contract/entities/history.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { changeDashboard } from '../devices/controls.ts';
import { startOfDayAgo } from '../devices/device-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/layout-checks.ts';
import { newestResult } from '../results/result-data.ts';
import { dashboardOf, newSession, openSignedIn, waitForLateParts } from '../support/signed-in.ts';
import { returnToTab, setVisibility } from '../support/tab-visibility.ts';

const ENERGY_CALL = /\/api\/house\/[^/]+\/energy\?/;
const EVENT_CALL = /\/api\/house\/[^/]+\/event\?/;

const inDenver = (time: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Denver', ...options }).format(new Date(time));

/** The day of an event, as the address tells it. */
const dayOf = ({ event }: Awaited<ReturnType<typeof newestResult>>): string => {
  const [month, date, year] = inDenver(event.startTime, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).split('/');
  return `${year}-${month}-${date}`;
};

const widget = (page: Page) => page.getByRole('region', { name: 'Energy use' });
const chart = (page: Page) => widget(page).getByRole('application', { name: /^Energy use, / });
const header = (page: Page) => page.getByRole('button', { name: /^Energy use/, expanded: false });

/** Answers with some 0.5 kWh of the first water heater in each hour, but for three hours that were not heard. */
const fixEnergy = async (page: Page) => {
  const { devices } = await dashboardOf(page, await newSession(page, 'demo'));
  const deviceId = devices.find(({ kind }) => kind === 'hwh')?.id ?? '';
  await page.route(ENERGY_CALL, async (route) => {
    const start = Date.parse(new URL(route.request().url()).searchParams.get('start') ?? '');
    const hours = Array.from({ length: 23 }, (_, hour) => new Date(start + hour * HOUR).toISOString());
    const energy = hours.map((_, hour) => (hour >= 3 && hour < 6 ? null : 500 + hour));
    const json: HouseEnergy = { hours, devices: [{ deviceId, energy, cool: null, heat: null }] };
    await route.fulfill({ json });
  });
};

test('[GRAPH-1] [DASH-1] [UX-26] [UX-27] [UX-30] the energy of the home by day, week and month, in a graph, a sentence and a table', async ({
  page,
}) => {
  await openSignedIn(page, 'demo');
  const energy = widget(page);
  await expect(energy.getByRole('heading', { name: 'Energy use' })).toBeVisible();
  await expect(energy.getByRole('radio', { name: 'Day' })).toBeChecked();
  const isChosenAtOnce = energy.getByRole('radio', { name: 'Week' }).evaluate((radio: HTMLInputElement) => {
    radio.click();
    return radio.checked;
  });
  expect(await isChosenAtOnce).toBe(true);
  await expect(page).toHaveURL(/[?&]range=week/);
  await energy.getByRole('button', { name: 'Energy use: Show table' }).click();
  // The last seven days, whatever day of the week it is.
  await expect(energy.getByRole('table').getByRole('rowheader')).toHaveCount(7);
  await page.reload();
  await expect(energy.getByRole('radio', { name: 'Week' })).toBeChecked();
  await page.goBack();
  await expect(energy.getByRole('radio', { name: 'Day' })).toBeChecked();

  await energy.getByRole('button', { name: 'Earlier' }).click();
  // The graph of yesterday, not that of today shortly before it goes.
  await expect(energy.getByRole('button', { name: /: choose a date$/ })).not.toContainText('Today');
  await expect(energy.getByText(/^\d+\.\d\skWh in all/)).toBeVisible();
  await expect(energy.getByText(/^Water heating \d+\.\d+ kWh$/)).toBeVisible();
  await chart(page).focus();
  await page.keyboard.press('Home');
  const spoken = energy
    .getByRole('status')
    .filter({ hasText: /^12:00\s–\u2060\s1:00\sAM, .*Water heating \d/ });
  await expect(spoken).toHaveCount(1);
});

test(
  '[UX-26] [UX-44] a day in which nothing was used yet shows the day before behind it',
  LONG,
  async ({ page }) => {
    const { devices } = await dashboardOf(page, await newSession(page, 'demo'));
    const deviceId = devices.find(({ kind }) => kind === 'hwh')?.id ?? '';
    await page.route(ENERGY_CALL, async (route) => {
      const { searchParams } = new URL(route.request().url());
      const [start = 0, end = 0] = ['start', 'end'].map((name) => Date.parse(searchParams.get(name) ?? ''));
      const isToday = end > Date.now();
      const hours = Array.from({ length: isToday ? 1 : 24 }, (_, hour) =>
        new Date(start + hour * HOUR).toISOString(),
      );
      const energy = hours.map((_, hour) => (isToday ? 0 : hour === 12 ? 7_000 : 500));
      const json: HouseEnergy = { hours, devices: [{ deviceId, energy, cool: null, heat: null }] };
      await route.fulfill({ json });
    });
    await openSignedIn(page, 'demo');
    await expect(
      widget(page).getByText('No energy measured yet today. Yesterday: 18.5\u00A0kWh.'),
    ).toBeVisible();
    await expect(chart(page).getByText('Yesterday', { exact: true })).toBeVisible();
    // One scale for both days.
    await expect(chart(page).getByText('0.5', { exact: true })).toHaveCount(0);
    const legend = widget(page).getByRole('listitem').filter({ hasText: 'Yesterday' });
    await expect(legend).toHaveText('Yesterday');
    await widget(page).getByRole('button', { name: 'Earlier' }).click();
    await expect(widget(page).getByText(/^18\.5\skWh in all/)).toBeVisible();
    await expect(chart(page).getByText('Yesterday', { exact: true })).toHaveCount(0);
    await widget(page).getByRole('button', { name: 'Later' }).click();
    await page.setViewportSize({ width: 375, height: 812 });
    await page.reload();
    await header(page).click();
    const [name, drawing] = await Promise.all(
      [chart(page).getByText('Yesterday', { exact: true }), chart(page)].map((part) => part.boundingBox()),
    );
    expect(name?.x ?? 0).toBeGreaterThanOrEqual(drawing?.x ?? Infinity);
    expect((name?.x ?? 0) + (name?.width ?? Infinity)).toBeLessThanOrEqual(
      (drawing?.x ?? 0) + (drawing?.width ?? 0),
    );
  },
);

/** The third hour of the first and the fifty-first of all days: the other days of a week were not heard. */
const FIRST_DAY = 2;
const THIRD_DAY = 50;

/** Answers with what devices of every kind used in two hours of a week. */
const fixWeek = async (page: Page) => {
  const { devices } = await dashboardOf(page, await newSession(page, 'demo'));
  const idOf = (wanted: string) => devices.find(({ kind }) => kind === wanted)?.id ?? '';
  await page.route(ENERGY_CALL, async (route) => {
    const { searchParams } = new URL(route.request().url());
    const [start = 0, end = 0] = ['start', 'end'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    const hours = Array.from({ length: (end - start) / HOUR }, (_, hour) =>
      new Date(start + hour * HOUR).toISOString(),
    );
    const at = (first: number, third: number | null) =>
      hours.map((_, hour) => ({ [FIRST_DAY]: first, [THIRD_DAY]: third })[hour] ?? null);
    const only = (energy: (number | null)[]) => ({ energy, cool: null, heat: null });
    const json: HouseEnergy = {
      hours,
      devices: [
        { deviceId: idOf('hwh'), ...only(at(1_045, 2_000)) },
        { deviceId: idOf('evse'), ...only(at(7_040, null)) },
        { deviceId: idOf('ev'), ...only(at(6_500, null)) },
        { deviceId: idOf('battery'), ...only(at(-3_000, 4_000)) },
        { deviceId: idOf('tstat'), energy: null, cool: at(0, 0), heat: at(3_600, 0) },
      ],
    };
    await route.fulfill({ json });
  });
};

/** A week that is over. */
const weekAgo = () => `range=week&date=${startOfDayAgo(9).toISOString().slice(0, 10)}`;

test('[UX-44] [UX-26] [UX-27] [UX-30] a week opens as bars by day that add up as shown; "Points" shows the hours, kept in the address', async ({
  page,
}) => {
  await fixWeek(page);
  await openSignedIn(page, 'demo', { at: `/user-home?${weekAgo()}` });
  const energy = widget(page);
  const says = energy.getByText(/^10\.1\skWh in all/);
  await expect(says).toHaveText(/Most: 8\.1 kWh on [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+\.$/);
  await expect(
    energy.getByText(
      /^Measured: .+\. .+ have no meter\. What the battery stores is shown apart\. Power now covers the whole home, so it may show more\.$/,
    ),
  ).toBeVisible();
  await expect(energy.getByRole('listitem')).toHaveText([
    'Water heating 3.1 kWh',
    'EV charger 7.0 kWh',
    'From battery 3.0 kWh',
    'Into battery 4.0 kWh',
    'Heating time 60 min',
  ]);
  const bars = chart(page).locator('rect[rx]');
  await expect(bars.first()).toBeAttached();
  await expectAccessible(page);

  await chart(page).focus();
  await page.keyboard.press('Home');
  const spoken = energy.getByRole('status').filter({ hasText: /,/ });
  await expect(spoken).toHaveText(
    /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, In all 8\.1 kWh, Water heating 1\.1 kWh, EV charger 7\.0 kWh, From battery 3\.0 kWh, Into battery 0\.00 kWh, Heating time 60 min$/,
  );
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toHaveText(/, Water heating 2\.0 kWh, From battery 0\.00 kWh, Into battery 4\.0 kWh/);
  await page.keyboard.press('Escape');
  await expect(spoken).toHaveCount(0);

  await energy.getByRole('button', { name: 'Energy use: Show table' }).click();
  const rows = energy.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    '1.1 kWh',
    '7.0 kWh',
    '3.0 kWh',
    '0.00 kWh',
    '60 min',
    '8.1 kWh',
  ]);
  await expect(rows.nth(2)).toContainText('--');
  await energy.getByRole('button', { name: 'Energy use: Points' }).click();
  await expect(page).toHaveURL(/[?&]view=points,table$/);
  const asBars = energy.getByRole('button', { name: 'Energy use: Bars' });
  await expect(asBars).toBeVisible();
  await expect(bars).toHaveCount(0);
  await page.reload();
  await expect(asBars).toBeVisible();
  await expect(bars).toHaveCount(0);
  await expect(rows).toHaveCount(8);
  await page.goBack();
  await expect(bars.first()).toBeAttached();
  await energy.getByRole('radio', { name: 'Day' }).click();
  await expect(energy.getByRole('button', { name: /: (Points|Bars)$/ })).toHaveCount(0);
});

test(
  '[GRAPH-1] points have a radius of 4 in a day and of 1 in a week or month, and the runtime an axis of its own',
  LONG,
  async ({ page }) => {
    await fixWeek(page);
    const day = startOfDayAgo(9).toISOString().slice(0, 10);
    for (const [range, radius] of [
      ['day', 4],
      ['week', 1],
      ['month', 1],
    ] as const) {
      await openSignedIn(page, 'demo', { at: `/user-home?range=${range}&date=${day}&view=points` });
      const points = chart(page).locator(`path[d*="a${radius} ${radius} "]`);
      await expect(points.first()).toBeAttached();
      await expect(chart(page).locator('text').filter({ hasText: /^kWh$/ })).toBeAttached();
      await expect(
        chart(page)
          .locator('text')
          .filter({ hasText: /\bmin$/ }),
      ).toBeAttached();
    }
  },
);

test(
  '[UX-44] [UX-37] days of which nothing was heard are marked, and no device at all leaves no bars',
  LONG,
  async ({ page }) => {
    await fixWeek(page);
    await openSignedIn(page, 'demo', { at: `/user-home?${weekAgo()}` });
    await expect(chart(page).locator('text').filter({ hasText: /^–$/ })).toHaveCount(5);
    await openSignedIn(page, 'demo', { at: '/user-home?range=month&date=2015-06-01' });
    await page.unroute(ENERGY_CALL);
    await page.reload();
    await expect(chart(page).getByText('Nothing was recorded in this time.')).toBeVisible();
  },
);

test(
  '[GRAPH-1] [UX-28] the points of a month are its hours as dots, each series with a sign of its own, which its legend shows too',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/user-home?range=month&view=points' });
    await expect(chart(page).locator('path[d*="a1 1"]').first()).toBeAttached();
    await expect(chart(page).locator('path[d*="L"]')).toHaveCount(0);
    const legend = widget(page).getByRole('listitem');
    const drawnBy = (part: Locator) =>
      part.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''));
    const shapes = await Promise.all((await legend.all()).map(drawnBy));
    expect(shapes.length).toBeGreaterThan(3);
    expect(new Set(shapes.map(String)).size).toBe(shapes.length);
    const drawn = String(await drawnBy(chart(page)));
    // Sign and dot, without the place where they stand.
    const forms = shapes.flat().map((path) => path.replace(/^M[-\d.]+ [-\d.]+/, ''));
    expect(forms.filter((form) => !drawn.includes(form))).toEqual([]);
  },
);

test(
  '[UX-26] [UX-40] at 320 px no day and no figure of the table is broken, in Spanish',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 812 });
    await openSignedIn(page, 'demo', { at: '/user-home?range=month&view=table', language: 'es' });
    await page.getByRole('button', { name: /^Consumo de energía/, expanded: false }).click();
    const table = page.getByRole('table', { name: /^Consumo de energía/ });
    // Before the values are there the table has only its days.
    await expect(table.getByRole('cell').nth(30 * 3)).toBeVisible();
    const broken = await table.locator('tbody :is(th, td)').evaluateAll((all) =>
      all.flatMap((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text.getClientRects().length > 1 ? [cell.textContent] : [];
      }),
    );
    expect(broken).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  },
);

test(
  '[GRAPH-1] [UX-37] a day of which nothing is known says so, and offers neither a table nor a file',
  LONG,
  async ({ page }) => {
    // Before the home was there.
    await openSignedIn(page, 'demo', { at: '/user-home?date=2015-06-01&view=table' });
    await expect(chart(page).getByText('Nothing was recorded in this time.')).toBeVisible();
    await expect(widget(page).getByRole('table')).toHaveCount(0);
    await expect(widget(page).getByRole('button', { name: /table|CSV/ })).toHaveCount(0);
  },
);

test(
  '[DASH-1] [GRAPH-1] hours that were not heard are a gap in the line and unknown in table and file; on a phone the closed header tells the figure',
  LONG,
  async ({ page }) => {
    await fixEnergy(page);
    const day = startOfDayAgo(3).toISOString().slice(0, 10);
    await openSignedIn(page, 'demo', { at: `/user-home?date=${day}` });
    await expect(widget(page).getByText(/^10\.2\skWh in all/)).toBeVisible();
    // The marks of a line are arcs.
    const line = chart(page).locator('path[d]:not([d*="a"]):not([d=""])').last();
    await expect(line).toHaveAttribute('d', /^M[^M]+M[^M]+$/);
    await widget(page).getByRole('button', { name: 'Energy use: Show table' }).click();
    const rows = widget(page).getByRole('table').getByRole('row');
    await expect(rows.nth(1)).toContainText('0.50 kWh');
    await expect(rows.nth(4)).toContainText('--');
    const download = page.waitForEvent('download');
    await widget(page).getByRole('button', { name: 'Energy use: Download CSV' }).click();
    expect((await download).suggestedFilename()).toContain(`home-energy-day-${day}.csv`);
    const rowsOfFile = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
    expect(rowsOfFile[0]).toContain('"Water heating (kWh)"');
    // As the server told them; what was not heard is empty.
    expect(rowsOfFile.slice(1).map((row) => row.split(',')[2])).toEqual(
      Array.from({ length: 23 }, (_, hour) => (hour >= 3 && hour < 6 ? '' : String((500 + hour) / 1_000))),
    );

    await page.setViewportSize({ width: 375, height: 812 });
    await openSignedIn(page, 'demo');
    await expect(header(page)).toHaveText(/^Energy use10\.2\skWh today$/);
    await expect(chart(page)).toHaveCount(0);
    await header(page).click();
    await expect(chart(page)).toBeVisible();
    await page.getByRole('button', { name: /^Energy use/, expanded: true }).click();
    await expect(chart(page)).toHaveCount(0);
  },
);

test(
  '[GRAPH-1] [UX-36] the open graph is asked for again every 30 s, the closed one and a hidden tab are not',
  LONG,
  async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (ENERGY_CALL.test(request.url())) calls += 1;
    });
    await page.setViewportSize({ width: 375, height: 812 });
    // Noon: no other day begins meanwhile.
    await installClock(page, new Date(startOfDayAgo(1).getTime() + 12 * HOUR));
    const first = page.waitForResponse(ENERGY_CALL);
    await openSignedIn(page, 'demo', { at: '/user-home?range=week&view=points' });
    await (await first).finished();
    await expect(header(page)).toBeVisible();
    await pauseClock(page);
    await page.clock.runFor(2 * MINUTE);
    expect(calls).toBe(1);
    const weekBefore = page.waitForResponse(ENERGY_CALL);
    await header(page).click();
    await expect(chart(page)).toBeVisible();
    await (await weekBefore).finished();
    expect(calls).toBe(2);
    const again = page.waitForResponse(ENERGY_CALL);
    await page.clock.runFor(31_000);
    await (await again).finished();
    await setVisibility(page, 'hidden');
    const hidden = calls;
    await page.clock.runFor(5 * MINUTE);
    expect(calls).toBe(hidden);
  },
);

test.describe('failures', () => {
  test.use({ expectedError: /500/ });

  test(
    '[GRAPH-1] [UX-26] [UX-35] the time of an event is marked in the graph and told in words; events that cannot be loaded say so until they are there',
    LONG,
    async ({ page }) => {
      const result = await newestResult(page, await newSession(page, 'demo'));
      const { startTime, endTime } = result.event;
      const hour = (time: string) => inDenver(time, { hour: 'numeric', minute: '2-digit' });
      const words = `Peak event ${hour(startTime)} – ${hour(endTime)}.`.replaceAll(/\s/g, '\\s');
      const note = widget(page).getByText('Past events could not be loaded.');
      // The day may have had two.
      const band = chart(page).getByText('Event', { exact: true }).first();
      await page.route(EVENT_CALL, (route) => route.fulfill({ status: 500, json: {} }));
      await installClock(page);
      await openSignedIn(page, 'demo', { at: `/user-home?date=${dayOf(result)}` });
      await expect(note).toBeVisible();
      await expect(band).toHaveCount(0);
      await page.unroute(EVENT_CALL);
      await page.clock.runFor(31_000);
      await expect(band).toBeAttached();
      await expect(note).toHaveCount(0);
      await expect(widget(page).getByText(new RegExp(words))).toBeAttached();
    },
  );
});

test(
  '[DASH-4] a home with no device, or only with makers that give no figures, has no graph',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'empty');
    await expect(page.getByText('No devices yet')).toBeVisible();
    await expect(widget(page)).toHaveCount(0);
    let mfg = 'nest';
    await changeDashboard(page, (answer) => ({
      ...answer,
      devices: answer.devices.slice(0, 1).map((device) => ({ ...device, mfg })),
    }));
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    await expect(widget(page)).toHaveCount(0);
    mfg = 'honeywell';
    await returnToTab(page);
    await expect(widget(page)).toBeVisible();
  },
);
