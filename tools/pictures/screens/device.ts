import type { Page } from '@playwright/test';
import { DAY } from '#domain/time/time.ts';
import { abortCalls, goOffline } from './screen.ts';
import type { Screen } from './screen.ts';

/** A tab of the demo home's device with this name, and its query. */
const openDevice =
  (name: string, rest = '') =>
  async (page: Page) => {
    const link = await page.locator(`main li a[aria-label*="${name}"]`).getAttribute('href');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `${link}${rest}`);
    await page.locator('main nav').waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
  };

const openValveWarning = async (page: Page) => {
  await openDevice('Garage Water Heater', '/settings')(page);
  await page.locator('main form input[type=checkbox]').first().click();
  await page.locator('dialog[open]').waitFor();
};

/** What the dashboard knew stands in for what a tab asks for until the last try has failed. */
const openFailed = (tab: string) => async (page: Page) => {
  await openDevice('Garage Water Heater', tab)(page);
  await page
    .locator('main')
    .getByRole('button', { name: /^(Try again|Intentar de nuevo)$/ })
    .waitFor();
};

/** The day before yesterday is over in every zone. */
const RECENT_DAY = new Date(Date.now() - 2 * DAY).toISOString().slice(0, 10);

/** On synthetic data: the plots of every kind and special maker. */
const PLOT_SHEETS: readonly Screen[] = (['day', 'week', 'month'] as const).map((range) => ({
  name: `plots-${range}`,
  path: `/dev/plots?range=${range}&date=${RECENT_DAY}`,
  who: 'demo',
}));

export const DEVICE_SCREENS: readonly Screen[] = [
  { name: 'device', path: '/user-home', who: 'demo', prepare: openDevice('Garage Water Heater') },
  ...['Living Room', 'Bedroom Window AC', 'Home Battery', 'Driveway Charger', 'Family Car'].map((title) => ({
    name: `device-${title.toLowerCase().replaceAll(' ', '-')}`,
    path: '/user-home',
    who: 'demo',
    prepare: openDevice(title),
  })),
  {
    name: 'device-month',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Home Battery', '?range=month'),
  },
  ...['Living Room', 'Home Battery', 'Family Car'].map((title) => ({
    name: `device-week-${title.toLowerCase().replaceAll(' ', '-')}`,
    path: '/user-home',
    who: 'demo',
    prepare: openDevice(title, '?range=week'),
  })),
  {
    name: 'device-thermostat-month',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Living Room', '?range=month'),
  },
  {
    name: 'device-schedule',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Garage Water Heater', '/schedule'),
  },
  {
    name: 'device-schedule-edit',
    path: '/user-home',
    who: 'demo',
    prepare: async (page) => {
      await openDevice('Garage Water Heater', '/schedule')(page);
      await page.getByRole('button', { name: /“Weekday mornings”|«Mañanas entre semana»/ }).click();
      await page.getByRole('menuitem').first().click();
      await page.locator('#schedule-editor').waitFor();
    },
  },
  {
    name: 'device-settings',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Garage Water Heater', '/settings'),
  },
  { name: 'device-settings-valve', path: '/user-home', who: 'demo', prepare: openValveWarning },
  {
    name: 'device-settings-car',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Family Car', '/settings'),
  },
  {
    name: 'device-offline',
    path: '/user-home',
    who: 'demo',
    prepare: async (page) => {
      await openDevice('Garage Water Heater')(page);
      await goOffline(page);
    },
  },
  {
    name: 'device-plots-failed',
    path: '/user-home',
    who: 'demo',
    answer: abortCalls('**/series?**'),
    prepare: openDevice('Living Room'),
  },
  {
    name: 'device-schedule-failed',
    path: '/user-home',
    who: 'demo',
    answer: abortCalls('**/device-schedule'),
    prepare: openFailed('/schedule'),
  },
  {
    name: 'device-settings-failed',
    path: '/user-home',
    who: 'demo',
    answer: abortCalls('**/device/*/setting'),
    prepare: openFailed('/settings'),
  },
  {
    name: 'device-failed',
    path: '/device/nothing',
    who: 'demo',
    answer: (page) => page.route('**/api/house/*/dashboard', (route) => route.fulfill({ status: 503 })),
  },
  { name: 'device-unknown', path: '/device/nothing', who: 'demo' },
  ...PLOT_SHEETS,
];
