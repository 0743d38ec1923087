import type { Page } from '@playwright/test';
import { installClock, pauseClock } from '../support/clock.ts';
import { LONG, expect, signIn, test } from '../support/fixtures.ts';
import { givePassword } from '../support/outbox.ts';
import {
  asBearer,
  cards,
  openSignedIn,
  goTo,
  heading,
  newSession,
  waitForLateParts,
} from '../support/signed-in.ts';
import { confirmWithPassword, refuseOnceAsStale } from '../sign-in/stale-sign-in.ts';

const ENDED = 'Your session has ended. Please sign in again.';
const LOGOUT = '**/api/auth/logout';

const signOut = async (page: Page) => {
  await goTo(page, '/logout');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
};
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test.describe('several tabs of one browser', () => {
  test('[AUTH-9] [AUTH-10] signing out in one tab signs out another at once, which sends no further call', async ({
    page,
    context,
  }) => {
    await installClock(page);
    await openSignedIn(page, 'demo', { session: await newSession(page, 'demo') });
    // What the page loads last must not be taken for a call after the end.
    await waitForLateParts(page);
    await page.waitForLoadState('networkidle');
    const tab = await context.newPage();
    await tab.goto('/');
    await expect(cards(tab).first()).toBeVisible();
    // Its own refresh must not be taken for a call after the end.
    await pauseClock(page);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await signOut(tab);
    await expect(page.getByText(ENDED)).toBeVisible();
    await expect(page.getByText('Maya')).toHaveCount(0);
    expect(calls.filter((url) => url.includes('/api/account/?') || url.includes('/api/house/'))).toEqual([]);
  });

  test(
    '[AUTH-9] [T-19] when another tab signs in as somebody else, a tab reloads into the new session',
    LONG,
    async ({ page, context }) => {
      await openSignedIn(page, 'demo', { session: await newSession(page, 'demo') });
      await expect(cards(page).first()).toBeVisible();
      const tab = await context.newPage();
      await tab.goto('/');
      await expect(cards(tab).first()).toBeVisible();
      await signOut(tab);
      await expect(page.getByText(ENDED)).toBeVisible();
      await signIn(tab, 'makers');
      await expect(cards(tab).first()).toBeVisible();
      await expect(page.getByRole('region', { name: 'Reception', exact: true })).toBeVisible();
      await expect(page.getByText('Maya')).toHaveCount(0);
    },
  );

  test(
    '[T-19] [AUTH-2] another tab continues with the token that a confirmation has renewed',
    LONG,
    async ({ page, context }) => {
      await givePassword(page, 'neighbour-17');
      const session = await newSession(page, 'neighbour-17');
      await openSignedIn(page, 'neighbour-17', { at: '/my-account/security', session });
      const tab = await context.newPage();
      await tab.goto('/#/my-account/profile');
      await expect(heading(tab)).toHaveText('My account');
      await refuseOnceAsStale(page, '**/api/account/*/totp');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await confirmWithPassword(page);
      await expect.poll(() => tokenOf(tab)).not.toBe(session.token);
      const account = `/api/account/${session.user.id}`;
      expect((await page.request.get(account, asBearer(session))).status()).toBe(401);
      await tab.getByLabel('First name').fill('Nora');
      await tab.getByRole('button', { name: 'Save' }).click();
      await expect(tab.getByText('Your profile was updated')).toBeVisible();
    },
  );
});

test.describe('signing out of a server that does not answer', () => {
  test(
    '[AUTH-9] says so, clears the session here, and ends it on the server once that can be reached',
    LONG,
    async ({ page }) => {
      const session = await newSession(page, 'demo');
      await openSignedIn(page, 'demo', { session });
      await installClock(page);
      await page.route(LOGOUT, (route) => route.abort());
      await goTo(page, '/logout');
      await expect(page.getByText('You are signed out on this device')).toBeVisible();
      expect(await tokenOf(page)).toBeNull();
      const account = `/api/account/${session.user.id}`;
      expect((await page.request.get(account, asBearer(session))).status()).toBe(200);
      const told = page.waitForResponse(LOGOUT);
      await page.unroute(LOGOUT);
      await page.clock.runFor(10_000);
      expect((await told).status()).toBe(204);
      expect((await page.request.get(account, asBearer(session))).status()).toBe(401);
      await expect.poll(() => page.evaluate(() => localStorage.getItem('ending'))).toBeNull();
    },
  );

  test('[AUTH-9] the next visit sends the pending logout too', LONG, async ({ page }) => {
    const session = await newSession(page, 'demo');
    await openSignedIn(page, 'demo', { session });
    await page.route(LOGOUT, (route) => route.fulfill({ status: 503 }));
    await goTo(page, '/logout');
    await expect(page.getByText('You are signed out on this device')).toBeVisible();
    // A repeated call of the page before may still get its 503, or be the one that is accepted.
    const told = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/auth/logout') && answer.status() === 204,
    );
    await page.unroute(LOGOUT);
    await page.reload();
    await told;
    const account = `/api/account/${session.user.id}`;
    expect((await page.request.get(account, asBearer(session))).status()).toBe(401);
  });
});
