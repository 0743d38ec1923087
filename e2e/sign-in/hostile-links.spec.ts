import { LONG, expect, test } from '../support/fixtures.ts';
import { asBearer, cards, heading, newSession, openSignedIn } from '../support/signed-in.ts';

test('[T-21] a link cannot put words under the brand', async ({ page }) => {
  await page.route('**/auth/magic-link/check*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/#/auth?token=x&pin=CALL%201-900-555-0100');
  await expect(heading(page)).toHaveText('Finish where you started');
  await expect(page.getByText('CALL')).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto('/#/auth?token=x&pin=01234');
  await expect(page.getByText('01234', { exact: true })).toBeVisible();
});

test('[T-1] [AUTH-9] [BRAND-2] [SHELL-7] a link to another provider ends the session, on the server too, says so and is remembered', async ({
  page,
}) => {
  const session = await newSession(page, 'demo');
  await openSignedIn(page, 'demo', { session });
  await expect(cards(page).first()).toBeVisible();
  const ended = page.waitForResponse('**/api/auth/logout');
  await page.goto('/?pid=harbour');
  expect((await ended).status()).toBe(204);
  const account = `/api/account/${session.user.id}`;
  expect((await page.request.get(account, asBearer(session))).status()).toBe(401);
  await expect(page).toHaveTitle('Sign in · Harbour Power');
  await expect(page.getByText('You were signed in at another provider in this browser.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.goto('/#/logon');
  await expect(page).toHaveTitle('Sign in · Harbour Power');
});

test.describe('Trusted Types', () => {
  test.use({ expectedError: /Creating a TrustedTypePolicy named .* has been blocked/ });

  test('[T-21] a script can make no policy that lets everything pass', LONG, async ({ page }) => {
    await page.goto('/');
    await expect(heading(page)).toBeVisible();
    const made = await page.evaluate(() => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      };
      const attempt = (name: string) => {
        try {
          trustedTypes.createPolicy(name, { createHTML: (text: string) => text });
          return true;
        } catch {
          return false;
        }
      };
      return [attempt('default'), attempt('anything')];
    });
    expect(made).toEqual([false, false]);
  });
});
