import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { installClock, pauseClock } from '../support/clock.ts';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import { codeIn, givePassword, lastTo, pinIn } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import {
  asBearer,
  cards,
  openSignedIn,
  goTo,
  heading,
  newSession,
  region,
  waitForLateParts,
} from '../support/signed-in.ts';
import { confirmWithPassword, refuseOnceAsStale } from '../sign-in/stale-sign-in.ts';

const NEW_PASSWORD = 'FreshStable77';

const toast = (page: Page) => page.getByRole('region', { name: 'Alerts' });

test.describe('profile', () => {
  test('[PROF-1] the names can be changed, the rest cannot', async ({ page }) => {
    await givePassword(page, 'neighbour-10');
    await openSignedIn(page, 'neighbour-10', { at: '/my-account/profile' });
    const profile = region(page, 'Profile');
    await expect(profile.getByLabel('Email')).toHaveAttribute('readonly', '');
    await expect(profile.getByLabel('Nickname')).toHaveAttribute('readonly', '');
    await profile.getByLabel('First name').fill(' ');
    await profile.getByRole('button', { name: 'Save' }).click();
    await expect(profile.getByLabel('First name')).toBeFocused();
    await expect(profile.getByLabel('First name')).toHaveAccessibleDescription('Enter your first name.');
    await profile.getByLabel('First name').fill('Ada');
    await profile.getByLabel('Last name').fill('Byron');
    await profile.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Your profile was updated');
    await expect(page.getByRole('button', { name: /account menu of Ada Byron/ })).toBeVisible();
  });

  test('[UX-38] Save does nothing while nothing has changed, and keeps the focus', LONG, async ({ page }) => {
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.url());
    });
    await givePassword(page, 'neighbour-30');
    await openSignedIn(page, 'neighbour-30', { at: '/my-account/profile' });
    const save = page.getByRole('button', { name: 'Save' });
    const first = page.getByLabel('First name');
    await expect(save).toBeDisabled();
    await first.press('Enter');
    await first.fill('Grace');
    await expect(save).toBeEnabled();
    await save.click();
    await expect(toast(page)).toContainText('Your profile was updated');
    await expect(save).toBeDisabled();
    await expect(save).toBeFocused();
    expect(saves).toHaveLength(1);
  });

  test('[PROF-1] [ERR-1] a failed save shows the failure and nothing else', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/my-account/profile', language: 'es' });
    await page.route('**/api/account/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.fallback(),
    );
    await page.getByLabel('Nombre').fill('Maya Luz');
    await page.getByRole('button', { name: 'Guardar' }).click();
    const alerts = page.getByRole('region', { name: 'Avisos' });
    await expect(alerts).toContainText('Error al actualizar la cuenta.');
    await expect(alerts).not.toContainText('se actualizó');
  });
});

test.describe('phone numbers', () => {
  test('[PHONE-1] [PHONE-2] [PHONE-3] [ROUTE-4] added in its mask, verified with the code, deleted', async ({
    page,
  }) => {
    await givePassword(page, 'neighbour-11');
    await openSignedIn(page, 'neighbour-11', { at: '/my-account/profile?addPhoneNumber' });
    const phones = region(page, 'Phone numbers');
    const field = phones.getByLabel('Mobile number');
    const send = phones.getByRole('button', { name: 'Send code' });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('autocomplete', 'tel-national');
    await expect(send).toBeDisabled();
    await field.pressSequentially('303555018');
    await expect(field).toHaveValue('(303) 555-018');
    await expect(send).toBeDisabled();
    await field.press('8');
    await expect(field).toHaveValue('(303) 555-0188');
    await expect(send).toBeEnabled();
    await expectAccessible(page, 'main');
    await send.click();
    await expect(page).toHaveURL(/#\/my-account\/profile$/);
    await expect(phones.getByText('We sent a code to +1 (303) 555-0188.')).toBeVisible();
    const code = codeIn(await lastTo(page, '+13035550188'));
    const input = phones.getByLabel('6-digit code');
    const verify = phones.getByRole('button', { name: 'Verify', exact: true });
    await expect(input).toBeFocused();
    await input.fill('12345');
    await expect(verify).toBeDisabled();
    await input.fill(code === '000000' ? '111111' : '000000');
    await expect(input).toHaveAccessibleDescription('Incorrect code. Please try again.');
    await expect(input).toHaveValue('');
    await phones.getByRole('button', { name: 'Resend code' }).click();
    await expect(phones.getByText('A new code was sent.')).toBeVisible();
    await input.fill(codeIn(await lastTo(page, '+13035550188', 1)));
    await expect(toast(page)).toContainText('Your number is verified');
    await expect(phones.getByRole('listitem').filter({ hasText: '555-0188' })).toContainText('Verified');
    await phones.getByRole('button', { name: 'Delete +1 (303) 555-0188' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this number?' });
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(phones.getByText('555-0188')).toHaveCount(0);
  });

  test(
    '[PHONE-4] [ERR-1] a duplicate shows its message and the form closes after five seconds; other errors leave it open',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await openSignedIn(page, 'demo', { at: '/my-account/profile?addPhoneNumber' });
      const phones = region(page, 'Phone numbers');
      const field = phones.getByLabel('Mobile number');
      await page.route('**/api/account/*/phonenumber', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
      );
      await field.fill('3035550142');
      await pauseClock(page);
      await phones.getByRole('button', { name: 'Send code' }).click();
      const alert = phones.getByRole('alert');
      await expect(alert).toHaveText('There was an error. Please re-enter the phone number.');
      await page.clock.runFor(5_000);
      await expect(alert).toHaveCount(0);
      await expect(field).toBeVisible();
      await page.unroute('**/api/account/*/phonenumber');
      await phones.getByRole('button', { name: 'Send code' }).click();
      await expect(alert).toHaveText('Duplicate phone number. Returning to phone number list.');
      await page.clock.runFor(4_900);
      await expect(field).toBeVisible();
      await page.clock.runFor(200);
      await expect(field).toHaveCount(0);
    },
  );

  test(
    '[PHONE-2] [T-14] a number of another country that is typed never becomes one of this country',
    LONG,
    async ({ page }) => {
      await openSignedIn(page, 'demo', { at: '/my-account/profile?addPhoneNumber' });
      const field = page.getByLabel('Mobile number');
      await field.pressSequentially('+61 491 570 158');
      await expect(field).toHaveValue('+61491570158');
      await expect(field).toHaveAccessibleDescription(
        /Enter a mobile number of the United States, such as \(303\)/,
      );
      await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled();
    },
  );

  test(
    '[PHONE-3] [ERR-1] a code that could not be sent is forgotten once another was',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await openSignedIn(page, 'demo', { at: '/my-account/profile' });
      const phones = region(page, 'Phone numbers');
      let sends = 0;
      await page.route('**/verify?*', (route) => {
        sends += 1;
        return sends === 1 ? route.fulfill({ status: 500 }) : route.fulfill({ json: {} });
      });
      await phones.getByRole('button', { name: /^Verify / }).click();
      const input = phones.getByLabel('6-digit code');
      await expect(input).toHaveAccessibleDescription('Unable to Send Code');
      await phones.getByRole('button', { name: 'Resend code' }).click();
      await expect(phones.getByRole('status')).toHaveText('A new code was sent.');
      await page.clock.runFor(40_000);
      await expect(phones.getByText('A new code was sent.')).toHaveCount(0);
      await expect(input).not.toHaveAccessibleDescription('Unable to Send Code');
    },
  );

  test('[PHONE-2] an Australian number has its own mask', LONG, async ({ page }) => {
    await openSignedIn(page, 'au', { at: '/my-account/profile?addPhoneNumber' });
    const field = page.getByLabel('Mobile number');
    await field.pressSequentially('0491570157');
    await expect(field).toHaveValue('0491 570 157');
    expect(await field.inputValue()).toHaveLength(12);
  });

  test('[PHONE-6] a number that answered STOP is marked and explained', LONG, async ({ page }) => {
    await openSignedIn(page, 'es', { at: '/my-account/profile', language: 'en' });
    const entry = region(page, 'Phone numbers').getByRole('listitem');
    await expect(entry).toContainText('Opted out');
    await expect(entry).toContainText(
      'This number answered STOP and gets no text messages. To get them again, reply START to any text you had from us.',
    );
    await goTo(page, '/my-account/preferences');
    await expect(
      page.getByText('Reply STOP to a text to end them all, and START to get them again.'),
    ).toBeVisible();
    await goTo(page, '/my-account/profile');
    await expect(entry.getByRole('button', { name: /^Verify/ })).toHaveCount(0);
  });

  test.describe('the reminder on the dashboard', () => {
    test.use({ phoneReminder: true });

    test(
      '[PHONE-5] asks each person for an unverified number, once in three days',
      LONG,
      async ({ page }) => {
        await installClock(page);
        const session = await openSignedIn(page, 'demo');
        const dialog = page.getByRole('dialog', { name: 'Verify your phone number' });
        await expect(dialog).toContainText('+1 (720) 555-0117');
        await expectAccessible(page, 'dialog[open]');
        await expect(dialog.getByRole('textbox')).toHaveCount(0);
        await pauseClock(page);
        await dialog.getByRole('button', { name: 'Text me a code' }).click();
        const code = dialog.getByLabel('6-digit code');
        await expect(code).toBeFocused();
        await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled();
        const resend = dialog.getByRole('button', { name: 'Resend code' });
        await expect(resend).toBeDisabled();
        await page.clock.runFor(4_900);
        await expect(resend).toBeDisabled();
        await page.clock.runFor(200);
        await expect(resend).toBeEnabled();
        await page.clock.resume();
        await expectAccessible(page, 'dialog[open]');
        await dialog.getByRole('button', { name: 'Not now' }).click();
        await expect(dialog).toHaveCount(0);
        await page.reload();
        await expect(cards(page).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(dialog).toHaveCount(0);
        const returnAfter = async (milliseconds: number) => {
          // Away from the dashboard, where a late turn of the reminder would take the old time for itself.
          await goTo(page, '/my-account/profile');
          await expect(region(page, 'Phone numbers')).toBeVisible();
          await page.evaluate(
            ([id, ago]) => {
              const times = { [id]: Date.now() - ago, another: Date.now() };
              localStorage.setItem('phoneReminderAt', JSON.stringify(times));
            },
            [session.user.id, milliseconds] as const,
          );
          await goTo(page, '/user-home');
        };
        await returnAfter(259_140_000);
        await waitForLateParts(page);
        await expect(dialog).toHaveCount(0);
        await returnAfter(259_260_000);
        await expect(dialog).toBeVisible();
      },
    );

    test(
      '[PHONE-5] [ERR-1] a wrong code and a code that cannot be sent close it with a toast',
      LONG,
      async ({ page }) => {
        await openSignedIn(page, 'demo');
        const dialog = page.getByRole('dialog', { name: 'Verify your phone number' });
        await dialog.getByRole('button', { name: 'Text me a code' }).click();
        await expect(dialog.getByLabel('6-digit code')).toBeFocused();
        await page.route('**/verify?*', (route) => route.fulfill({ status: 500 }));
        await dialog.getByLabel('6-digit code').fill('000000');
        await expect(toast(page)).toContainText('Incorrect code. Please try again.');
        await expect(dialog).toHaveCount(0);
        await page.evaluate(() => localStorage.removeItem('phoneReminderAt'));
        await page.reload();
        await dialog.getByRole('button', { name: 'Text me a code' }).click();
        await expect(toast(page)).toContainText('Unable to Send Code');
        await expect(dialog).toHaveCount(0);
      },
    );
  });
});

test.describe('security', () => {
  test('[PWD-1] [PWD-2] [UX-38] the password is changed with the old one, and success shows for four seconds', async ({
    page,
  }) => {
    await installClock(page);
    await givePassword(page, 'neighbour-12');
    await openSignedIn(page, 'neighbour-12', { at: '/my-account/security' });
    const form = region(page, 'Password');
    const old = form.getByLabel('Old password');
    const [first, second] = [form.getByLabel('New password', { exact: true }), form.getByLabel(/^Repeat/)];
    const change = form.getByRole('button', { name: 'Change password' });
    await expect(old).toHaveAttribute('autocomplete', 'current-password');
    await expect(first).toHaveAttribute('autocomplete', 'new-password');
    await old.fill('not the password');
    await first.fill('Neighbour-12@porchlight.example');
    await change.click();
    await expect(first).toHaveAccessibleDescription(/cannot be the same as the email address/);
    await first.fill(NEW_PASSWORD);
    await second.fill(NEW_PASSWORD);
    await change.click();
    await expect(old).toHaveAccessibleDescription('The old password does not match. Please try again.');
    await expect(old).toBeFocused();
    await old.fill(PASSWORD);
    await first.fill(PASSWORD);
    await second.fill(PASSWORD);
    await change.click();
    await expect(first).toHaveAccessibleDescription(/The new password is the same as the old one\./);
    await expect(first).toBeFocused();
    await first.fill(NEW_PASSWORD);
    await second.fill(NEW_PASSWORD);
    await pauseClock(page);
    await change.click();
    const done = form.getByText('The password was updated successfully.');
    await expect(done).toBeVisible();
    await expect(first).toHaveValue('');
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

  test('[AUTH-2] two-factor codes are turned on with a QR code, recovery codes are shown once, and off with the password', async ({
    page,
  }) => {
    await givePassword(page, 'neighbour-13');
    await openSignedIn(page, 'neighbour-13', { at: '/my-account/security' });
    const totp = region(page, 'Two-factor code');
    await totp.getByRole('button', { name: 'Turn on' }).click();
    await expect(totp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const secret = ((await totp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await expectAccessible(page, 'main');
    await totp.getByLabel('6-digit code').fill('000000');
    await expect(totp.getByLabel('6-digit code')).toHaveAccessibleDescription(
      'Incorrect code. Please try again.',
    );
    await totp.getByLabel('6-digit code').fill(new TOTP({ secret }).generate());
    const codes = totp.getByRole('list', { name: 'Keep these recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectAccessible(page, 'main');
    const recovery = (await codes.first().textContent()) ?? '';
    await totp.getByRole('button', { name: 'I have kept them' }).click();
    await expect(codes).toHaveCount(0);
    await goTo(page, '/logout');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    // A fresh document, as of another day.
    await page.goto('about:blank');
    await signIn(page, 'neighbour-13', { at: '/my-account/security' });
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recovery);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(page)).toHaveText('My account');
    await totp.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn two-factor codes off?' });
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(totp).toContainText('Off');
  });

  test('[AUTH-2] an old session must confirm the identity', LONG, async ({ page }) => {
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
  });

  test('[AUTH-9] sign-ins are listed, and ended one by one or all others at once', async ({ page }) => {
    await givePassword(page, 'neighbour-15');
    const others = [await newSession(page, 'neighbour-15'), await newSession(page, 'neighbour-15')];
    await openSignedIn(page, 'neighbour-15', {
      at: '/my-account/security',
      session: await newSession(page, 'neighbour-15'),
    });
    const list = region(page, 'Where you are signed in');
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expect(list.getByText('This browser')).toHaveCount(1);
    await list
      .getByRole('button', { name: /^Sign out Unknown|^Sign out Chrome/ })
      .first()
      .click();
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    for (const session of others) {
      const answer = await page.request.get(`/api/account/${session.user.id}`, asBearer(session));
      expect(answer.status()).toBe(401);
    }
    await expect(list.getByRole('button')).toHaveCount(0);
  });
});

test(
  '[DEV-6] [BRAND-5] who chooses Celsius reads every temperature so, in every browser, and sends Fahrenheit',
  LONG,
  async ({ page, browser }) => {
    await givePassword(page, 'neighbour-33');
    const session = await openSignedIn(page, 'neighbour-33', { at: '/my-account/preferences' });
    const unit = (name: RegExp) => page.getByRole('radio', { name });
    await expect(unit(/°F/)).toBeChecked();
    const saved = page.waitForResponse('**/preferences');
    await unit(/°C/).click();
    expect((await saved).status()).toBe(200);
    await expect(unit(/°C/)).toBeChecked();
    await goTo(page, '/user-home');
    await expect(page.getByRole('main')).toContainText('°C');
    await expect(page.getByRole('main')).not.toContainText('°F');

    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await openSignedIn(elsewhere, 'neighbour-33', { session });
    await expect(elsewhere.getByRole('main')).toContainText('°C');
    await context.close();

    await goTo(page, '/my-account/preferences');
    await page.route('**/preferences', (route) => route.fulfill({ status: 500 }));
    await unit(/°F/).click();
    await expect(toast(page)).toContainText('This choice could not be saved');
    await expect(unit(/°C/)).toBeChecked();
  },
);

test.describe('notifications', () => {
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

  test(
    '[NOTIF-1] [NOTIF-2] a choice is kept, locked while it is saved, and goes back when that fails',
    LONG,
    async ({ page }) => {
      await givePassword(page, 'neighbour-16');
      await openSignedIn(page, 'neighbour-16', { at: '/my-account/preferences' });
      await expect(page.getByRole('row')).toHaveCount(6);
      await expect(page.getByRole('columnheader')).toHaveText(['Message', 'Email', 'Text', 'Call']);
      await expectAccessible(page, 'main');
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/messageSettings/*', async (route) => {
        await promise;
        await route.continue();
      });
      const sms = box(page, 'Peak demand events by Text');
      await sms.click();
      await expect(sms).toBeChecked();
      await expect(sms).toBeDisabled();
      await expect(box(page, 'Peak demand events by Call')).toBeEnabled();
      resolve();
      await expect(sms).toBeEnabled();
      await page.reload();
      await expect(sms).toBeChecked();
      await page.unroute('**/messageSettings/*');
      await page.route('**/messageSettings/*', (route) => route.fulfill({ status: 500 }));
      await sms.click();
      await expect(toast(page)).toContainText('This choice could not be saved');
      await expect(sms).toBeChecked();
    },
  );

  test('[NOTIF-2] the email checkbox of incentive messages is locked on', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/my-account/preferences' });
    const locked = box(page, 'Incentives and rewards by Email');
    await expect(locked).toBeChecked();
    await expect(locked).toBeDisabled();
    await expect(locked).toHaveAccessibleDescription('Messages about rewards always come by email.');
  });

  test('[NOTIF-1] the columns are those that the provider has', LONG, async ({ page }) => {
    await openSignedIn(page, 'ca', { at: '/my-account/preferences' });
    await expect(page.getByRole('columnheader')).toHaveText(['Message', 'Email']);
    await openSignedIn(page, 'au', { at: '/my-account/preferences' });
    await expect(page.getByRole('columnheader')).toHaveText(['Message', 'Email', 'Text']);
  });
});
