import { DAY, HOUR } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import {
  SERIES_CALL,
  openStatus,
  pastDayOf,
  plot,
  replaceSeries,
  startOfDayAgo,
  withFixedTank,
} from './device-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { asBearer, dashboardOf, newSession, openSignedIn } from '../support/signed-in.ts';

const dayAgo = () => `?date=${new Date(Date.now() - 2 * DAY).toISOString().slice(0, 10)}`;
/** A week that is over, and still kept reading by reading. */
const weekAgo = () => `?range=week&date=${startOfDayAgo(9).toISOString().slice(0, 10)}`;

test('[UX-26] [GRAPH-2] the weekly energy in the summary of a water heater equals that of its meter', async ({
  page,
}) => {
  const request = page.waitForRequest(/\/energy\?/);
  await openStatus(page, 'demo', 'Garage Water Heater', weekAgo());
  const address = (await request).url();
  const says = /(?<amount>[\d.]+)\skWh in all/;
  const energy = plot(page, 'Energy by day');
  await expect(energy.getByText(says)).toBeVisible();
  const { amount } = says.exec(await energy.innerText())?.groups ?? {};
  const session = await newSession(page, 'demo');
  const answer = await page.request.get(`${address}&total=true`, asBearer(session));
  const [total] = (await answer.json()) as { value: number }[];
  expect(Number(amount)).toBeGreaterThan(0);
  expect(Number(amount)).toBeCloseTo((total?.value ?? Number.NaN) / 1_000, 1);
});

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
    await expect(page.getByRole('application')).toHaveCount(2);
    await expect(plot(page, 'Temperature').getByText(/^Tank /)).toBeVisible();
    await expect(plot(page, 'Power').getByText(/the day before/)).toBeVisible();
    expect(requests.filter((path) => path.endsWith('/series'))).toHaveLength(2);
    expect(requests.filter((path) => path.includes('/data/'))).toEqual([]);
  },
);

test(
  '[UX-35] [PLOT-2] plots that cannot be loaded say so and not that nothing was recorded; trying again brings them, and so do 30 s',
  LONG,
  async ({ page }) => {
    const FAILURE = 'The values for this chart could not be loaded.';
    await installClock(page);
    await page.route(SERIES_CALL, (route) => route.abort());
    await openStatus(page, 'demo', 'Garage Water Heater', dayAgo());
    const temperature = plot(page, 'Temperature');
    const failed = plot(page, 'Temperature and Power');
    // One card for all that one call brings.
    await expect(page.getByText(FAILURE)).toHaveCount(1);
    await expect(failed.getByText(FAILURE)).toBeVisible();
    await expect(page.getByText('Nothing was recorded in this time.')).toHaveCount(0);
    await expectAccessible(page);
    await pauseClock(page);
    await page.unroute(SERIES_CALL);
    await failed.getByRole('button', { name: 'Temperature and Power: Try again' }).click();
    await page.clock.resume();
    await expect(temperature.getByText(/^Tank /)).toBeVisible();
    await expect(page.getByText(FAILURE)).toHaveCount(0);

    await page.route(SERIES_CALL, (route) => route.abort());
    await page.reload();
    await expect(failed.getByText(FAILURE)).toBeVisible();
    await page.unroute(SERIES_CALL);
    await page.clock.runFor(31_000);
    await expect(temperature.getByText(/^Tank /)).toBeVisible();

    await page.route('**/energy?**', (route) => route.abort());
    await openStatus(page, 'demo', 'Garage Water Heater', '?range=month');
    const energy = plot(page, 'Energy by day');
    await expect(energy.getByText(FAILURE)).toBeVisible();
    await page.unroute('**/energy?**');
    const letGo = await holdAnswers(page, '**/energy?**');
    const retry = energy.getByRole('button', { name: 'Energy by day: Try again' });
    const request = page.waitForRequest('**/energy?**');
    await retry.click();
    await request;
    // While it is tried again the button keeps its place and the focus.
    await expect(retry).toBeFocused();
    await expect(retry).toHaveAttribute('aria-busy', 'true');
    letGo();
    await expect(energy.getByText(/kWh/).first()).toBeVisible();
  },
);

test(
  '[UX-26] [PLOT-2] the month of a battery shows what it gave and took each day, as its meter counts it',
  LONG,
  async ({ page }) => {
    const request = page.waitForRequest(/\/energy\?/);
    await openStatus(page, 'demo', 'Home Battery', '?range=month');
    const address = (await request).url();
    const energy = plot(page, 'Energy by day');
    const says =
      /Powered the home with (?<given>[\d.,]+)\skWh, most on .+ Charged with (?<taken>[\d.,]+)\skWh\./;
    await expect(energy.getByText(says)).toBeVisible();
    await expect(energy.getByRole('listitem')).toHaveText([
      'Powered the home',
      'Charged',
      'Solar',
      'Show Home',
    ]);
    // Its days are so high that the others would have little room.
    const ends = () =>
      energy
        .locator('svg text')
        .evaluateAll((all) => Math.max(...all.map((one) => Number(one.textContent) || 0)));
    const alone = await ends();
    await energy.getByRole('button', { name: 'Show Home' }).click();
    await expect(energy.getByRole('button', { name: 'Hide Home', pressed: true })).toBeVisible();
    expect(await ends()).toBeGreaterThan(alone);
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

test(
  '[PLOT-2] [UX-26] a week shows days too: the range of a battery’s charge, and the energy of a car',
  LONG,
  async ({ page }) => {
    await openStatus(page, 'demo', 'Home Battery', weekAgo());
    const charge = plot(page, 'Stored energy');
    await charge.getByRole('button', { name: 'Stored energy: Show table' }).click();
    await expect(charge.getByRole('rowheader')).toHaveCount(7);
    await expect(charge.getByRole('row').nth(3)).toHaveText(/\d kWh\s*[\d.]+ kWh – [\d.]+ kWh/);
    await openStatus(page, 'demo', 'Family Car', weekAgo());
    const energy = plot(page, 'Energy by day');
    await expect(energy.getByRole('application').locator('svg rect[rx]').first()).toBeAttached();
    await energy.getByRole('button', { name: 'Energy by day: Show table' }).click();
    await expect(energy.getByRole('rowheader')).toHaveCount(7);
    await expect(plot(page, 'Power')).toHaveCount(0);
    await expectAccessible(page);
  },
);

/** A reading of the house's clock every six hours of a span. */
const everySixHours = (days: number, value: (hours: number) => number | string) => (start: number) =>
  Array.from({ length: days * 4 }, (_, index) => {
    const time = new Date(start + index * 6 * HOUR).toISOString();
    return { id: time, time, value: value(index * 6) };
  });

test(
  '[PLOT-1] [PLOT-2] [UX-26] [UX-27] the month of a thermostat by days, with their range and mean, and its mode above them',
  LONG,
  async ({ page }) => {
    // On the second day of each period it is colder for some hours, and off from its tenth on.
    await replaceSeries(page, {
      'thermostat-actual-temperature': everySixHours(20, (hours) => (hours === 30 ? 58 : 70)),
      'thermostat-heat-setpoint': everySixHours(20, () => 68),
      'thermostat-cool-setpoint': () => [],
      'thermostat-mode': everySixHours(20, (hours) => (hours < 10 * 24 ? 'heat' : 'off')),
    });
    await openStatus(page, 'demo', 'Living Room', '?range=month');
    const temperature = plot(page, 'Temperature');
    await expect(
      temperature.getByText(
        /^Actual temperature between 58\s°F \([A-Z][a-z]{2}, [A-Z][a-z]{2} \d+\) and 70\s°F.* Mostly (Heat|Off) \(\d+ h\), 1 change\.$/,
      ),
    ).toBeVisible();
    const drawing = temperature.getByRole('application');
    await expect(drawing.getByText('Mode', { exact: true })).toBeVisible();
    for (const mode of ['Heat', 'Off']) await expect(drawing.getByText(mode, { exact: true })).toBeVisible();
    await drawing.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(temperature.getByRole('status')).toHaveText(
      /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, Actual temperature 67\.0 °F \(58\.0 – 70\.0\), Heating target 68\.0 °F, Mode Heat$/,
    );
    await temperature.getByRole('button', { name: 'Temperature: Show table' }).click();
    const table = temperature.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText([
      'From',
      'Actual temperature',
      'Heating target',
      'Mode',
    ]);
    await expect(table.getByRole('rowheader')).toHaveCount(30);
    await expect(table.getByRole('row').nth(2)).toHaveText(/67\.0 °F58\.0 °F – 70\.0 °F68\.0 °FHeat$/);
    await expectAccessible(page);
  },
);

test('[UX-34] a loading plot has neither summary nor scale', LONG, async ({ page }) => {
  await openStatus(page, 'demo', 'Garage Water Heater', dayAgo());
  const temperature = plot(page, 'Temperature');
  await expect(temperature.getByText(/^Tank /)).toBeVisible();
  const letGo = await holdAnswers(page, SERIES_CALL);
  await page.getByRole('toolbar').getByRole('radio', { name: 'Week' }).click();
  await expect(temperature.getByText('Loading the chart…').first()).toBeVisible();
  await expect(page.getByText('Nothing was recorded in this time.')).toHaveCount(0);
  await expect(temperature.locator('svg text').filter({ hasText: '°F' })).toHaveCount(0);
  letGo();
  await expect(temperature.getByText(/^Tank /)).toBeVisible();
});

test(
  '[PLOT-1] [UX-26] an hour that the clock shows twice is told apart, a day of 23 hours has labels at even hours, and a future date is replaced by today',
  LONG,
  async ({ page }) => {
    await withFixedTank(page);
    await openStatus(page, 'demo', 'Garage Water Heater', pastDayOf(25).query);
    const temperature = plot(page, 'Temperature');
    await expect(temperature.getByText(/^Tank /)).toBeVisible();
    await temperature.getByRole('button', { name: 'Temperature: Show table' }).click();
    const rowHours = temperature.getByRole('rowheader');
    await expect(rowHours).toHaveCount(25);
    await expect(rowHours.nth(1)).toHaveText('1:00 AM MDT');
    await expect(rowHours.nth(2)).toHaveText('1:00 AM MST');
    await expect(rowHours.nth(3)).toHaveText('2:00 AM');

    await openStatus(page, 'demo', 'Garage Water Heater', pastDayOf(23).query);
    const labels = temperature.locator('svg text').filter({ hasText: /^\d+ [AP]M$/ });
    await expect(labels.first()).toHaveText('12 AM');
    await expect(labels.nth(3)).toBeVisible();
    const hours = (await labels.allTextContents()).map((text) => {
      const [hour, half] = text.split(' ');
      return (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
    });
    const step = (hours.at(-1) ?? 0) - (hours.at(-2) ?? 0);
    expect(hours.filter((hour) => hour % step !== 0)).toEqual([]);

    const id = await openStatus(page, 'demo', 'Garage Water Heater', '?date=2131-01-01');
    await expect(page).toHaveURL(new RegExp(`#/device/${id}$`));
  },
);

test(
  '[PLOT-1] [UX-40] [LANG-5] a day has a label at every second hour at 1280 and 1440 px, none of them over another',
  LONG,
  async ({ page }) => {
    for (const language of ['en', 'es']) {
      await openStatus(page, 'demo', 'Garage Water Heater', pastDayOf(24).query, language);
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const svg = page.getByRole('main').locator('svg:has(text)').first();
        const labels = () =>
          svg.locator('text').evaluateAll((all) => {
            const boxes = all.map((one) => ({
              text: one.textContent,
              ...one.getBoundingClientRect().toJSON(),
            }));
            const lowest = Math.max(...boxes.map(({ bottom }) => bottom));
            return boxes.filter(({ bottom }) => bottom > lowest - 2);
          });
        const said = language === 'en' ? /^(12 [AP]M|10( [AP]M)?|[2468]( [AP]M)?)$/ : /^\d+(\s[ap]\.m\.)?$/;
        await expect.poll(async () => (await labels()).length).toBe(12);
        const shown = await labels();
        expect(shown.filter(({ text }) => !said.test(text))).toEqual([]);
        for (const [index, { left }] of shown.slice(1).entries()) {
          expect(left - shown[index].right, `${language} ${width} ${shown[index].text}`).toBeGreaterThan(4);
        }
      }
    }
  },
);

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
    const device = devices.find((candidate) => candidate.kind === kind && candidate.mfg === mfg);
    await page.goto(`/#/device/${device?.id}`);
    const titles = page.getByRole('heading', { level: 2 });
    // A device that an event asks this evening has more to say.
    await expect(titles).toContainText(['Right now', ...plots, 'Latest activity']);
    const others = expected.flatMap(([, , all]) => all).filter((title) => !plots.includes(title));
    for (const title of others) {
      await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toHaveCount(0);
    }
  }
});
