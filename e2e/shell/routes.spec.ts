import type { Route } from '@playwright/test';
import { installClock } from '../support/clock.ts';
import { freezeReadings } from '../devices/controls.ts';
import { LONG, expect, signIn, test } from '../support/fixtures.ts';
import {
  DASHBOARD_CALL,
  asBearer,
  card,
  cards,
  dashboardOf,
  openSignedIn,
  goTo,
  heading,
  houseIdOf,
  newSession,
  openScreen,
  storeSession,
  screensOf,
  waitForLateParts,
} from '../support/signed-in.ts';

const PUBLIC = [
  '/logon',
  '/logon/success',
  '/logon/error',
  '/logon/password-reset',
  '/totp',
  '/auth',
  '/auth-proxy',
  '/link-house',
];

test.describe('signed out', () => {
  test('[ROUTE-1] the root and unknown paths lead to logon', async ({ page }) => {
    for (const [index, path] of [
      '',
      '/',
      '/nowhere',
      '/nowhere/at/all?x=1',
      '/device',
      '/logout',
      '/device/%',
    ].entries()) {
      // Another query makes each of them the first page of a visit.
      await page.goto(`/?visit=${index}#${path}`);
      await expect(page).toHaveURL(/#\/logon$/);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    }
  });

  test('[ROUTE-2] the eight public paths show the authentication screen and keep their address', async ({
    page,
  }) => {
    await page.goto('/');
    for (const path of PUBLIC) {
      await goTo(page, path);
      await expect(heading(page)).toBeVisible();
      // A second step needs a first one.
      await expect(page).toHaveURL(new RegExp(`#${path === '/totp' ? '/logon' : path}$`));
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
    }
    await page.reload();
    await expect(heading(page)).toBeVisible();
  });

  test('[ROUTE-3] every other path asks for a sign-in and is returned to, query included', async ({
    page,
  }) => {
    await signIn(page, 'demo', { at: '/my-account/profile?addPhoneNumber&from=mail' });
    await expect(heading(page)).toHaveText('My account');
    await expect(page).toHaveURL(/#\/my-account\/profile\?addPhoneNumber&from=mail$/);
  });

  test(
    '[ROUTE-3] [T-17] a path that is typed asks for a sign-in too; a return path outside the app leads home',
    LONG,
    async ({ page }) => {
      await page.goto('/');
      await expect(page).toHaveURL(/#\/logon$/);
      await goTo(page, '/my-account/security');
      await expect(page).toHaveURL(/#\/logon\?return=%2Fmy-account%2Fsecurity$/);
      await goTo(page, '/nowhere');
      await expect(page).toHaveURL(/#\/logon$/);
      await page.goto('about:blank');
      await signIn(page, 'demo', { at: '/logon?return=https%3A%2F%2Fevil.example%2F%23%2Fuser-home' });
      await expect(cards(page).first()).toBeVisible();
      await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/#\/user-home$/);
    },
  );
});

test.describe('signed in', () => {
  test('[ROUTE-1] [ROUTE-2] the root, unknown and public paths lead to user-home', async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/' });
    await expect(page).toHaveURL(/#\/user-home$/);
    for (const path of ['/nowhere', '/device', '/device/%', '/my-account/nowhere', ...PUBLIC]) {
      await goTo(page, path);
      await expect(page).toHaveURL(/#\/user-home$/);
      await expect(heading(page)).toContainText('Maya');
    }
    // As the first page of a visit too.
    await openSignedIn(page, 'demo', { at: '/logon?return=%2Fmy-account%2Fprofile' });
    await expect(page).toHaveURL(/#\/user-home$/);
    await expect(heading(page)).toContainText('Maya');
  });

  test('[ROUTE-4] my-account leads to the profile tab, and each tab has its path', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/my-account' });
    await expect(page).toHaveURL(/#\/my-account\/profile$/);
    const tabs = page.getByRole('navigation', { name: 'My account' });
    for (const [name, path, region] of [
      ['Household', '/my-account/household', 'People in this home'],
      ['Security', '/my-account/security', 'Password'],
      ['Notifications', '/my-account/preferences', 'What you hear about'],
      ['Settings', '/my-account/settings', 'Appearance, units and language'],
      ['Profile', '/my-account/profile', 'Your details'],
    ] as const) {
      await tabs.getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`#${path}$`));
      await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main').getByRole('region', { name: region })).toBeVisible();
    }
  });

  test(
    '[ROUTE-5] the message center paths are unknown when the provider has none',
    LONG,
    async ({ page }) => {
      await openSignedIn(page, 'ca');
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
      await expect(menu.getByRole('link', { name: 'Messages' })).toHaveCount(0);
      for (const path of ['/message-center', '/message-center/inbox', '/message-center/archived']) {
        await goTo(page, path);
        await expect(page).toHaveURL(/#\/user-home$/);
      }
    },
  );

  test('[UX-4] each route has its title and heading, takes the focus there and begins at the top', async ({
    page,
  }) => {
    const session = await openSignedIn(page, 'demo');
    const screens = await screensOf(page, session);
    expect(screens).toHaveLength(14);
    for (const { path, title } of [...screens.slice(1), ...screens.slice(0, 1)]) {
      await page.evaluate(() => window.scrollTo(0, 200));
      await openScreen(page, path);
      await expect(page).toHaveTitle(`${title} · Sunvale Energy`);
      await expect(heading(page)).toBeFocused();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    }
  });

  test('[UX-4] Back and Forward restore the scroll position', LONG, async ({ page }) => {
    // A reading may change the number of lines of a card.
    await freezeReadings(page, (command) => command);
    await openSignedIn(page, 'makers');
    const gear = page.getByRole('link', { name: 'Settings of Pool Car' });
    await waitForLateParts(page);
    await gear.scrollIntoViewIfNeeded();
    const position = () => page.evaluate(() => window.scrollY);
    const before = await position();
    expect(before).toBeGreaterThan(1_000);
    await gear.click();
    await expect(heading(page)).toHaveText('Pool Car');
    await expect.poll(position).toBe(0);

    await page.goBack();
    await expect(gear).toBeInViewport();
    await expect.poll(position).toBeCloseTo(before, -1);

    await page.goForward();
    await expect(heading(page)).toHaveText('Pool Car');
    await expect.poll(position).toBe(0);
    await page.goBack();
    await expect.poll(position).toBeCloseTo(before, -1);
  });

  test('[ROUTE-1] [UX-30] a reload keeps the page', LONG, async ({ page }) => {
    const session = await openSignedIn(page, 'demo', { at: '/my-account/security' });
    const { devices } = await dashboardOf(page, session);
    for (const path of ['/my-account/security', `/device/${devices[1]?.id}?tab=x`]) {
      await goTo(page, path);
      await page.reload();
      await expect(heading(page)).toBeVisible();
      expect(new URL(page.url()).hash).toBe(`#${path}`);
    }
    await expect(heading(page)).toHaveText('Bedroom Window AC');
  });
});

test.describe('the end of a session', () => {
  test('[ROUTE-6] [AUTH-9] [SHELL-7] logout kills the token on the server and clears what was stored', async ({
    page,
  }) => {
    const session = await newSession(page, 'demo');
    await openSignedIn(page, 'demo', { session });
    const account = `/api/account/${session.user.id}`;
    expect((await page.request.get(account, asBearer(session))).status()).toBe(200);
    await page.getByRole('button', { name: /account menu of Maya Reyes/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(/#\/logon$/);
    expect((await page.request.get(account, asBearer(session))).status()).toBe(401);
    const keys = await page.evaluate(() => Object.keys(localStorage).toSorted());
    // Whom the dashboard has welcomed and reminded of a phone number, and of which events a toast has told, outlasts a visit.
    expect(keys.filter((key) => !['toldEvents', 'seenResults'].includes(key))).toEqual([
      'phoneReminderAt',
      'pid',
      'welcomeModalShown',
    ]);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('Maya')).toHaveCount(0);
  });

  test(
    '[ROUTE-6] [SHELL-7] an answer that comes after the sign-out leaves nothing of the home behind',
    LONG,
    async ({ page }) => {
      await installClock(page);
      const bundles: Route[] = [];
      await page.route('**/assets/signIn-*', (route) => {
        bundles.push(route);
      });
      await openSignedIn(page, 'demo', { session: await newSession(page, 'demo') });
      await expect(cards(page).first()).toBeVisible();
      const { promise, resolve } = Promise.withResolvers<void>();
      let isAnswered = false;
      await page.route(DASHBOARD_CALL, async (route) => {
        const response = await route.fetch();
        isAnswered = true;
        await promise;
        await route.fulfill({ response });
      });
      await page.clock.runFor(10_000);
      await expect.poll(() => isAnswered).toBe(true);
      await goTo(page, '/logout');
      const token = () => page.evaluate(() => localStorage.getItem('token'));
      await expect.poll(token).toBeNull();
      const answer = page.waitForResponse(DASHBOARD_CALL);
      resolve();
      await (await answer).finished();
      await page.unroute('**/assets/signIn-*');
      for (const bundle of bundles) await bundle.continue();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      const keys = await page.evaluate(() => Object.keys(localStorage));
      expect(keys.filter((key) => ['selectedHouse', 'proSettings'].includes(key))).toEqual([]);
    },
  );

  test('[AUTH-10] a session that ends elsewhere leads to logon at the next refresh, with a message, and back to the same page', async ({
    page,
  }) => {
    const session = await newSession(page, 'demo');
    await installClock(page);
    await openSignedIn(page, 'demo', { session });
    const { devices } = await dashboardOf(page, session);
    await openScreen(page, `/device/${devices[3]?.id}`);
    await expect(heading(page)).toHaveText('Home Battery');
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await page.request.post('/api/auth/logout', asBearer(session));
    await page.clock.runFor(10_000);
    await refused;
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.getByLabel('Email').fill('demo@porchlight.example');
    await page.getByLabel('Password', { exact: true }).fill('HomeEnergy2026');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(page)).toHaveText('Home Battery');
    await expect(page).toHaveURL(new RegExp(`#/device/${devices[3]?.id}$`));
  });

  test(
    '[AUTH-10] a visit that begins with a dead session does the same, though several calls are refused',
    LONG,
    async ({ page }) => {
      const session = await newSession(page, 'demo');
      await storeSession(page, 'demo', { session });
      await page.request.post('/api/auth/logout', asBearer(session));
      await page.goto('/#/my-account/security');
      await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      await page.getByLabel('Email').fill('demo@porchlight.example');
      await page.getByLabel('Password', { exact: true }).fill('HomeEnergy2026');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(heading(page)).toHaveText('My account');
      await expect(page).toHaveURL(/#\/my-account\/security$/);
    },
  );

  test(
    '[API-3] [SHELL-6] a stored house of somebody else is not shown: the own one is',
    LONG,
    async ({ page }) => {
      const session = await storeSession(page, 'makers');
      const other = houseIdOf(await newSession(page, 'demo'));
      // Without the app, which stores the own house.
      await page.goto('/readyz');
      await page.evaluate((id) => localStorage.setItem('houseId', id), other);
      await page.goto('/');
      await expect(card(page, 'Reception')).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('houseId'))).toBe(houseIdOf(session));
    },
  );
});
