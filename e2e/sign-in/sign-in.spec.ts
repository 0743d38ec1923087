import type { Page } from '@playwright/test';
import { LONG, expect, signIn, test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/server.ts';
import { cards, goTo, heading } from '../support/signed-in.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' });

const fillIn = async (page: Page, address: string, secret = PASSWORD) => {
  await email(page).fill(address);
  await password(page).fill(secret);
};

test('[AUTH-1] [ROUTE-1] a homeowner signs in and sees the home', async ({ page }) => {
  await signIn(page);
  await expect(heading(page)).toHaveText(/^Good (morning|afternoon|evening), Maya$/);
  await expect(page).toHaveURL(/#\/user-home$/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
});

test('[AUTH-1] [SHELL-7] success stores the session and fetches the phone numbers', async ({ page }) => {
  const phones = page.waitForResponse(/\/api\/account\/[^/]+\/phonenumber$/);
  await signIn(page);
  expect((await phones).status()).toBe(200);
  await expect(cards(page).first()).toBeVisible();
  const keys = await page.evaluate(() => Object.keys(localStorage).toSorted());
  const reminders = ['phoneReminderAt', 'toldEvents', 'welcomeModalShown'];
  expect(keys.filter((key) => !reminders.includes(key))).toEqual([
    'houseId',
    'pid',
    'proSettings',
    'selectedHouse',
    'token',
    'userId',
  ]);
});

test('[AUTH-1] [ROUTE-6] [UX-2] [UX-38] email and password stand together, named, with what a password manager needs', async ({
  page,
}) => {
  await page.goto('/');
  await expect(email(page)).toBeInViewport();
  await expect(password(page)).toBeInViewport();
  await expect(submit(page)).toBeInViewport();
  await expect(page.getByText('Email', { exact: true })).toBeVisible();
  await expect(page.getByText('Password', { exact: true })).toBeVisible();
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await expect(email(page)).toHaveAttribute('type', 'email');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(page.getByRole('main').getByText('Sunvale Energy')).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toHaveJSProperty('complete', true);
  await expect(page.getByRole('button', { name: /language: English/ })).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Sunvale Energy');
  const viewport = await page.locator('meta[name=viewport]').getAttribute('content');
  expect(viewport).toContain('width=device-width');
  expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
});

test('[UX-38] an empty field says what is missing, and takes the focus', LONG, async ({ page }) => {
  let tries = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) tries += 1;
  });
  await page.goto('/');
  await submit(page).click();
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(email(page)).toHaveAccessibleDescription('Enter your email address.');
  await expect(password(page)).toHaveAccessibleDescription('Enter your password.');

  await email(page).fill('demo@porchlight.example');
  await submit(page).click();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(password(page)).toHaveAccessibleDescription('Enter your password.');
  await expect(email(page)).not.toHaveAttribute('aria-invalid');
  expect(tries).toBe(0);
});

test('[UX-3] the first Tab stop of the sign-in skips to its content', LONG, async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(email(page)).toBeFocused();
});

test('[LANG-1] [BRAND-3] the provider’s footer speaks the language of the page', LONG, async ({ page }) => {
  await page.goto('/?lang=es');
  await expect(page.getByRole('contentinfo')).toContainText('Privacidad · Accesibilidad');
  await page.goto('/?lang=en');
  await expect(page.getByRole('contentinfo')).toContainText('Privacy · Accessibility');
});

test('[AUTH-8] [LANG-6] [UX-38] a wrong password gets its text and the support email, and the focus goes back to it', async ({
  page,
}) => {
  await page.goto('/');
  await fillIn(page, 'wrong-password@porchlight.example', 'not the password');
  await submit(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Your login attempt failed.');
  await expect(alert.getByRole('link', { name: 'support@sunvale.example' })).toHaveAttribute(
    'href',
    'mailto:support@sunvale.example',
  );
  await expect(password(page)).toBeFocused();
  const selected = await password(page).evaluate((input) => {
    const { selectionStart, selectionEnd, value } = input as HTMLInputElement;
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  });
  expect(selected).toBe('not the password');
  await expect(page).toHaveURL(/#\/logon$/);
});

test('[AUTH-8] [LANG-6] after five failures the lockout sentence is shown, even for the right password', async ({
  page,
}) => {
  const address = 'locked-out@porchlight.example';
  for (let time = 0; time < 5; time += 1) {
    const answer = await page.request.post('/api/auth/login?pid=sunvale', {
      data: { email: address, password: 'guess' },
    });
    expect(answer.status()).toBe(401);
  }
  await page.goto('/');
  await fillIn(page, address);
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You have been locked out because of too many failed attempts. You can try again in 15 minutes.',
  );
});

test.describe('accounts that cannot sign in', () => {
  const refusals = [
    ['inactive', 'Your account is inactive. Please contact support, if you think this is in error.'],
  ] as const;
  for (const [who, text] of refusals) {
    test(`[AUTH-8] ${who}@ is refused with its own text`, async ({ page }) => {
      await signIn(page, who);
      await expect(page.getByRole('alert')).toContainText(text);
      await expect(
        page.getByRole('alert').getByRole('link', { name: 'support@sunvale.example' }),
      ).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    });
  }
});

test(
  '[UX-38] the password can be pasted, shown and hidden again, by keyboard too',
  LONG,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    await password(page).focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
    await page.keyboard.press('Control+V');
    await expect(password(page)).toHaveValue(PASSWORD);
    const reveal = page.getByRole('button', { name: 'Show password' });
    await expect(reveal).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Tab');
    await expect(reveal).toBeFocused();
    await page.keyboard.press('Space');
    await expect(reveal).toHaveAttribute('aria-pressed', 'true');
    await expect(password(page)).toHaveAttribute('type', 'text');
    await expect(password(page)).toHaveValue(PASSWORD);
    await reveal.click();
    await expect(password(page)).toHaveAttribute('type', 'password');
  },
);

test('[AUTH-1] Enter signs in, once, from either field', LONG, async ({ page }) => {
  let tries = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/login')) tries += 1;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/auth/login*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/');
  await fillIn(page, 'demo@porchlight.example');
  await email(page).press('Enter');
  // The form is there until the answer comes.
  await email(page).press('Enter');
  resolve();
  await expect(cards(page).first()).toBeVisible();
  expect(tries).toBe(1);
});

test.describe('when the server does not answer as it should', () => {
  const LOGIN = '**/api/auth/login*';

  test('[AUTH-8] [UX-35] no answer: the text says so, and the next try works', LONG, async ({ page }) => {
    await page.route(LOGIN, (route) => route.abort());
    await signIn(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('We cannot reach the service');
    await expect(alert).toContainText('Check your internet connection and try again.');
    await page.unroute(LOGIN);
    await submit(page).click();
    await expect(cards(page).first()).toBeVisible();
  });

  test(
    '[AUTH-8] [ERR-1] a server error shows a message of the catalogue, not a status code',
    LONG,
    async ({ page }) => {
      await page.route(LOGIN, (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
      );
      await signIn(page);
      await expect(page.getByRole('alert')).toContainText(
        'Something went wrong on our side. Please try again.',
      );
    },
  );

  test('[UX-34] while the call runs the button is busy and ignores clicks', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(LOGIN, async (route) => {
      await promise;
      await route.continue();
    });
    await signIn(page);
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
    resolve();
    await expect(cards(page).first()).toBeVisible();
  });
});

test('[T-17] the token is in no address, history entry or Referer of a whole visit', async ({ page }) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    seen.push(request.url(), request.headers()['referer'] ?? '', request.postData() ?? '');
  });
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  await signIn(page, 'demo', { at: '/my-account/security' });
  await expect(heading(page)).toHaveText('My account');
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  expect(token.length).toBeGreaterThan(30);
  await goTo(page, '/user-home');
  await expect(cards(page).first()).toBeVisible();
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await goTo(page, '/logout');
  await expect(submit(page)).toBeVisible();
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter((text) => text.includes(token))).toEqual([]);
  expect(
    await page.evaluate(() => JSON.stringify(history.state) + document.referrer + document.cookie),
  ).not.toContain(token);
});

test('[T-21] [T-23] every document forbids inline code and being framed', async ({ page }) => {
  for (const address of ['/', '/?pid=harbour', '/?pid=maple', '/?pid=nobody', '/api/docs']) {
    const answer = await page.request.get(address);
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(answer.headers()['content-type']).toContain('text/html');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|\*/);
    expect(answer.headers()['referrer-policy']).toBe('no-referrer');
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');
  }
});

test('[T-21] nothing of a visit goes against the policy of the document', LONG, async ({ page }) => {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation;
      told(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await signIn(page);
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings of Home Battery' }).click();
  await expect(heading(page)).toHaveText('Home Battery');
  await goTo(page, '/dev/parts');
  await page.getByRole('button', { name: 'Open dialog' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Success toast' }).click();
  await expect(page.getByText('The new name is in place.')).toBeVisible();
  await goTo(page, '/logout');
  await expect(submit(page)).toBeVisible();
  expect(violations).toEqual([]);
});
