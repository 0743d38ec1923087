import { DAY, HOUR } from '#domain/time/time.ts';
import { installClock } from '../support/clock.ts';
import { SERIES_CALL, deviceId, openStatus, pastDayOf, plot, withFixedTank } from './device-screen.ts';
import { LONG, expect, expectAccessible, longIf, test } from '../support/fixtures.ts';
import { asBearer, dashboardOf, newSession, openSignedIn } from '../support/signed-in.ts';

const dayAgo = () => `?date=${new Date(Date.now() - 2 * DAY).toISOString().slice(0, 10)}`;
/** A week that is over, and still kept reading by reading. */
const weekAgo = () => `?range=week&date=${new Date(Date.now() - 7 * DAY).toISOString().slice(0, 10)}`;

const DEVICES = [
  { device: 'Garage Water Heater', title: 'Power', says: /(?<amount>[\d.]+)\skWh in all/ },
  { device: 'Driveway Charger', title: 'Charger history', says: /(?<amount>[\d.]+)\skWh in all/ },
  {
    device: 'Home Battery',
    title: 'Power',
    says: /It (?<way>gave|took in) (?<amount>[\d.]+)\skWh more than it/,
  },
] as const;

for (const { device, title, says } of DEVICES) {
  test(
    `[UX-26] [GRAPH-2] the weekly energy in the summary of "${device}" equals that of its meter`,
    longIf(device !== DEVICES[0]?.device),
    async ({ page }) => {
      const asked = page.waitForRequest(/\/energy\?/);
      await openStatus(page, 'demo', device, weekAgo());
      const address = (await asked).url();
      await expect(plot(page, title).getByText(says)).toBeVisible();
      const { amount, way } = says.exec(await plot(page, title).innerText())?.groups ?? {};
      const session = await newSession(page, 'demo');
      const answer = await page.request.get(`${address}&total=true`, asBearer(session));
      const [total] = (await answer.json()) as { value: number }[];
      const counted = (total?.value ?? Number.NaN) / 1_000;
      expect(Number(amount)).toBeGreaterThan(0);
      expect(Number(amount)).toBeCloseTo(Math.abs(counted), 1);
      if (way !== undefined) expect(way).toBe(counted > 0 ? 'took in' : 'gave');
    },
  );
}

test(
  '[GRAPH-2] [PLOT-1] hours in which nobody heard the device are not counted in the summary',
  LONG,
  async ({ page }) => {
    const { start, query } = pastDayOf(24);
    const hours = (values: readonly (number | null)[]) =>
      values.map((value, index) => ({
        time: new Date(start.getTime() + index * HOUR).toISOString(),
        value,
        unitOfMeasure: 'Wh',
        heard: value === null ? 0 : 3_600,
      }));
    let answer = hours([500, null, null, 1_000]);
    await page.route('**/energy?**', (route) => route.fulfill({ json: answer }));
    await openStatus(page, 'demo', 'Garage Water Heater', query);
    await expect(plot(page, 'Power').getByText(/1\.5\skWh in all/)).toBeVisible();
    answer = hours([null, null]);
    await page.reload();
    await expect(plot(page, 'Power').getByText(/^Power at most /)).toBeVisible();
    await expect(plot(page, 'Power').getByText(/kWh in all/)).toHaveCount(0);
  },
);

test(
  '[GRAPH-2] [PLOT-1] unheard hours are a gap in a plot of runtime and empty in its table, never 0',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo', { at: `/dev/plots${pastDayOf(24).query}` });
    const sample = plot(page, 'Runtime on a second axis: Power');
    await expect(sample.locator('svg path').last()).toHaveAttribute('d', /^M.+M.+$/);
    await sample.getByRole('button', { name: 'Show table' }).click();
    const cells = await sample.getByRole('row').locator('td:last-child').allInnerTexts();
    expect(cells).toHaveLength(24);
    expect(cells.slice(6, 9)).toEqual(['--', '--', '--']);
    expect(cells.slice(10).every((cell) => /^[\d,.]+ (s|min|h)\b/.test(cell))).toBe(true);
  },
);

test(
  '[PLOT-2] the series of all plots come in one call for each period, whatever their number',
  LONG,
  async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await openStatus(page, 'demo', 'Garage Water Heater', dayAgo());
    await expect(page.getByRole('application')).toHaveCount(3);
    await expect(plot(page, 'Temperature').getByText(/^Tank /)).toBeVisible();
    await expect(plot(page, 'Power').getByText(/the day before/)).toBeVisible();
    expect(requests.filter((path) => path.endsWith('/series'))).toHaveLength(2);
    expect(requests.filter((path) => path.includes('/data/'))).toEqual([]);
  },
);

test(
  '[UX-35] plots that cannot be loaded say so and not that nothing was recorded; trying again brings them',
  LONG,
  async ({ page }) => {
    await page.route(SERIES_CALL, (route) => route.abort());
    await openStatus(page, 'demo', 'Garage Water Heater', dayAgo());
    const temperature = plot(page, 'Temperature');
    await expect(temperature.getByText('The values for this plot could not be loaded.')).toBeVisible();
    await expect(page.getByText('Nothing was recorded in this time.')).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute(SERIES_CALL);
    await temperature.getByRole('button', { name: 'Temperature: Try again' }).click();
    await expect(temperature.getByText(/^Tank /)).toBeVisible();
    await expect(page.getByText('The values for this plot could not be loaded.')).toHaveCount(0);
  },
);

test(
  '[UX-35] [PLOT-2] energy by day that cannot be loaded says so; trying again brings it',
  LONG,
  async ({ page }) => {
    await page.route('**/energy?**', (route) => route.abort());
    await openStatus(page, 'demo', 'Garage Water Heater', '?range=month');
    const energy = plot(page, 'Energy by day');
    await expect(energy.getByText('The values for this plot could not be loaded.')).toBeVisible();
    await page.unroute('**/energy?**');
    await energy.getByRole('button', { name: 'Energy by day: Try again' }).click();
    await expect(energy.getByText(/kWh/).first()).toBeVisible();
  },
);

test(
  '[UX-26] [PLOT-2] the month of a battery shows what it gave and took each day, as its meter counts it',
  LONG,
  async ({ page }) => {
    const asked = page.waitForRequest(/\/energy\?/);
    await openStatus(page, 'demo', 'Home Battery', '?range=month');
    const address = (await asked).url();
    const energy = plot(page, 'Energy by day');
    const says =
      /Powered the home with (?<given>[\d.,]+)\skWh, most on .+ Charged with (?<taken>[\d.,]+)\skWh\./;
    await expect(energy.getByText(says)).toBeVisible();
    await expect(energy.getByRole('listitem')).toHaveText(['Powered the home', 'Charged', 'Solar', 'House']);
    const { given, taken } = says.exec(await energy.innerText())?.groups ?? {};
    const session = await newSession(page, 'demo');
    const answer = await page.request.get(`${address}&total=true`, asBearer(session));
    const [total] = (await answer.json()) as { value: number }[];
    const counted = (total?.value ?? Number.NaN) / 1_000;
    // Each of the two is rounded to a tenth.
    const amount = (text = '') => Number(text.replaceAll(',', ''));
    expect(Math.abs(amount(taken) - amount(given) - counted)).toBeLessThan(0.2);

    await energy.getByRole('button', { name: 'Energy by day: Show table' }).click();
    await expect(
      energy.getByRole('table', { name: 'Energy by day, Last 30 days', exact: true }),
    ).toBeVisible();
    // Yesterday is whole.
    const cells = await energy.getByRole('row').nth(-2).getByRole('cell').allInnerTexts();
    expect(cells).toHaveLength(4);
    for (const cell of cells) expect(cell).toMatch(/^[\d.]+ kWh$/);
  },
);

test('[UX-35] plots that could not be loaded are requested again after 30 s', LONG, async ({ page }) => {
  await installClock(page);
  await page.route(SERIES_CALL, (route) => route.abort());
  await openStatus(page, 'demo', 'Garage Water Heater', dayAgo());
  const temperature = plot(page, 'Temperature');
  await expect(temperature.getByText('The values for this plot could not be loaded.')).toBeVisible();
  await page.unroute(SERIES_CALL);
  await page.clock.runFor(31_000);
  await expect(temperature.getByText(/^Tank /)).toBeVisible();
});

test('[UX-34] a loading plot has neither summary nor scale', LONG, async ({ page }) => {
  await openStatus(page, 'demo', 'Garage Water Heater', dayAgo());
  const temperature = plot(page, 'Temperature');
  await expect(temperature.getByText(/^Tank /)).toBeVisible();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(SERIES_CALL, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('toolbar').getByRole('radio', { name: 'Week' }).click();
  await expect(temperature.getByText('Loading the plot…').first()).toBeVisible();
  await expect(page.getByText('Nothing was recorded in this time.')).toHaveCount(0);
  await expect(temperature.locator('svg text').filter({ hasText: '°F' })).toHaveCount(0);
  answer();
  await expect(temperature.getByText(/^Tank /)).toBeVisible();
});

test(
  '[PLOT-1] [UX-26] when the clock shows an hour twice, table and axis tell the two apart',
  LONG,
  async ({ page }) => {
    await withFixedTank(page);
    await openStatus(page, 'demo', 'Garage Water Heater', pastDayOf(25).query);
    const temperature = plot(page, 'Temperature');
    await expect(temperature.getByText(/^Tank /)).toBeVisible();
    await temperature.getByRole('button', { name: 'Temperature: Show table' }).click();
    const hours = temperature.getByRole('rowheader');
    await expect(hours).toHaveCount(25);
    await expect(hours.nth(1)).toHaveText('1:00 AM MDT');
    await expect(hours.nth(2)).toHaveText('1:00 AM MST');
    await expect(hours.nth(3)).toHaveText('2:00 AM');
  },
);

test(
  '[PLOT-1] a spring day of 23 hours has its labels at even hours of the clock',
  LONG,
  async ({ page }) => {
    await openStatus(page, 'demo', 'Garage Water Heater', pastDayOf(23).query);
    const labels = plot(page, 'Temperature')
      .locator('svg text')
      .filter({ hasText: /^\d+ [AP]M$/ });
    await expect(labels.first()).toHaveText('12 AM');
    await expect(labels.nth(3)).toBeVisible();
    const hours = (await labels.allTextContents()).map((text) => {
      const [hour, half] = text.split(' ');
      return (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
    });
    const step = (hours.at(-1) ?? 0) - (hours.at(-2) ?? 0);
    expect(hours.filter((hour) => hour % step !== 0)).toEqual([]);
  },
);

test('[PLOT-1] a future date is replaced by today, in the address too', LONG, async ({ page }) => {
  const id = await deviceId(page, 'demo', 'Garage Water Heater');
  await openStatus(page, 'demo', 'Garage Water Heater', '?date=2031-01-01');
  await expect(page).toHaveURL(new RegExp(`#/device/${id}$`));
});

test('[PLOT-2] [PLOT-3] makers whose plots differ', LONG, async ({ page }) => {
  const session = await openSignedIn(page, 'makers');
  const { devices } = await dashboardOf(page, session);
  const expected: [kind: string, mfg: string, plots: string[]][] = [
    ['tstat', 'ecobee', ['Temperature', 'Heating and cooling']],
    ['hwh', 'eradio', ['Power']],
    ['hwh', 'aosmith', ['Temperature', 'Power']],
    ['battery', 'tesla', ['Power', 'Stored energy']],
    ['evse', 'tesla', ['Charger history']],
    ['ev', 'tesla', ['Power']],
    ['rac', 'ge', ['Temperature']],
  ];
  for (const [kind, mfg, plots] of expected) {
    const device = devices.find((one) => one.kind === kind && one.mfg === mfg);
    await page.goto(`/#/device/${device?.id}`);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Right now',
      ...plots,
      'Latest activity',
    ]);
  }
});
