import type { Page, Route } from '@playwright/test';
import type { HouseWeather } from '#contract/entities/weather.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { clippedOrOverlappingTexts, layoutShift } from '../support/layout-checks.ts';
import { cards, openSignedIn, region, toasts } from '../support/signed-in.ts';

const WEATHER_CALL = '**/api/house/*/weather';

const days = (start: number): HouseWeather['days'] =>
  [
    {
      min: 29.6,
      max: 50.4,
      clouds: 0.301,
      precip: 0.99,
      description: 'thunderstorm with light rain',
      icon: '11d',
    },
    { min: 33, max: 64, clouds: 0.07, precip: 0.099, description: 'clear sky', icon: '01d' },
    { min: 41.5, max: 63, clouds: null, precip: null, description: null, icon: null },
  ].map((day, index) => ({ ...day, time: new Date(start + index * DAY).toISOString() }));

/** Answers with weather that does not change, whatever the server's is. */
const fixWeather = (page: Page, change: Partial<HouseWeather> = {}) =>
  page.route(WEATHER_CALL, async (route) => {
    const now = Date.now();
    const json: HouseWeather = {
      source: 'openweather',
      current: {
        time: new Date(now - 4 * MINUTE).toISOString(),
        temp: 43.4,
        windSpeed: 5.8,
        precip: 0.05,
        description: 'scattered clouds',
        icon: '03d',
      },
      days: days(now),
      ...change,
    };
    await route.fulfill({ json });
  });

const weather = (page: Page) => region(page, 'Weather');
const forecast = (page: Page) => region(page, 'Forecast');

test('[WX-2] [DASH-1] the weather now and of three days, with its cuts and placeholders', async ({
  page,
}) => {
  await fixWeather(page);
  await openSignedIn(page, 'demo');
  for (const text of ['43\u00A0°F', 'Scattered clouds', 'Wind 6\u00A0mph', 'Precipitation 0%'])
    await expect(weather(page)).toContainText(text);
  const day = (index: number) => forecast(page).getByRole('listitem').nth(index);
  await expect(forecast(page).getByRole('listitem')).toHaveCount(3);
  for (const text of ['Today', 'High 50°', 'Low 30°', 'Thunderstorm with l…', 'Precip. 99%', 'Clouds 30%'])
    await expect(day(0)).toContainText(text);
  // In full for those who do not see it.
  await expect(day(0).getByText('thunderstorm with light rain')).toHaveCount(1);
  for (const text of ['High 64°', 'Low 33°', 'Clear sky', 'Precip. 0%', 'Clouds 7%'])
    await expect(day(1)).toContainText(text);
  for (const text of ['High 63°', 'Low 42°', '--', 'Precip. --', 'Clouds --'])
    await expect(day(2)).toContainText(text);
  await expect(page.getByText(/Simulated (weather|forecast)/)).toHaveCount(0);
});

test(
  '[WX-2] [LANG-1] [UX-40] on a phone, in Spanish, opened weather and forecast are named as simulated, and nothing is cut',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 812 });
    await openSignedIn(page, 'demo', { language: 'es' });
    await page.getByRole('button', { name: /^Clima simulado/ }).click();
    await expect(page.getByText(/^Viento \d+\smph$/)).toBeVisible();
    await page.getByRole('button', { name: /^Pronóstico simulado/ }).click();
    await expect(page.getByText(/^Hoy/)).toBeVisible();
    await expect(page.getByText(/^Clima simulado · /)).toHaveCount(2);
    expect(await clippedOrOverlappingTexts(page)).toEqual([]);
  },
);

test('[WX-2] [LANG-6] its words follow the language of the open page', LONG, async ({ page }) => {
  const answered = () =>
    page.waitForResponse(WEATHER_CALL).then(async (answer) => (await answer.json()) as HouseWeather);
  const inEnglish = answered();
  await openSignedIn(page, 'demo');
  const before = (await inEnglish).current?.description ?? '';
  await expect(region(page, 'Simulated weather')).toContainText(before, { ignoreCase: true });
  const inSpanish = answered();
  await page.getByRole('button', { name: /language: English/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  const after = (await inSpanish).current?.description ?? '';
  expect(after).not.toBe(before);
  await expect(region(page, 'Clima simulado')).toContainText(after, { ignoreCase: true });
});

test.describe('in a language whose words cannot be loaded', () => {
  test.use({ expectedError: /500/ });

  test('[UX-35] [LANG-1] [MKT-1] weather and offers stay as they are', LONG, async ({ page }) => {
    const offer = { id: 'offer', title: 'Pool pump', body: '<p>Words</p>', linkTitle: 'Go', link: '#/' };
    let isBroken = false;
    const serve = (json: object) => (route: Route) =>
      isBroken ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json });
    await page.route('**/marketing/in-app', serve([offer, { ...offer, id: 'other', title: 'Heat pump' }]));
    await fixWeather(page);
    await page.route(WEATHER_CALL, (route) =>
      isBroken ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await openSignedIn(page, 'demo');
    await expect(page.getByRole('region', { name: 'Heat pump' })).toBeVisible();
    await expect(weather(page)).toContainText('43\u00A0°F');
    isBroken = true;
    await page.getByRole('button', { name: /language: English/ }).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await expect(page.getByRole('button', { name: 'Clima: Intentar de nuevo' })).toBeVisible();
    await expect(region(page, 'Clima')).toContainText('43\u00A0°F');
    for (const name of ['Pool pump', 'Heat pump'])
      await expect(page.getByRole('region', { name })).toBeVisible();
  });
});

test(
  '[WX-1] [BRAND-5] a home of Canada without coordinates has weather in its units',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'ca');
    const current = region(page, 'Simulated weather');
    await expect(current).toContainText(/-?\d+\s°C/);
    await expect(current).toContainText(/Wind \d+\skm\/h/);
  },
);

test.describe('failures', () => {
  test.use({ expectedError: /502/ });

  test(
    '[WX-2] [ERR-1] [UX-35] weather that cannot be told is said in a toast and on the card alone, and comes when it is tried again',
    LONG,
    async ({ page }) => {
      const problem = {
        code: 'weather_unavailable',
        title: 'The weather is not available right now.',
        status: 502,
      };
      await page.route(WEATHER_CALL, (route) => route.fulfill({ status: 502, json: problem }));
      await openSignedIn(page, 'demo');
      const toast = page.getByText('The weather could not be loaded');
      await expect(toast).toBeVisible();
      await toasts(page).getByText('Details').click();
      await expect(page.getByText(/^ApiError: /)).toBeVisible();
      await expect(weather(page)).toContainText('--');
      await expect(cards(page)).toHaveCount(6);
      await page.unroute(WEATHER_CALL);
      await page.getByRole('button', { name: 'Weather: Try again' }).click();
      await expect(page.getByText(/^Simulated weather · Updated .* ago$/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Weather: Try again' })).toHaveCount(0);
    },
  );
});

test(
  '[WX-2] [UX-36] it is asked for once, and again only after ten minutes of a visible page',
  LONG,
  async ({ page }) => {
    let calls = 0;
    await installClock(page);
    await fixWeather(page);
    page.on('request', (request) => {
      if (/\/api\/house\/[^/]+\/weather$/.test(request.url())) calls += 1;
    });
    await openSignedIn(page, 'demo');
    await expect(weather(page)).toContainText('Scattered clouds');
    await pauseClock(page);
    await page.clock.runFor(9 * MINUTE);
    expect(calls).toBe(1);
    const again = page.waitForResponse(WEATHER_CALL);
    await page.clock.runFor(2 * MINUTE);
    await (await again).finished();
    expect(calls).toBe(2);
  },
);

for (const width of [375, 1440]) {
  test(`[UX-33] weather that comes late moves nothing (${width} px wide)`, LONG, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const letGo = await holdAnswers(page, WEATHER_CALL);
    const request = page.waitForRequest(WEATHER_CALL);
    await openSignedIn(page, 'demo');
    await request;
    await expect(cards(page)).toHaveCount(6);
    await page.waitForFunction(() => !document.querySelector('main [aria-busy]:not([role=status])'));
    const before = await layoutShift(page);
    letGo();
    await expect(region(page, 'Simulated weather')).toContainText('°F');
    // A second that passes may move a word of an age; a card of the weather that grew would count ten times as much.
    expect(await layoutShift(page)).toBeLessThan(before + 0.001);
  });
}
