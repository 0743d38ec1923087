import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import { givePassword, isNoticeOfEvent, lastTo, linkIn, pinIn } from '../support/outbox.ts';
import type { OutboxMessage } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import { asBearer, cards, goTo, heading, newSession } from '../support/signed-in.ts';
import { emailField, passwordField, signInButton } from './sign-in-form.ts';

const NEW_PASSWORD = 'FreshStable77';

const emailOf = (who: string) => `${who}@porchlight.example`;
const pinField = (page: Page) => page.getByLabel('PIN from the email');

const ask = async (page: Page, who: string, way: RegExp) => {
  await page.goto('/');
  await emailField(page).fill(emailOf(who));
  await page.getByRole('button', { name: way }).click();
  // The mail may be there before the page has stored what the server answered.
  await expect(heading(page)).toHaveText('Check your email');
};
const byPin = /^Send me a 5-digit PIN$/;
const byLink = /^Send me a sign-in link$/;

test('[AUTH-3] [UX-38] [LANG-4] a PIN from the mailbox signs in, pasted with a space in it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ask(page, 'es', byPin);
  await expect(pinField(page)).toBeFocused();
  await expect(pinField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(pinField(page)).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible(page);
  const mail = await lastTo(page, emailOf('es'));
  expect(mail.subject).toBe('Su PIN de acceso a Sunvale Energy');
  const pin = pinIn(mail);

  await signInButton(page).click();
  await expect(pinField(page)).toHaveAccessibleDescription('Enter all 5 digits.');
  // The last digit submits.
  await pinField(page).pressSequentially(pin === '00000' ? '11111' : '00000');
  await expect(pinField(page)).toHaveAccessibleDescription('Incorrect code. Please try again.');
  await expect(pinField(page)).toHaveValue('');
  await expect(pinField(page)).toBeFocused();

  await page.evaluate((text) => navigator.clipboard.writeText(text), `${pin.slice(0, 2)} ${pin.slice(2)}`);
  await page.keyboard.press('Control+V');
  await expect(cards(page).first()).toBeVisible();
  // The account's own language comes along.
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(await page.evaluate(() => localStorage.getItem('signIn'))).toBeNull();
});

test(
  '[AUTH-3] [AUTH-8] after three wrong PINs another can be requested; beyond three mails the last PIN stays valid',
  LONG,
  async ({ page }) => {
    const who = emailOf('neighbour-23');
    await ask(page, 'neighbour-23', byPin);
    const wrong = async () => {
      const right = pinIn(await lastTo(page, who));
      await pinField(page).fill(right === '00000' ? '11111' : '00000');
      await expect(pinField(page)).toHaveValue('');
    };
    for (let time = 0; time < 3; time += 1) {
      await wrong();
      await expect(pinField(page)).toHaveAccessibleDescription('Incorrect code. Please try again.');
    }
    await wrong();
    await expect(page.getByRole('alert')).toHaveText('This code has expired. Ask for a new one.');
    const again = page.getByRole('button', { name: 'Send a new PIN' });
    await again.click();
    await expect(page.getByRole('status')).toContainText('We send at most 3 emails in 15 minutes');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(pinField(page)).toBeFocused();
    await lastTo(page, who, 1);

    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expect(emailField(page)).toHaveValue(who);
    await page.getByRole('button', { name: byPin }).click();
    const last = pinIn(await lastTo(page, who, 2));
    // The fourth: nothing is sent, and the third is good.
    const answer = page.waitForResponse('**/api/auth/pin*');
    await again.click();
    expect((await answer).status()).toBe(202);
    await expect(page.getByRole('status')).toContainText('the last one works');
    await expectAccessible(page);
    await pinField(page).fill(last);
    await expect(page).toHaveURL(/#\/user-home$/);
  },
);

test('[AUTH-4] [T-16] [T-17] a link opens in a new tab of the same browser, and leaves no trace in the address', async ({
  page,
  context,
}) => {
  await ask(page, 'neighbour-02', byLink);
  const link = linkIn(await lastTo(page, emailOf('neighbour-02')));
  const token = /token=([\w-]+)/.exec(link)?.[1] ?? '';
  expect(token).toHaveLength(43);
  // A scanner follows it first.
  for (let time = 0; time < 3; time += 1) await page.request.get(link.replace('#', '?'));
  const tab = await context.newPage();
  const seen: string[] = [];
  tab.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''));
  // Where the sign-in is open, only the hash changes.
  await tab.goto(link.replace(/#.*/, ''));
  await expect(heading(tab)).toHaveText('Check your email');
  await tab.goto(link);
  await expect(heading(tab)).toHaveText('Almost there');
  await expect(tab).toHaveURL(/#\/auth$/);
  // A reload loses nothing.
  await tab.reload();
  await expect(heading(tab)).toHaveText('Almost there');
  await expect(tab).toHaveURL(/#\/auth$/);
  await expectAccessible(tab);
  await signInButton(tab).click();
  await expect(tab).toHaveURL(/#\/user-home$/);
  expect(seen.filter((text) => text.includes(token))).toEqual([]);
  await tab.goBack().catch(() => null);
  expect(tab.url()).not.toContain(token);

  const again = await context.newPage();
  await again.goto('about:blank');
  await again.evaluate(() => null);
  await again.goto(link);
  // Signed in by now: the way in is closed.
  await expect(again).toHaveURL(/#\/user-home$/);
  expect(again.url()).not.toContain(token);
  await expect(cards(again).first()).toBeVisible();
  await again.goto(link);
  await expect(again).toHaveURL(/#\/user-home$/);
  await again.goBack();
  expect(again.url()).not.toContain(token);
});

test(
  '[AUTH-4] [T-16] in another browser the link shows its PIN, or names the mail where it was cut, the PIN finishes where it was asked for, and a used link says so',
  LONG,
  async ({ page, browser }) => {
    await ask(page, 'neighbour-03', byLink);
    const mail = await lastTo(page, emailOf('neighbour-03'));
    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await elsewhere.goto(linkIn(mail).replace(/&pin=.*$/, ''));
    await expect(heading(elsewhere)).toHaveText('Finish where you started');
    await expect(elsewhere.getByText('Enter the PIN from the same email there')).toBeVisible();
    await expect(elsewhere.getByText('Enter this PIN there:')).toHaveCount(0);
    await elsewhere.goto('about:blank');
    await elsewhere.goto(linkIn(mail));
    await expect(heading(elsewhere)).toHaveText('Finish where you started');
    await expect(elsewhere.getByText(pinIn(mail), { exact: true })).toBeVisible();
    await expect(elsewhere).toHaveURL(/#\/auth$/);
    await expectAccessible(elsewhere);
    await elsewhere.reload();
    await expect(elsewhere.getByText(pinIn(mail), { exact: true })).toBeVisible();
    // Who has left it does not come back to it.
    await elsewhere.getByRole('link', { name: 'Sign in here instead' }).click();
    await expect(emailField(elsewhere)).toBeVisible();
    expect(await elsewhere.evaluate(() => sessionStorage.getItem('mailed'))).toBeNull();
    await elsewhere.goBack();
    await expect(elsewhere.getByRole('alert')).toContainText('This sign-in link does not work.');
    await pinField(page).fill(pinIn(mail));
    await expect(page).toHaveURL(/#\/user-home$/);
    // Nothing waits for the PIN any more.
    await elsewhere.goto('about:blank');
    await elsewhere.goto(linkIn(mail));
    await expect(elsewhere.getByRole('alert')).toContainText('This link has expired or was already used.');
    await context.close();
  },
);

test(
  '[AUTH-4] [AUTH-8] the link of an older mail says that it does not work, the newest one works, and once used says so wherever it is opened',
  LONG,
  async ({ page }) => {
    const who = emailOf('neighbour-27');
    await ask(page, 'neighbour-27', byLink);
    const first = linkIn(await lastTo(page, who));
    // By a double click only one more is sent.
    await page.getByRole('button', { name: 'Send a new link' }).dblclick();
    await expect(page.getByRole('status')).toContainText('We send at most 3 emails in 15 minutes');
    const second = linkIn(await lastTo(page, who, 1));
    const outbox = (await (await page.request.get('/dev/outbox.json')).json()) as OutboxMessage[];
    const mails = outbox.filter((message) => message.recipient === who && !isNoticeOfEvent(message));
    expect(mails).toHaveLength(2);
    const open = async (link: string) => {
      await page.goto('about:blank');
      await page.goto(link);
    };
    await open(first);
    await signInButton(page).click();
    await expect(heading(page)).toHaveText('This link is no longer valid');

    await page.goto('about:blank');
    await page.goto('/');
    const challenge = await page.evaluate(() => localStorage.getItem('signIn') ?? '{}');
    await open(second);
    await signInButton(page).click();
    await expect(page).toHaveURL(/#\/user-home$/);
    await page.goto('/#/logout');
    await expect(emailField(page)).toBeVisible();
    await open(second);
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');

    // As in a browser that still waits for it.
    await page.evaluate((stored) => localStorage.setItem('signIn', stored), challenge);
    await open(second);
    await signInButton(page).click();
    await expect(page).toHaveURL(/#\/logon\/error\?code=link_expired$/);
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(emailField(page)).toBeVisible();
  },
);

test('[AUTH-4] a link is expired once a PIN was requested after it', LONG, async ({ page }) => {
  await ask(page, 'neighbour-28', byLink);
  const link = linkIn(await lastTo(page, emailOf('neighbour-28')));
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await page.getByRole('button', { name: byPin }).click();
  await expect(pinField(page)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(heading(page)).toHaveText('This link is no longer valid');
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(pinField(page)).toBeVisible();
});

test('[AUTH-5] [PWD-1] [T-17] a forgotten password is set anew by mail, and the rules are ticked while typing', async ({
  page,
}) => {
  await page.goto('/');
  const forgot = page.getByRole('button', { name: 'Forgot password?' });
  await emailField(page).fill('neighbour-05');
  // Its letters are a little wider or narrower than those shown until it is there.
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const place = async () => {
    const { x, y } = (await forgot.boundingBox()) ?? {};
    return { x, y };
  };
  const before = await place();
  await forgot.click();
  await expect(page.getByText('This is not an email address.')).toBeVisible();
  // Nothing moves away under the pointer, neither with the error nor without it.
  expect(await place()).toEqual(before);
  await expect(emailField(page)).toBeFocused();
  await expect(page.getByText('If this address has an account')).toHaveCount(0);
  await emailField(page).fill(emailOf('neighbour-05'));
  await forgot.click();
  await expect(page.getByRole('alert')).toContainText('If this address has an account');
  expect(await place()).toEqual(before);
  const link = linkIn(await lastTo(page, emailOf('neighbour-05')));
  await page.goto('about:blank');
  await page.goto(link);
  await expect(heading(page)).toHaveText('Set a new password');
  await expect(page).toHaveURL(/#\/logon\/password-reset$/);
  await expectAccessible(page);
  await page.reload();
  await expect(page).toHaveURL(/#\/logon\/password-reset$/);
  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('Repeat the new password');
  await expect(first).toHaveAttribute('autocomplete', 'new-password');
  await first.fill('short');
  const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(rule('A lowercase letter')).toContainText('(met)');
  await expect(rule('At least 12 characters')).toContainText('(not yet met)');
  const meter = page.getByRole('meter', { name: 'Password strength' });
  await expect(meter).toHaveAttribute('aria-valuetext', 'weak');
  await first.fill('Tundra7 wicket mop glue');
  await expect(meter).toHaveAttribute('aria-valuetext', 'strong');
  await expect(page.getByRole('status').filter({ hasText: 'Strength: strong' })).toBeVisible();
  await first.fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('It cannot be your email address or your first name.')).toBeVisible();
  // What only the server knows is said beside the field too.
  await first.fill('Password1234');
  await second.fill('Password1234');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(first).toHaveAccessibleDescription(/This password is too common/);
  await expect(first).toBeFocused();
  await first.fill(emailOf('Neighbour-05'));
  await second.fill(emailOf('Neighbour-05'));
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(first).toHaveAccessibleDescription(/cannot be the same as the email address/);
  await first.fill(NEW_PASSWORD);
  await second.fill(`${NEW_PASSWORD}x`);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(second).toHaveAccessibleDescription('The two passwords are not the same.');
  await second.fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/#\/logon\/success\?what=password$/);
  await expect(heading(page)).toHaveText('Your password was changed');
  expect(await page.evaluate(() => sessionStorage.getItem('mailed'))).toBeNull();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await emailField(page).fill(emailOf('neighbour-05'));
  await passwordField(page).fill(NEW_PASSWORD);
  await signInButton(page).click();
  await expect(page).toHaveURL(/#\/user-home$/);
  const notice = await lastTo(page, emailOf('neighbour-05'), 1);
  expect(notice.subject).toBe('Your password was changed');
});

test('[AUTH-2] [UX-38] a second factor is asked for on /totp', async ({ page }) => {
  await page.goto('/#/my-account/security');
  await emailField(page).fill(emailOf('totp'));
  await passwordField(page).fill(PASSWORD);
  await signInButton(page).click();
  await expect(page).toHaveURL(/#\/totp$/);
  await expect(heading(page)).toHaveText('Two-factor code');
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const field = page.getByLabel('6-digit code');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill('000000');
  await expect(field).toHaveAccessibleDescription('Incorrect code. Please try again.');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc');
  await signInButton(page).click();
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(
    'Incorrect code. Please try again.',
  );
  await page.getByRole('button', { name: 'Use the authenticator app instead' }).click();
  await field.fill(new TOTP({ secret: 'JBSWY3DPEHPK3PXP' }).generate());
  // And on to the page asked for.
  await expect(page).toHaveURL(/#\/my-account\/security$/);
});

test(
  '[AUTH-8] [ERR-1] [T-13] after five wrong codes /totp says that it is locked, and leads back',
  LONG,
  async ({ page }) => {
    await givePassword(page, 'neighbour-24');
    const session = await newSession(page, 'neighbour-24');
    const me = `/api/account/${session.user.id}`;
    const { secret } = (await (await page.request.post(`${me}/totp`, asBearer(session))).json()) as {
      secret: string;
    };
    const code = new TOTP({ secret }).generate();
    await page.request.put(`${me}/totp`, { ...asBearer(session), data: { code } });
    await signIn(page, 'neighbour-24');
    const field = page.getByLabel('6-digit code');
    for (let time = 0; time < 5; time += 1) {
      await field.fill('000000');
      await expect(field).toHaveAccessibleDescription('Incorrect code. Please try again.');
      await expect(field).toHaveValue('');
    }
    await field.fill('000000');
    await expect(page.getByRole('alert')).toContainText(
      'You have been locked out because of too many failed attempts. You can try again in 15 minutes.',
    );
    await expect(field).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await expect(emailField(page)).toBeVisible();
  },
);

const TEXTS = [
  ['link_expired', /This link has expired/, /Este enlace venció/],
  ['reset_expired', /works once, for 15 minutes/, /funciona una sola vez/],
  ['magic_link', /This sign-in link does not work/, /Este enlace de acceso no funciona/],
  ['account_inactive', /Your account is inactive/, /Su cuenta está inactiva/],
  ['locked_out', /locked out because of too many failed attempts/, /demasiados intentos fallidos/],
  ['login_failed', /Your login attempt failed/, /No se pudo iniciar sesión/],
  ['login', /Please contact support@sunvale\.example/, /Comuníquese con support@sunvale\.example/],
  ['anything', /Something went wrong/, /Algo salió mal/],
  ['__proto__', /Something went wrong/, /Algo salió mal/],
  ['constructor', /Something went wrong/, /Algo salió mal/],
] as const;
test(
  '[AUTH-8] [ERR-1] [LANG-6] /logon/error has every text of the catalogue, in both languages',
  LONG,
  async ({ page }) => {
    for (const [language, index] of [
      ['en', 1],
      ['es', 2],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`/?lang=${language}#/logon/error`);
      for (const row of TEXTS) {
        await goTo(page, `/logon/error?code=${row[0]}`);
        await expect(page.getByRole('alert')).toContainText(row[index]);
        const text = (await page.getByRole('main').textContent()) ?? '';
        expect(text.split('support@sunvale.example')).toHaveLength(2);
      }
      await expectAccessible(page);
    }
    await page.goto('about:blank');
    await page.goto('/?lang=en#/logon/success?what=constructor');
    await expect(heading(page)).not.toBeEmpty();
    await page.goto('about:blank');
    await page.goto('/?lang=en#/logon?reason=__proto__');
    await expect(emailField(page)).toBeVisible();
  },
);
