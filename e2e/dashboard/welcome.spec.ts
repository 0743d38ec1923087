import type { Locator, Page, Route } from '@playwright/test';
import type { User } from '#contract/entities/account.ts';
import { HOUR } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { changeDashboard } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import {
  DASHBOARD_CALL,
  cards,
  goTo,
  heading,
  newSession,
  openScreen,
  openSignedIn,
  region,
  toasts,
  waitForLateParts,
} from '../support/signed-in.ts';
import { layoutShift } from '../support/layout-checks.ts';
import { returnToTab, openInBackground, setVisibility } from '../support/tab-visibility.ts';

test.use({ welcome: true, phoneReminder: true });

/** The account as at its first sign-in: the demo's accounts have been used by other journeys. */
const signedInBefore = (page: Page, sessionCount: number) =>
  page.route('**/api/account/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as User), sessionCount } });
  });

const OFFER = {
  id: 'offer',
  title: 'Pool pump',
  body: '<p>Words</p>',
  linkTitle: 'Go',
  link: 'https://sunvale.example/',
};

const welcome = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Sunvale at home' });
const phoneCard = (page: Page) => region(page, 'Verify your phone number');
const reminder = (page: Page) => page.getByRole('dialog', { name: 'Verify your phone number' });

test('[WELC-1] [PHONE-5] [TOAST-1] [MKT-1] [UX-46] a visit has one dialog: the first welcomes once, with the phone number on a card, the next one reminds of it; the toast of an event and the offer are there afterwards', async ({
  page,
}) => {
  await signedInBefore(page, 0);
  const start = Date.now() + 2 * HOUR;
  // Announced once the dialog is open: a toast that comes before it is seen.
  let isAnnounced = false;
  await showEvents(page, (devices) => (isAnnounced ? dispatchOf(devices, { start, end: start + HOUR }) : []));
  await page.route('**/marketing/in-app', (route) => route.fulfill({ json: [OFFER] }));
  await installClock(page);
  await openSignedIn(page, 'demo');
  await expect(welcome(page)).toContainText('Start by checking your profile');
  isAnnounced = true;
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expectAccessible(page, 'dialog[open]');
  const toast = toasts(page).getByText(/^Peak event /);
  await expect(toast).toHaveCount(1);
  // Covered by the dialog it was not seen yet.
  await page.clock.runFor(20_000);
  isAnnounced = false;
  await page.reload();
  await expect(welcome(page)).toBeVisible();
  isAnnounced = true;
  await expect(toast).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await pauseClock(page);
  await page.clock.runFor(20_000);
  await welcome(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(phoneCard(page)).toContainText('is not verified yet');
  await expect(page.getByRole('region', { name: OFFER.title })).toBeVisible();
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(20_000);
  await expect(toast).toHaveCount(0);
  await page.clock.resume();
  await openScreen(page, '/my-account/profile');
  await openScreen(page, '/user-home');
  await expect(phoneCard(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page, 'main');

  await page.reload();
  await expect(reminder(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await reminder(page).getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await waitForLateParts(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(phoneCard(page)).toHaveCount(0);
});

test(
  '[WELC-1] [PHONE-5] [UX-46] while an event is near no dialog opens: the number stands on a card that opens it, and the welcome stays due after later sign-ins',
  LONG,
  async ({ page }) => {
    await signedInBefore(page, 0);
    const start = Date.now() + HOUR / 2;
    await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    await expect(phoneCard(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Among the messages, and its place was kept.
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Infinity;
    expect(await topOf(phoneCard(page))).toBeLessThan(await topOf(region(page, 'Energy use')));
    expect(await layoutShift(page)).toBeLessThan(0.01);

    await page.unroute('**/api/account/*');
    await signedInBefore(page, 1);
    await page.reload();
    await phoneCard(page).getByRole('button', { name: 'Verify' }).click();
    await expect(reminder(page)).toBeVisible();
    await reminder(page).getByRole('button', { name: 'Not now' }).click();
    await expect(phoneCard(page)).toHaveCount(0);

    await page.unroute(DASHBOARD_CALL);
    await page.reload();
    await expect(welcome(page)).toBeVisible();
    await welcome(page).getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await waitForLateParts(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  '[PHONE-5] [UX-46] “Not now” holds for three days, after the next sign-in too',
  LONG,
  async ({ page }) => {
    // At its first sign-in an account would be welcomed instead.
    await newSession(page, 'demo');
    await signIn(page);
    await reminder(page).getByRole('button', { name: 'Not now' }).click();
    await goTo(page, '/logout');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await signIn(page);
    await waitForLateParts(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(phoneCard(page)).toHaveCount(0);
  },
);

test('[WELC-1] the welcome leads to the profile, in the language of the person', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signedInBefore(page, 0);
  await openSignedIn(page, 'demo', { language: 'es' });
  const dialog = page.getByRole('dialog', { name: 'Le damos la bienvenida a Sunvale en casa' });
  await expect(dialog).toContainText('Empiece por revisar su perfil');
  await dialog.getByRole('button', { name: 'Configurar el perfil' }).click();
  await expect(page).toHaveURL(/#\/my-account\/profile$/);
  await expect(heading(page)).toHaveText('Mi cuenta');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  '[WELC-1] [PHONE-5] who has signed in before is not welcomed, and is reminded only where the provider wants it',
  LONG,
  async ({ page }) => {
    let isReminderOn = false;
    await changeDashboard(page, (answer) => ({
      ...answer,
      settings: { ...answer.settings, enablePhoneNumberVerificationModal: isReminderOn },
    }));
    await signedInBefore(page, 1);
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    isReminderOn = true;
    await returnToTab(page);
    await expect(reminder(page)).toBeVisible();
    await expect(welcome(page)).toHaveCount(0);

    // A provider that has not switched it on welcomes nobody.
    isReminderOn = false;
    await page.unroute('**/api/account/*');
    await signedInBefore(page, 0);
    await openSignedIn(page, 'au');
    await waitForLateParts(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  '[TOAST-1] [UX-36] the toast of an event waits in a hidden tab until somebody looks',
  LONG,
  async ({ page }) => {
    await signedInBefore(page, 1);
    await changeDashboard(page, (answer) => ({
      ...answer,
      settings: { ...answer.settings, enablePhoneNumberVerificationModal: false },
    }));
    const start = Date.now() + 2 * HOUR;
    await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
    await installClock(page);
    await openInBackground(page);
    await openSignedIn(page, 'demo');
    const toast = toasts(page).getByText(/^Peak event /);
    await expect(toast).toHaveCount(1);
    await pauseClock(page);
    await page.clock.runFor(60_000);
    await expect(toast).toHaveCount(1);
    await setVisibility(page, 'visible');
    await page.clock.runFor(9_000);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(2_000);
    await expect(toast).toHaveCount(0);
  },
);

test.describe('a dialog that cannot be drawn', () => {
  test.use({ expectedError: /find is not a function/ });

  test('[UX-35] leaves the rest of the page', LONG, async ({ page }) => {
    await signedInBefore(page, 1);
    await page.route('**/phonenumber', (route) => route.fulfill({ json: {} }));
    const phones = page.waitForResponse('**/phonenumber');
    await openSignedIn(page, 'demo');
    await (await phones).finished();
    await waitForLateParts(page);
    await expect(cards(page)).toHaveCount(6);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

/** The file of the welcome, as the server sends it. */
const WELCOME_FILE = '**/assets/WelcomeDialog-*.js';

for (const { what, answer } of [
  { what: 'loaded', answer: (route: Route) => route.abort() },
  {
    what: 'drawn',
    answer: (route: Route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export const WelcomeDialog = () => { throw new Error('It is broken'); };",
      }),
  },
] as const) {
  test.describe(`a welcome that cannot be ${what}`, () => {
    test.use({ expectedError: /The dialog could not be loaded|It is broken/ });

    test(
      '[WELC-1] [PHONE-5] [UX-35] leaves its turn to the reminder, and comes with the next visit',
      LONG,
      async ({ page }) => {
        await signedInBefore(page, 0);
        await page.route(WELCOME_FILE, answer);
        await openSignedIn(page, 'demo');
        await expect(reminder(page)).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(1);
        await reminder(page).getByRole('button', { name: 'Not now' }).click();
        await page.unroute(WELCOME_FILE);
        await page.reload();
        await expect(welcome(page)).toBeVisible();
      },
    );
  });
}
