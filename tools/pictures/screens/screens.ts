import type { Page } from '@playwright/test';
import type { HouseEvent } from '#contract/entities/event.ts';
import { dispatchOf, showEvents } from '../../../e2e/events/event-data.ts';
import { plansOf, running } from '../../../e2e/events/event-screen.ts';
import { DEVICE_SCREENS } from './device.ts';
import { EVENT_SCREENS } from './events.ts';
import { HOUSEHOLD_SCREENS } from './household.ts';
import { abortCalls, goOffline } from './screen.ts';
import { DASHBOARD_STATES } from './dashboard-states.ts';
import { MAILS } from './mails.ts';
import type { Screen } from './screen.ts';
import { SIGN_IN_SCREENS } from './sign-in.ts';

const openMenu = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
};

/** Codes count as sent: the server sends three an hour. */
const sendNoCode = (page: Page) =>
  page.route('**/phonenumber/*/verify?**', (route) =>
    route.fulfill({
      status: 202,
      json: { phone: '3035550142', countryCode: '1', verified: false, optout: false },
    }),
  );

const openCodeField = (place: string) => async (page: Page) => {
  await page
    .locator(place)
    .getByRole('button', { name: /^(Verify|Verificar|Text me|Enviarme)/ })
    .first()
    .click();
  await page.locator('input[autocomplete=one-time-code]').waitFor();
};

/** Below 1024 px the graph is behind its header. */
const openEnergy = async (page: Page) => {
  const header = page.getByRole('button', { name: /^(Energy use|Consumo de energía)/, expanded: false });
  if ((page.viewportSize()?.width ?? 0) < 1_024) await header.click();
  await page.getByRole('application').first().waitFor();
};

const ENERGY_SCREENS: readonly Screen[] = [
  ['day', ''],
  ['week', '?range=week'],
  ['month', '?range=month'],
  ['points-week', '?range=week&view=points'],
  ['points-month', '?range=month&view=points'],
].map(([name, query]) => ({
  name: `energy-${name}`,
  path: `/user-home${query}`,
  who: 'demo',
  prepare: openEnergy,
}));

export const SCREENS: readonly Screen[] = [
  ...SIGN_IN_SCREENS,
  ...DEVICE_SCREENS,
  ...MAILS,
  { name: 'dashboard', path: '/user-home', who: 'demo' },
  { name: 'dashboard-house-menu', path: '/user-home', who: 'demo', prepare: openMenu(/1420 Juniper/) },
  { name: 'dashboard-user-menu', path: '/user-home', who: 'demo', prepare: openMenu(/^MR/) },
  {
    name: 'dashboard-language-menu',
    path: '/user-home',
    who: 'demo',
    prepare: async (page) => {
      await page.locator('header button', { hasText: /^(EN|ES)$/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'dashboard-makers', path: '/user-home', who: 'makers' },
  { name: 'dashboard-empty', path: '/user-home', who: 'empty' },
  ...ENERGY_SCREENS,
  ...DASHBOARD_STATES,
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
    prepare: goOffline,
  },
  ...EVENT_SCREENS,
  { name: 'account-profile', path: '/my-account/profile', who: 'demo' },
  { name: 'account-add-phone', path: '/my-account/profile?addPhoneNumber', who: 'demo' },
  {
    name: 'account-phone-code',
    path: '/my-account/profile',
    who: 'demo',
    answer: sendNoCode,
    prepare: openCodeField('main'),
  },
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
  {
    name: 'dashboard-phone-card',
    path: '/user-home',
    who: 'demo',
    reminder: true,
    answer: async (page) => {
      let events: readonly HouseEvent[] = [];
      await showEvents(page, (devices) => (events = dispatchOf(devices, running())));
      await page.route('**/api/house/*/event/*/plan', (route) => route.fulfill({ json: plansOf(events) }));
    },
    prepare: async (page) => {
      await page.locator('section[aria-labelledby=phone-card]').waitFor();
    },
  },
  {
    name: 'dashboard-phone-code',
    path: '/user-home',
    who: 'demo',
    reminder: true,
    answer: sendNoCode,
    prepare: openCodeField('dialog[open]'),
  },
  { name: 'account-preferences', path: '/my-account/preferences', who: 'demo' },
  { name: 'account-settings', path: '/my-account/settings', who: 'demo' },
  ...HOUSEHOLD_SCREENS,
  // Those below open, archive and read messages: the menus of all others say how many are unread.
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
  {
    name: 'messages-open-result',
    path: '/message-center/inbox',
    who: 'demo',
    prepare: async (page) => {
      await page
        .locator('main a[href*="/message/"]')
        .filter({ hasText: /^(Result|Resultado)/ })
        .first()
        .click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'messages-undo',
    path: '/message-center/inbox',
    who: 'demo',
    prepare: async (page) => {
      await page.locator('main a[href*="/message/"]').first().click();
      await page
        .getByRole('article')
        .locator('button', { hasText: /^(Archive|Archivar)$/ })
        .click();
      await page.getByRole('button', { name: /^(Undo|Deshacer)$/ }).waitFor();
      // The list is where it was left.
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'messages-failed',
    path: '/message-center/inbox',
    who: 'demo',
    answer: abortCalls('**/message?**'),
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
