import type { Page, Request } from '@playwright/test';
import { HOUR } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import {
  DASHBOARD_CALL,
  cards,
  dashboardOf,
  goTo,
  heading,
  newSession,
  openSignedIn,
  storeSession,
} from '../support/signed-in.ts';

const answerWith = (page: Page, address: string, status: number, code: string) =>
  page.route(address, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status, code, title: 'Refused by the test.' }),
    }),
  );

/** Device id by kind, from the API. */
const deviceIdOf = async (page: Page, kind: string): Promise<string> => {
  const { devices } = await dashboardOf(page, await newSession(page, 'demo'));
  return devices.find((device) => device.kind === kind)?.id ?? '';
};

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
    for (const name of ['Account-', 'DeviceDetail-', 'MessagesScreen-', 'sign-in-']) {
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
    await answerWith(page, '**/api/**', 503, 'database_unavailable');
    await storeSession(page, 'demo', { session: await newSession(page, 'demo') });
    await page.goto('/');
    await expect(heading(page)).toHaveText('The service is not available for a moment');
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

  test('[UX-35] [SHELL-6] can be left by signing out', LONG, async ({ page }) => {
    await answerWith(page, DASHBOARD_CALL, 500, 'internal');
    await storeSession(page, 'demo', { session: await newSession(page, 'demo') });
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/#\/logon/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test(
    '[UX-35] without the scripts of the view says so and loads again by itself',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await page.route('**/assets/app-*', (route) => route.abort());
      await storeSession(page, 'demo');
      await page.goto('/');
      await expect(page.getByText('We cannot reach Sunvale Energy.')).toBeVisible();
      await page.unrouteAll();
      await page.clock.runFor(5_000);
      await expect(cards(page)).toHaveCount(6);
    },
  );
});

test.describe('device screen', () => {
  for (const [tab, call, text] of [
    ['schedule', '**/api/house/*/device-schedule', 'The schedules could not be loaded'],
    ['settings', '**/api/house/*/device/*/setting', 'The settings could not be loaded'],
  ] as const) {
    test(`[UX-35] a load that keeps failing is told by one toast (${tab})`, LONG, async ({ page }) => {
      const id = await deviceIdOf(page, 'hwh');
      await installClock(page);
      await answerWith(page, call, 500, 'internal');
      await openSignedIn(page, 'demo', { at: `/device/${id}/${tab}` });
      await pauseClock(page);
      const toast = page.locator('[role=region][aria-live=polite]').getByText(text);
      // The call is tried once more after a second; the answers take as long as the machine does.
      await expect
        .poll(async () => {
          await page.clock.runFor(1_000);
          return toast.count();
        })
        .toBe(1);
      await page.clock.runFor(12_000);
      await expect(toast).toHaveCount(0);
      for (let time = 0; time < 3; time += 1) {
        const failed = page.waitForResponse(call);
        await page.clock.runFor(11_000);
        await failed;
        await expect(toast).toHaveCount(0);
      }
      await page.clock.resume();
      await expect(page.locator('main').getByText(text)).toBeVisible();
    });
  }

  test(
    '[UX-35] without an answer says so instead of showing an empty page, and comes by itself',
    LONG,
    async ({ page }) => {
      const id = await deviceIdOf(page, 'hwh');
      await installClock(page);
      await openSignedIn(page, 'demo');
      await expect(cards(page)).toHaveCount(6);
      await answerWith(page, DASHBOARD_CALL, 500, 'internal');
      await page.goto(`/#/device/${id}`);
      await page.reload();
      await page.clock.runFor(3_000);
      await expect(heading(page)).toHaveText('Device');
      await expect(page.getByRole('main').getByText('Failed to fetch device data')).toBeVisible();
      await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
      await goTo(page, '/user-home');
      await expect(page.getByRole('main').getByText('Failed to fetch device data')).toBeVisible();
      await expect(page.getByText(/readings may be old|Check your internet connection/)).toHaveCount(0);
      await goTo(page, `/device/${id}`);
      await page.unrouteAll();
      await page.clock.runFor(11_000);
      await expect(heading(page)).not.toHaveText('Device');
      await expect(page.getByRole('link', { name: 'Status' })).toBeVisible();
    },
  );
});

test.describe('a device that cannot be drawn', () => {
  test.use({ expectedError: /./ });

  for (const [what, change, text] of [
    ['of an unknown kind', { kind: 'toaster', type: null }, 'Unknown deviceKind: toaster'],
    ['without readings', { realtime: null }, 'Failed to render device controls.'],
  ] as const) {
    test(`[UX-35] [OVR-1] ${what} keeps its heading and says so`, LONG, async ({ page }) => {
      const id = await deviceIdOf(page, 'tstat');
      await installClock(page);
      await page.route(DASHBOARD_CALL, async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { devices: { id: string }[] };
        const devices = answer.devices.map((device) =>
          device.id === id ? { ...device, ...change } : device,
        );
        await route.fulfill({ response, json: { ...answer, devices } });
      });
      await openSignedIn(page, 'demo', { at: `/device/${id}` });
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByText('This page could not be shown')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
      await page.unrouteAll();
      await page.clock.runFor(10_000);
      await expect(page.getByText(text)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Status' })).toBeVisible();
    });
  }
});
