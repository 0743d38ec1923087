import type { Page, Request } from '@playwright/test';
import { HOUR } from '#domain/time/time.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { mendAndRetry, refuse } from '../support/failing-calls.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import {
  DASHBOARD_CALL,
  cards,
  dashboardOf,
  goTo,
  heading,
  newSession,
  openSignedIn,
  storeSession,
  toasts,
} from '../support/signed-in.ts';

const failedTitle = (page: Page) => page.getByRole('heading', { name: 'This page could not be loaded' });

test.describe('a screen whose bundle cannot be loaded', () => {
  test.use({ expectedError: /Failed to fetch dynamically imported module|Unable to preload CSS/ });

  test('[UX-35] [UX-36] comes by itself once the server answers, with its styles', async ({ page }) => {
    await installClock(page);
    await page.route(/\/assets\/(Account|DeviceDetail)-/, (route) => route.abort());
    await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    await goTo(page, '/my-account/profile');
    await expect(failedTitle(page)).toBeVisible();
    await expect(page.getByText('The page opens by itself as soon as it answers.')).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(failedTitle(page)).toBeVisible();
    await page.unrouteAll();
    await page.clock.runFor(5_000);
    await expect(heading(page)).toHaveText('My account');
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Maya');
    await expect(page.locator('main form').first()).toHaveCSS('display', 'grid');
  });

  test(
    '[UX-35] [UX-20] comes with “Try again”, and an event keeps its banner meanwhile',
    LONG,
    async ({ page }) => {
      await installClock(page);
      const start = Date.now() + 2 * HOUR;
      await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
      await page.route(/\/assets\/(Account|DeviceDetail)-/, (route) => route.abort());
      await openSignedIn(page, 'demo');
      const optOut = page.getByRole('main').getByRole('button', { name: 'Opt out' }).first();
      await expect(optOut).toBeVisible();
      await goTo(page, '/my-account/profile');
      await expect(failedTitle(page)).toBeVisible();
      // With the clock stopped, so that the page does not come by itself first.
      await pauseClock(page);
      await page.unroute(/\/assets\/(Account|DeviceDetail)-/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.clock.resume();
      await expect(heading(page)).toHaveText('My account');
      await goTo(page, '/user-home');
      await expect(optOut).toBeVisible();
    },
  );

  test(
    '[UX-34] [UX-35] leaves no empty card on the dashboard, and its parts come once they can be loaded',
    LONG,
    async ({ page }) => {
      await page.route(/\/assets\/dashboard-/, (route) => route.abort());
      await openSignedIn(page, 'demo');
      const main = page.getByRole('main');
      await expect(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expect(main.locator('[aria-busy=true]:empty')).toHaveCount(0);
      await page.unrouteAll();
      await expect(main.getByRole('region', { name: /^You saved / })).toBeVisible();
    },
  );
});

test(
  '[UX-36] screens opened without a connection come from what was fetched ahead',
  LONG,
  async ({ page, context }) => {
    const running = new Set<Request>();
    page.on('request', (request) => running.add(request));
    page.on('requestfinished', (request) => running.delete(request));
    page.on('requestfailed', (request) => running.delete(request));
    const session = await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    const fetched = (name: string) =>
      page.evaluate(
        (part) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(part)),
        name,
      );
    for (const name of ['Account-', 'DeviceDetail-', 'MessagesScreen-', 'signIn-']) {
      await expect.poll(() => fetched(`/assets/${name}`)).toBe(true);
    }
    // What these bundles import is asked for together with them.
    await expect.poll(() => running.size).toBe(0);
    const { devices } = await dashboardOf(page, session);
    await context.setOffline(true);
    await goTo(page, `/device/${devices[0]?.id}`);
    await expect(heading(page)).toHaveText(devices[0]?.name ?? '');
    await goTo(page, '/my-account/profile');
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Maya');
  },
);

test.describe('a first load that fails', () => {
  test('[UX-35] says that the service is away, with brand, support address and sign-out', async ({
    page,
  }) => {
    await installClock(page);
    await refuse(page, '**/api/**', 503, 'database_unavailable');
    await storeSession(page, 'demo', { session: await newSession(page, 'demo') });
    await page.goto('/');
    await expect(heading(page)).toHaveText('The service is unavailable for a moment');
    await expect(page.getByText('This is on our side, not your connection.')).toBeVisible();
    await expect(page.getByText('Check your internet connection')).toHaveCount(0);
    await expect(page.getByText('Sunvale Energy', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await page.getByRole('button', { name: 'Try again' }).focus();
    await page.clock.runFor(10_000);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
    await page.unrouteAll();
    await page.clock.runFor(10_000);
    await expect(cards(page)).toHaveCount(6);
  });

  test(
    '[UX-35] [UX-3] [SHELL-6] has a button to try again that works, and can be left by signing out',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await refuse(page, DASHBOARD_CALL);
      await storeSession(page, 'demo', { session: await newSession(page, 'demo') });
      await page.goto('/');
      await expect(page.getByText('This page could not be shown')).toBeVisible();
      await expect(toasts(page)).toHaveCount(0);
      await expectAccessible(page);
      await mendAndRetry(page, DASHBOARD_CALL);
      await expect(cards(page)).toHaveCount(6);

      // Without what the good answer has stored.
      await refuse(page, DASHBOARD_CALL);
      await storeSession(page, 'demo', { session: await newSession(page, 'demo') });
      await page.goto('about:blank');
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(/#\/logon/);
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    },
  );

  test(
    '[UX-35] [UX-36] without any answer says that the service cannot be reached',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await page.route('**/api/**', (route) => route.abort());
      await storeSession(page, 'demo');
      await page.goto('/');
      await expect(page.getByText('We cannot reach the service')).toBeVisible();
      await expect(page.getByText(/^Check your internet connection\. If it works/)).toBeVisible();
      await mendAndRetry(page, '**/api/**');
      await expect(cards(page)).toHaveCount(6);
    },
  );

  test(
    '[UX-35] without the scripts of the view says so and loads again by itself',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await page.route('**/assets/portal-*', (route) => route.abort());
      await storeSession(page, 'demo');
      await page.goto('/');
      await expect(page.getByText('We cannot reach Sunvale Energy.')).toBeVisible();
      await page.unrouteAll();
      await page.clock.runFor(5_000);
      await expect(cards(page)).toHaveCount(6);
    },
  );
});
