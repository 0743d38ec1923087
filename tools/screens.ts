import type { Page } from '@playwright/test';
import type { HouseEvent } from '#contract/entities/event.ts';
import { DAY, HOUR, MINUTE } from '#domain/time.ts';
import { dispatchOf, showEvents } from '../e2e/event-data.ts';
import { coming, openEvent, running } from '../e2e/event-screen.ts';
import { newestResult } from '../e2e/result-data.ts';
import { openSignedIn, storeSession } from '../e2e/signed-in.ts';
import { PASSWORD } from '../e2e/server.ts';

/** How a screen is looked at. */
export interface Look {
  readonly width: number;
  readonly language: 'en' | 'es';
  readonly theme: 'light' | 'dark';
}

/** A screen in a state, opened by path and brought there. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** null: signed out. */
  readonly who: string | null;
  readonly pid?: string;
  /** With the dialog that asks for a phone number's code. */
  readonly reminder?: true;
  /** Replaces answers of the server before the screen is opened. */
  readonly answer?: (page: Page) => Promise<unknown>;
  /** Opens the screen itself, in the place of path and person. */
  readonly open?: (page: Page, look: Look) => Promise<unknown>;
  /** Brings the screen into the state that is captured. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const openMenu = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
};

/** A sign-in by mail, for an address without an account. */
const requestByMail = (way: number) => async (page: Page) => {
  await page.locator('input[name=email]').fill('maya@porchlight.example');
  await page.locator('main > div > button').nth(way).click();
  await page.locator('input[name=pin]').waitFor();
};

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
  };

const openValveWarning = async (page: Page) => {
  await openDevice('Garage Water Heater', '/settings')(page);
  await page.locator('main form input[type=checkbox]').first().click();
  await page.locator('dialog[open]').waitFor();
};

const past = () => ({ start: Date.now() - 200 * MINUTE, end: Date.now() - HOUR / 3 });

const ended = (event: HouseEvent): HouseEvent => ({
  ...event,
  state: 'ended',
  devices: event.devices.map((device) => ({ ...device, mayEase: false, easesTo: null, returned: 'done' })),
});

const openReceipt = async (page: Page, look: Look) => {
  const { event } = await newestResult(page, await storeSession(page, 'demo'));
  await openSignedIn(page, 'demo', { at: `/event/${event.id}/receipt`, ...look });
};

/** The day before yesterday is over in every zone. */
const RECENT_DAY = new Date(Date.now() - 2 * DAY).toISOString().slice(0, 10);

/** On synthetic data: the plots of every kind and special maker. */
const PLOT_SHEETS: readonly Screen[] = (['day', 'week', 'month'] as const).map((range) => ({
  name: `plots-${range}`,
  path: `/dev/plots?range=${range}&date=${RECENT_DAY}`,
  who: 'demo',
}));

export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/logon', who: null },
  {
    name: 'sign-in-failed',
    path: '/logon',
    who: null,
    prepare: async (page) => {
      await page.locator('input[name=email]').fill('nobody@porchlight.example');
      await page.locator('input[name=password]').fill('wrong');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'sign-in-pin', path: '/logon', who: null, prepare: requestByMail(1) },
  { name: 'sign-in-link', path: '/logon', who: null, prepare: requestByMail(0) },
  {
    name: 'sign-in-totp',
    path: '/logon',
    who: null,
    prepare: async (page) => {
      await page.locator('input[name=email]').fill('totp@porchlight.example');
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('form button[type=submit]').click();
      await page.locator('input[name=totp]').waitFor();
    },
  },
  { name: 'sign-in-elsewhere', path: '/auth?token=dummy&pin=40718', who: null },
  { name: 'sign-in-reset', path: '/logon/password-reset?token=dummy', who: null },
  { name: 'sign-in-error', path: '/logon/error?code=link_expired', who: null },
  { name: 'sign-in-locked', path: '/logon/error?code=locked_out', who: null },
  { name: 'sign-in-unreached', path: '/logon?reason=unreached', who: null },
  { name: 'sign-in-success', path: '/logon/success?what=password', who: null },
  { name: 'sign-in-harbour', path: '/logon', who: null, pid: 'harbour' },
  { name: 'sign-in-maple', path: '/logon', who: null, pid: 'maple' },
  { name: 'dashboard', path: '/user-home', who: 'demo' },
  { name: 'dashboard-house-menu', path: '/user-home', who: 'demo', prepare: openMenu(/1420 Juniper/) },
  { name: 'dashboard-user-menu', path: '/user-home', who: 'demo', prepare: openMenu(/^MR/) },
  { name: 'dashboard-makers', path: '/user-home', who: 'makers' },
  { name: 'dashboard-empty', path: '/user-home', who: 'empty' },
  { name: 'dashboard-harbour', path: '/user-home', who: 'au', pid: 'harbour' },
  { name: 'dashboard-maple', path: '/user-home', who: 'ca', pid: 'maple' },
  {
    name: 'dashboard-stale',
    path: '/user-home',
    who: 'demo',
    prepare: async (page) => {
      await page.route('**/dashboard', (route) => route.abort());
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await page.getByRole('button', { name: /Try again|Intentar de nuevo/ }).waitFor();
    },
  },
  {
    name: 'dashboard-offline',
    path: '/user-home',
    who: 'demo',
    prepare: async (page) => {
      await page.context().setOffline(true);
      await page.getByRole('alert').waitFor();
    },
  },
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
  {
    name: 'dashboard-event-before',
    path: '/user-home',
    who: 'demo',
    answer: (page) => showEvents(page, (devices) => dispatchOf(devices, coming())),
  },
  {
    name: 'dashboard-event-running',
    path: '/user-home',
    who: 'demo',
    answer: (page) => showEvents(page, (devices) => dispatchOf(devices, running())),
  },
  {
    name: 'dashboard-opt-out',
    path: '/user-home',
    who: 'demo',
    answer: (page) => showEvents(page, (devices) => dispatchOf(devices, running())),
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(Opt out|Excluirse)/ })
        .first()
        .click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'event-before', path: '', who: 'demo', open: (page, look) => openEvent(page, coming(), look) },
  { name: 'event-running', path: '', who: 'demo', open: (page, look) => openEvent(page, running(), look) },
  {
    name: 'event-over',
    path: '',
    who: 'demo',
    open: (page, look) => openEvent(page, past(), { ...look, change: ended }),
  },
  { name: 'event-receipt', path: '', who: 'demo', open: openReceipt },
  { name: 'event-unknown', path: '/event/nothing', who: 'demo' },
  {
    name: 'device-schedule',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Garage Water Heater', '/schedule'),
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
  ...PLOT_SHEETS,
  { name: 'device-unknown', path: '/device/nothing', who: 'demo' },
  { name: 'account-profile', path: '/my-account/profile', who: 'demo' },
  { name: 'account-add-phone', path: '/my-account/profile?addPhoneNumber', who: 'demo' },
  { name: 'account-security', path: '/my-account/security', who: 'demo' },
  {
    name: 'account-enrol',
    path: '/my-account/security',
    who: 'ca',
    pid: 'maple',
    prepare: async (page) => {
      await page.locator('section[aria-labelledby=totp] button').click();
      await page.locator('svg[role=img]').waitFor();
    },
  },
  {
    name: 'dashboard-phone-reminder',
    path: '/user-home',
    who: 'demo',
    reminder: true,
    prepare: async (page) => {
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'account-preferences', path: '/my-account/preferences', who: 'demo' },
  { name: 'account-household', path: '/my-account/profile', who: 'es' },
  { name: 'messages', path: '/message-center/inbox', who: 'demo' },
  {
    name: 'messages-open',
    path: '/message-center/inbox',
    who: 'demo',
    prepare: async (page) => {
      await page.locator('main a[href*="/message/"]').first().click();
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'messages-favorites', path: '/message-center/favorites', who: 'empty' },
  { name: 'messages-new', path: '/message-center/inbox?new', who: 'demo' },
  { name: 'admin', path: '/user-home', who: 'admin' },
  {
    name: 'failed',
    path: '/user-home',
    who: 'demo',
    answer: (page) => page.route('**/api/house/*/dashboard', (route) => route.fulfill({ status: 503 })),
  },
  { name: 'parts', path: '/dev/parts', who: 'demo' },
  {
    name: 'parts-dialog',
    path: '/dev/parts',
    who: 'demo',
    prepare: openMenu(/^Open dialog$/),
  },
];
