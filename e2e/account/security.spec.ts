import { readFile } from 'node:fs/promises';
import { TOTP } from 'otpauth';
import { confirmWithPassword, refuseOnceAsStale } from '../sign-in/stale-sign-in.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import { givePassword, lastTo, pinIn } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import { asBearer, cards, goTo, heading, newSession, openSignedIn, region } from '../support/signed-in.ts';

const NEW_PASSWORD = 'FreshStable77';

test('[PWD-1] [PWD-2] [UX-38] the password is changed with the old one, and success shows for four seconds', async ({
  page,
}) => {
  await installClock(page);
  await givePassword(page, 'neighbour-12');
  await openSignedIn(page, 'neighbour-12', { at: '/my-account/security' });
  const form = region(page, 'Password');
  const oldPassword = form.getByLabel('Old password');
  const newPassword = form.getByLabel('New password', { exact: true });
  const repeated = form.getByLabel(/^Repeat/);
  const change = form.getByRole('button', { name: 'Change password' });
  await expect(oldPassword).toHaveAttribute('autocomplete', 'current-password');
  await expect(newPassword).toHaveAttribute('autocomplete', 'new-password');
  await oldPassword.fill('not the password');
  await newPassword.fill('Neighbour-12@porchlight.example');
  await change.click();
  await expect(newPassword).toHaveAccessibleDescription(/cannot be the same as the email address/);
  await newPassword.fill(NEW_PASSWORD);
  await repeated.fill(NEW_PASSWORD);
  await change.click();
  await expect(oldPassword).toHaveAccessibleDescription('The old password does not match. Please try again.');
  await expect(oldPassword).toBeFocused();
  await oldPassword.fill(PASSWORD);
  await newPassword.fill(PASSWORD);
  await repeated.fill(PASSWORD);
  await change.click();
  await expect(newPassword).toHaveAccessibleDescription(/The new password is the same as the old one\./);
  await expect(newPassword).toBeFocused();
  await newPassword.fill(NEW_PASSWORD);
  await repeated.fill(NEW_PASSWORD);
  await pauseClock(page);
  await change.click();
  const done = form.getByText('The password was updated successfully.');
  await expect(done).toBeVisible();
  await expect(newPassword).toHaveValue('');
  await page.clock.runFor(3_900);
  await expect(done).toBeVisible();
  await page.clock.runFor(200);
  await expect(done).toHaveCount(0);
  await page.clock.resume();
  await expectAccessible(page, 'main');
});

test('[PWD-2] who has no password is not asked for an old one', LONG, async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email', { exact: true }).fill('nopassword@porchlight.example');
  await page.getByRole('button', { name: /5-digit PIN/ }).click();
  await page
    .getByLabel('PIN from the email')
    .fill(pinIn(await lastTo(page, 'nopassword@porchlight.example')));
  await expect(cards(page).first()).toBeVisible();
  await goTo(page, '/my-account/security');
  const form = region(page, 'Password');
  await expect(form.getByLabel('Old password')).toHaveCount(0);
  await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await form.getByLabel(/^Repeat/).fill(NEW_PASSWORD);
  await form.getByRole('button', { name: 'Set a password' }).click();
  await expect(form.getByText('The password was updated successfully.')).toBeVisible();
  await expect(form.getByLabel('Old password')).toBeVisible();
});

test(
  '[AUTH-2] [UX-38] two-factor codes are turned on with a QR code, their recovery codes kept, used and renewed, and off with the password; the focus follows',
  LONG,
  async ({ page }) => {
    const email = 'neighbour-13@porchlight.example';
    await givePassword(page, 'neighbour-13');
    await openSignedIn(page, 'neighbour-13', { at: '/my-account/security' });
    const totp = region(page, 'Two-factor code');
    await totp.getByRole('button', { name: 'Turn on' }).click();
    await expect(totp.getByText('Scan this code')).toBeFocused();
    await expect(totp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const openInApp = totp.getByRole('link', { name: 'Open in an app on this device' });
    await expect(openInApp).toHaveAttribute('href', /^otpauth:\/\/totp\//);
    const secret = ((await totp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await expectAccessible(page, 'main');
    await totp.getByLabel('6-digit code').fill('000000');
    await expect(totp.getByLabel('6-digit code')).toHaveAccessibleDescription(
      'Incorrect code. Please try again.',
    );
    await totp.getByLabel('6-digit code').fill(new TOTP({ secret }).generate());
    const codes = totp.getByRole('list', { name: 'Save these recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expect(totp.locator(':focus')).toContainText('Save these recovery codes');
    await expectAccessible(page, 'main');
    const [firstCode = ''] = await codes.allTextContents();

    const downloading = page.waitForEvent('download');
    await totp.getByRole('button', { name: 'Download codes' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    const file = await readFile((await download.path()) ?? '', 'utf8');
    expect(file).toContain(`Recovery codes for Sunvale Energy, ${email}\r\n\r\n${firstCode}\r\n`);

    // They are not lost by leaving.
    await goTo(page, '/user-home');
    await expect(heading(page)).toHaveText(/^Good/);
    await goTo(page, '/my-account/security');
    await expect(codes.first()).toHaveText(firstCode);
    await totp.getByRole('button', { name: 'I have saved them' }).click();
    await expect(codes).toHaveCount(0);
    await expect(totp.getByText('Signing in asks for a code')).toBeFocused();

    await goTo(page, '/logout');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    // A fresh document, as of another day.
    await page.goto('about:blank');
    await signIn(page, 'neighbour-13', { at: '/my-account/security' });
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(firstCode);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(page)).toHaveText('My account');

    await totp.getByRole('button', { name: 'Create new recovery codes' }).click();
    const renewing = page.getByRole('dialog', { name: 'Create new recovery codes' });
    await expect(renewing.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'dialog[open]');
    await renewing.getByRole('button', { name: 'Create new recovery codes' }).click();
    await expect(codes).toHaveCount(10);
    await expect(codes.filter({ hasText: firstCode })).toHaveCount(0);
    // Those before tell that the password was set, that codes are on and that one was used.
    const newest = async () => (await lastTo(page, email)).subject;
    await expect.poll(newest).toBe('You have new recovery codes');
    await totp.getByRole('button', { name: 'I have saved them' }).click();

    await totp.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn two-factor codes off?' });
    await expectAccessible(page, 'dialog[open]');
    const password = dialog.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await password.fill('wrong');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('This is not your password. Please try again.');
    await expect(password).toBeFocused();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(totp.getByText('Protect your account')).toBeFocused();
    await expect(totp).toContainText('Off');
  },
);

test('[AUTH-2] [UX-38] an old session must confirm the identity', LONG, async ({ page }) => {
  await givePassword(page, 'neighbour-14');
  await openSignedIn(page, 'neighbour-14', { at: '/my-account/security' });
  await refuseOnceAsStale(page, '**/api/account/*/totp');
  const totp = region(page, 'Two-factor code');
  await totp.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expectAccessible(page, 'dialog[open]');
  await confirmWithPassword(page, 'wrong');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This is not your password. Please try again.',
  );
  await confirmWithPassword(page);
  await expect(totp.getByRole('img')).toBeVisible();
  // What is being set up is the first also for the keyboard, and goes back to its place with the focus in it.
  const first = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect(first).toHaveText('Two-factor code');
  await totp.getByRole('button', { name: 'Cancel' }).click();
  await expect(first).toHaveText('Password');
  await expect(totp.locator(':focus')).toHaveCount(1);
});

test(
  '[AUTH-9] [UX-38] sign-ins are listed with their times, and ended one by one or all others at once; the focus stays in the list',
  LONG,
  async ({ page }) => {
    await givePassword(page, 'neighbour-15');
    const others = [await newSession(page, 'neighbour-15'), await newSession(page, 'neighbour-15')];
    await openSignedIn(page, 'neighbour-15', {
      at: '/my-account/security',
      session: await newSession(page, 'neighbour-15'),
    });
    const list = region(page, 'Where you are signed in');
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expect(list.getByText('This browser')).toHaveCount(1);
    await expect(list.getByText(/^Signed in \d+\s(s|min) ago · Last used \d+\s(s|min) ago$/)).toHaveCount(3);
    await expect(list.getByText('Active now')).toHaveCount(1);
    await list
      .getByRole('button', { name: /^Sign out Unknown|^Sign out Chrome/ })
      .first()
      .click();
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.getByRole('heading')).toBeFocused();
    await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('heading')).toBeFocused();
    for (const session of others) {
      const answer = await page.request.get(`/api/account/${session.user.id}`, asBearer(session));
      expect(answer.status()).toBe(401);
    }
    await expect(list.getByRole('button')).toHaveCount(0);
  },
);
