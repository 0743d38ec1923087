import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { PASSWORD } from '../support/server.ts';
import { cards, goTo, heading } from '../support/signed-in.ts';
import { emailField, passwordField, signInButton } from './sign-in-form.ts';

const LOGIN_CALL = '**/api/auth/login*';

const fillIn = async (page: Page, address: string, secret = PASSWORD) => {
  await emailField(page).fill(address);
  await passwordField(page).fill(secret);
};

test('[AUTH-1] [ROUTE-1] [SHELL-7] [UX-34] a homeowner signs in, once, and sees the home; the session is stored and the phone numbers are fetched', async ({
  page,
}) => {
  let tries = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/login')) tries += 1;
  });
  const letGo = await holdAnswers(page, LOGIN_CALL);
  const phones = page.waitForResponse(/\/api\/account\/[^/]+\/phonenumber$/);
  await page.goto('/');
  await fillIn(page, 'demo@porchlight.example');
  await emailField(page).press('Enter');
  await expect(signInButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(signInButton(page)).toHaveAttribute('aria-disabled', 'true');
  await emailField(page).press('Enter');
  letGo();
  await expect(heading(page)).toHaveText(/^Good (morning|afternoon|evening), Maya$/);
  await expect(page).toHaveURL(/#\/user-home$/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  expect(tries).toBe(1);
  expect((await phones).status()).toBe(200);
  const keys = await page.evaluate(() => Object.keys(localStorage).toSorted());
  const reminders = ['phoneReminderAt', 'seenResults', 'toldEvents', 'welcomeDue', 'welcomeModalShown'];
  expect(keys.filter((key) => !reminders.includes(key))).toEqual([
    'houseId',
    'pid',
    'proSettings',
    'selectedHouse',
    'token',
    'userId',
  ]);
});

test('[AUTH-1] [AUTH-9] [SHELL-7] who does not want to stay signed in is signed out with the browser, on the server too; until then every tab works', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const keep = page.getByRole('checkbox', { name: 'Keep me signed in' });
  await expect(keep).toBeChecked();
  await keep.uncheck();
  await expect(keep).toHaveAccessibleDescription('You are signed out when you close the browser.');
  await fillIn(page, 'demo@porchlight.example');
  await signInButton(page).click();
  await expect(cards(page).first()).toBeVisible();
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/');
  await expect(cards(tab).first()).toBeVisible();
  await tab.close();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const cookies = await context.cookies();
  expect(cookies).toContainEqual(expect.objectContaining({ name: 'browserIsOpen', value: '1', expires: -1 }));
  expect(JSON.stringify(cookies)).not.toContain(token);

  // What closing the browser does.
  await context.clearCookies({ name: 'browserIsOpen' });
  const ended = page.waitForResponse('**/api/auth/logout');
  await page.reload();
  expect((await ended).ok()).toBe(true);
  await expect(keep).not.toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await keep.check();
  await fillIn(page, 'demo@porchlight.example');
  await signInButton(page).click();
  await expect(cards(page).first()).toBeVisible();
  await context.clearCookies();
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
});

test('[AUTH-1] the form says how one gets an account, and whom to ask', LONG, async ({ page }) => {
  await page.goto('/');
  const help = page.getByRole('region', { name: 'No account yet?' });
  await expect(help).toContainText('Sunvale Energy or an owner of your home invites you by email.');
  await expect(help.getByRole('link', { name: 'support@sunvale.example' })).toBeVisible();
  await expectAccessible(page);
});

test('[AUTH-1] [ROUTE-6] [UX-2] [UX-3] [UX-38] the form: email and password together, what a password manager needs, what is missing, and a password that is pasted and shown', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let tries = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) tries += 1;
  });
  await page.goto('/');
  await expect(emailField(page)).toBeInViewport();
  await expect(passwordField(page)).toBeInViewport();
  await expect(signInButton(page)).toBeInViewport();
  await expect(page.getByText('Email', { exact: true })).toBeVisible();
  await expect(page.getByText('Password', { exact: true })).toBeVisible();
  await expect(emailField(page)).toHaveAttribute('autocomplete', 'username');
  await expect(emailField(page)).toHaveAttribute('type', 'email');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  await expect(page.getByRole('main').getByText('Sunvale Energy', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toHaveJSProperty('complete', true);
  await expect(page.getByRole('button', { name: /language: English/ })).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Sunvale Energy');
  const viewport = await page.locator('meta[name=viewport]').getAttribute('content');
  expect(viewport).toContain('width=device-width');
  expect(viewport).not.toMatch(/user-scalable|maximum-scale/);

  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(emailField(page)).toBeFocused();

  await signInButton(page).click();
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(emailField(page)).toHaveAccessibleDescription('Enter your email address.');
  await emailField(page).fill('demo@porchlight.example');
  await signInButton(page).click();
  await expect(passwordField(page)).toBeFocused();
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(passwordField(page)).toHaveAccessibleDescription('Enter your password.');
  await expect(emailField(page)).not.toHaveAttribute('aria-invalid');
  expect(tries).toBe(0);

  await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
  await page.keyboard.press('Control+V');
  await expect(passwordField(page)).toHaveValue(PASSWORD);
  const reveal = page.getByRole('button', { name: 'Show password' });
  await expect(reveal).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Tab');
  await expect(reveal).toBeFocused();
  await page.keyboard.press('Space');
  await expect(reveal).toHaveAttribute('aria-pressed', 'true');
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await expect(passwordField(page)).toHaveValue(PASSWORD);
  await reveal.click();
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
});

test('[LANG-1] [BRAND-3] the provider’s footer speaks the language of the page', LONG, async ({ page }) => {
  await page.goto('/?lang=es');
  await expect(page.getByRole('contentinfo')).toContainText('Privacidad · Accesibilidad');
  await page.goto('/?lang=en');
  await expect(page.getByRole('contentinfo')).toContainText('Privacy · Accessibility');
});

test('[AUTH-8] [LANG-6] [UX-38] a wrong password, an inactive account and a lockout have their texts; the focus goes back to the password', async ({
  page,
}) => {
  await page.goto('/');
  await fillIn(page, 'wrong-password@porchlight.example', 'not the password');
  await signInButton(page).click();
  const alert = page.getByRole('alert');
  const support = alert.getByRole('link', { name: 'support@sunvale.example' });
  await expect(alert).toContainText('Your login attempt failed.');
  await expect(support).toHaveAttribute('href', 'mailto:support@sunvale.example');
  await expect(passwordField(page)).toBeFocused();
  const selected = await passwordField(page).evaluate((input) => {
    const { selectionStart, selectionEnd, value } = input as HTMLInputElement;
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  });
  expect(selected).toBe('not the password');
  await expect(page).toHaveURL(/#\/logon$/);

  await fillIn(page, 'inactive@porchlight.example');
  await signInButton(page).click();
  await expect(alert).toContainText(
    'Your account is inactive. Please contact support, if you think this is in error.',
  );
  await expect(support).toBeVisible();

  const address = 'locked-out@porchlight.example';
  for (let time = 0; time < 5; time += 1) {
    const answer = await page.request.post('/api/auth/login?pid=sunvale', {
      data: { email: address, password: 'guess' },
    });
    expect(answer.status()).toBe(401);
  }
  // Even for the right password.
  await fillIn(page, address);
  await signInButton(page).click();
  await expect(alert).toHaveText(
    'You have been locked out because of too many failed attempts. You can try again in 15 minutes.',
  );
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test(
  '[AUTH-8] [UX-35] [ERR-1] without an answer, and with an error of a proxy, the text says so without a status code, and the next try works',
  LONG,
  async ({ page }) => {
    await page.route(LOGIN_CALL, (route) => route.abort());
    await signIn(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('We cannot reach the service');
    await expect(alert).toContainText('Check your internet connection and try again.');
    await page.unroute(LOGIN_CALL);
    await page.route(LOGIN_CALL, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    );
    await signInButton(page).click();
    await expect(alert).toContainText('Something went wrong on our side. Please try again.');
    await page.unroute(LOGIN_CALL);
    await signInButton(page).click();
    await expect(cards(page).first()).toBeVisible();
  },
);

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
  await expect(signInButton(page)).toBeVisible();
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
  await expect(signInButton(page)).toBeVisible();
  expect(violations).toEqual([]);
});
