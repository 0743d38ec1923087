import { installClock, pauseClock } from '../support/clock.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { brokenWords, horizontalOverflow, isUncovered } from '../support/layout-checks.ts';
import { codeIn, givePassword, lastTo } from '../support/outbox.ts';
import {
  cards,
  goTo,
  newSession,
  openSignedIn,
  region,
  toasts,
  waitForLateParts,
} from '../support/signed-in.ts';
import { withOpenNumber } from './phone-data.ts';

test('[PROF-1] [UX-38] [ERR-1] the names can be changed, the rest cannot; what is refused or fails says so', async ({
  page,
}) => {
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(request.url());
  });
  await givePassword(page, 'neighbour-10');
  await openSignedIn(page, 'neighbour-10', { at: '/my-account/profile' });
  const profile = region(page, 'Your details');
  const [firstName, lastName] = [profile.getByLabel('First name'), profile.getByLabel('Last name')];
  const save = profile.getByRole('button', { name: 'Save' });
  await expect(profile.getByLabel('Email')).toHaveAttribute('readonly', '');
  await expect(profile.getByLabel('Nickname')).toHaveAttribute('readonly', '');
  // It has one place where it can be changed.
  await expect(profile).toContainText('To change it, write to support@sunvale.example.');
  await expect(profile.getByRole('link', { name: 'Change it there' })).toBeVisible();
  await expect(save).toBeDisabled();
  await firstName.press('Enter');
  await firstName.fill(' ');
  await save.click();
  await expect(firstName).toBeFocused();
  await expect(firstName).toHaveAccessibleDescription('Enter your first name.');
  await firstName.fill('Ada');
  await lastName.fill('By\u202Eron');
  await save.click();
  await expect(lastName).toHaveAccessibleDescription(/contains an invisible character/);
  await expect(lastName).toBeFocused();
  expect(saves).toEqual([]);

  await lastName.fill('Visit t.me');
  await save.click();
  await expect(toasts(page)).toContainText('Enter a name only, without addresses');
  saves.length = 0;

  await lastName.fill('Byron');
  await save.click();
  await expect(toasts(page)).toContainText('Your profile was updated');
  await expect(page.getByRole('button', { name: /account menu of Ada Byron/ })).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  expect(saves).toHaveLength(1);
  await profile.getByRole('link', { name: 'Change it there' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name to show')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/user-home$/);

  await openSignedIn(page, 'neighbour-10', { at: '/my-account/profile', language: 'es' });
  await page.route('**/api/account/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await page.getByLabel('Nombre').fill('Ada Luz');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(toasts(page)).toContainText('Error al actualizar la cuenta.');
  await expect(toasts(page)).not.toContainText('se actualizó');
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
    await expect(phones.getByText(/^We sent a code to \+1\s\(303\)\s555-\u20600188\.$/)).toBeVisible();
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
    await expect(toasts(page)).toContainText('Your number is verified');
    await expect(phones.getByRole('listitem').filter({ hasText: '555-0188' })).toContainText('Verified');
    await phones.getByRole('button', { name: 'Delete +1 (303) 555-0188' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this number?' });
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(phones.getByText('555-0188')).toHaveCount(0);
  });

  test(
    '[PHONE-1] [PHONE-4] [UX-38] [ERR-1] the focus follows what is done with a number; a duplicate closes the form after five seconds, other errors leave it open',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await givePassword(page, 'neighbour-18');
      await openSignedIn(page, 'neighbour-18', { at: '/my-account/profile' });
      const phones = region(page, 'Phone numbers');
      const add = phones.getByRole('button', { name: 'Add phone number' });
      const field = phones.getByLabel('Mobile number');
      const send = phones.getByRole('button', { name: 'Send code' });
      const alert = phones.getByRole('alert');
      await add.click();
      await expect(field).toBeFocused();

      // The browser cannot know every number that takes no texts: the words of the catalogue, then the reason.
      await field.fill('8765550123');
      await send.click();
      await expect(alert).toContainText('There was an error. Please re-enter the phone number.');
      await expect(alert).toContainText('Enter a US mobile number, such as (303) 555-0123.');
      await expect(field).toBeFocused();

      const NUMBERS_CALL = '**/api/account/*/phonenumber';
      await page.route(NUMBERS_CALL, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
      );
      await field.fill('3035550171');
      await pauseClock(page);
      await send.click();
      await expect(alert).toHaveText('There was an error. Please re-enter the phone number.');
      await page.clock.runFor(5_000);
      await expect(alert).toHaveCount(0);
      await expect(field).toBeVisible();
      await page.clock.resume();
      await page.unroute(NUMBERS_CALL);

      await send.click();
      const code = phones.getByLabel('6-digit code');
      await expect(code).toBeFocused();
      await code.fill(codeIn(await lastTo(page, '+13035550171')));
      await expect(phones.getByRole('listitem')).toContainText('Verified');
      await expect(add).toBeFocused();

      await add.click();
      await field.fill('3035550171');
      await pauseClock(page);
      await send.click();
      await expect(alert).toHaveText('Duplicate phone number. Returning to phone number list.');
      await expect(field).toBeFocused();
      await page.clock.runFor(4_900);
      await expect(field).toBeVisible();
      await page.clock.runFor(200);
      await expect(field).toHaveCount(0);
      await expect(add).toBeFocused();
      await page.clock.resume();

      // Opened by its address as well.
      await page.goto('about:blank');
      await page.goto('/#/my-account/profile?addPhoneNumber');
      await field.fill('3035550171');
      await pauseClock(page);
      await field.press('Enter');
      await expect(alert).toHaveText('Duplicate phone number. Returning to phone number list.');
      await page.clock.runFor(5_100);
      await expect(add).toBeFocused();
      await page.clock.resume();

      const remove = phones.getByRole('button', { name: 'Delete +1 (303) 555-0171' });
      await remove.click();
      const dialog = page.getByRole('dialog', { name: 'Delete this number?' });
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(remove).toBeFocused();
      await remove.click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(phones.getByText('555-0171')).toHaveCount(0);
      await expect(add).toBeFocused();
    },
  );

  test(
    '[PHONE-2] [T-14] each country has its mask, the caret stays where one types, and a number of another country never becomes one of this',
    LONG,
    async ({ page }) => {
      const field = page.getByLabel('Mobile number');
      const send = page.getByRole('button', { name: 'Send code' });
      await openSignedIn(page, 'au', { at: '/my-account/profile?addPhoneNumber' });
      await field.pressSequentially('491570157');
      await expect(field).toHaveValue('0491 570 157');
      await expect(send).toBeEnabled();
      await page.keyboard.press('Home');
      for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('8');
      await page.keyboard.press('9');
      await expect(field).toHaveValue('0491 897 015');
      await field.fill('0255501234');
      await expect(field).toHaveAccessibleDescription(/Enter an Australian mobile number, such as/);
      await expect(send).toBeDisabled();

      await openSignedIn(page, 'demo', { at: '/my-account/profile?addPhoneNumber' });
      const refusal = /Enter a US mobile number, such as \(303\)/;
      // Ten digits of a number of another country are a number of somebody else.
      await field.fill('+44 7911 123456');
      await expect(field).toHaveValue('');
      await expect(field).toHaveAccessibleDescription(refusal);
      await field.fill('9005550123');
      await expect(field).toHaveAccessibleDescription(refusal);
      await field.fill('');
      await field.pressSequentially('+61 491 570 158');
      await expect(field).toHaveValue('+61491570158');
      await expect(field).toHaveAccessibleDescription(refusal);
      await expect(send).toBeDisabled();
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

  test('[PHONE-6] a number that answered STOP is marked and explained', LONG, async ({ page }) => {
    await openSignedIn(page, 'es', { at: '/my-account/profile', language: 'en' });
    const entry = region(page, 'Phone numbers').getByRole('listitem');
    await expect(entry).toContainText('Opted out');
    await expect(entry).toContainText(
      'This number replied STOP and gets no text messages. To get them again, reply START to any text from us.',
    );
    await expect(entry.getByRole('button', { name: /^Verify/ })).toHaveCount(0);
    await goTo(page, '/my-account/preferences');
    await expect(
      page.getByText('Reply STOP to a text to end them all, and START to get them again.'),
    ).toBeVisible();
  });

  test.describe('the reminder on the dashboard', () => {
    test.use({ phoneReminder: true });

    test(
      '[PHONE-5] [UX-38] asks each person for an unverified number, once in three days, and the focus follows its steps',
      LONG,
      async ({ page }) => {
        await installClock(page);
        const session = await withOpenNumber(page, 'neighbour-34', '3035550173');
        await openSignedIn(page, 'neighbour-34', { session });
        const dialog = page.getByRole('dialog', { name: 'Verify your phone number' });
        await expect(dialog).toContainText('+1 (303) 555-0173');
        await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
        await expectAccessible(page, 'dialog[open]');
        await expect(dialog.getByRole('textbox')).toHaveCount(0);
        // Announced, because the region was there before its text.
        const status = dialog.getByRole('status');
        await status.evaluate((element) => element.setAttribute('data-first', 'yes'));
        await pauseClock(page);
        await dialog.getByRole('button', { name: 'Text me a code' }).click();
        await expect(status).toContainText('We sent a code to');
        await expect(status).toHaveAttribute('data-first', 'yes');
        await expect(dialog.getByLabel('6-digit code')).toBeFocused();
        await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled();
        const resend = dialog.getByRole('button', { name: 'Resend code' });
        await expect(resend).toBeDisabled();
        await page.clock.runFor(4_900);
        await expect(resend).toBeDisabled();
        await page.clock.runFor(200);
        await expect(resend).toBeEnabled();
        await page.clock.resume();
        await expectAccessible(page, 'dialog[open]');
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(page.getByRole('main')).toBeFocused();
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
          // Each visit has one dialog.
          await page.evaluate(() => {
            history.replaceState(null, '', '#/user-home');
            location.reload();
          });
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
        await expect(toasts(page)).toContainText('Incorrect code. Please try again.');
        await expect(dialog).toHaveCount(0);
        await page.evaluate(() => localStorage.removeItem('phoneReminderAt'));
        await page.reload();
        await dialog.getByRole('button', { name: 'Text me a code' }).click();
        await expect(toasts(page)).toContainText('Unable to Send Code');
        await expect(dialog).toHaveCount(0);
      },
    );

    test(
      '[UX-40] in Spanish no word of its buttons or of the notification table is broken on a phone, at 320 px too',
      LONG,
      async ({ page }) => {
        await page.setViewportSize({ width: 375, height: 667 });
        const session = await withOpenNumber(page, 'neighbour-35', '3035550174');
        await openSignedIn(page, 'neighbour-35', { language: 'es', session });
        const dialog = page.getByRole('dialog');
        await expect(dialog).toBeVisible();
        await expect.poll(() => brokenWords(dialog.locator('footer'))).toEqual([]);
        await dialog.getByRole('button', { name: 'Enviarme un código' }).click();
        await expect(dialog.getByRole('button', { name: 'Reenviar código' })).toBeVisible();
        await expect.poll(() => brokenWords(dialog.locator('footer'))).toEqual([]);
        await page.keyboard.press('Escape');
        await goTo(page, '/my-account/preferences');
        const table = page.getByRole('table');
        await expect(table).toBeVisible();
        await expect.poll(() => brokenWords(table)).toEqual([]);
        await page.setViewportSize({ width: 320, height: 667 });
        await expect.poll(() => brokenWords(table)).toEqual([]);
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
      },
    );
  });

  test(
    '[UX-5] on a phone the code’s error and buttons are above the bottom menu, and toasts cover neither Save nor them',
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 667 });
      await givePassword(page, 'neighbour-25');
      await openSignedIn(page, 'neighbour-25', { at: '/my-account/profile' });
      const save = page.getByRole('button', { name: 'Save' });
      await page.getByLabel('First name').fill('Ada');
      await save.click();
      await expect(page.getByText('Your profile was updated')).toBeVisible();
      await expect.poll(() => isUncovered(save)).toBe(true);
      const phones = region(page, 'Phone numbers');
      await phones.getByRole('button', { name: 'Add phone number' }).click();
      await phones.getByLabel('Mobile number').fill('3035550172');
      const send = phones.getByRole('button', { name: 'Send code' });
      await expect.poll(() => isUncovered(send)).toBe(true);
      await send.click();
      const code = phones.getByLabel('6-digit code');
      await expect(code).toBeFocused();
      await code.fill('000000');
      await expect(code).toHaveAccessibleDescription('Incorrect code. Please try again.');
      await expect(code).toBeFocused();
      for (const part of [
        phones.getByText('Incorrect code. Please try again.'),
        phones.getByRole('button', { name: 'Verify', exact: true }),
        phones.getByRole('button', { name: 'Resend code' }),
      ]) {
        await expect(part).toBeInViewport();
        await expect.poll(() => isUncovered(part)).toBe(true);
      }
    },
  );
});

test('[UX-3] axe finds nothing in the account area on a tablet, in Spanish', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await givePassword(page, 'neighbour-26');
  // With another sign-in in its list.
  await newSession(page, 'neighbour-26');
  const session = await newSession(page, 'neighbour-26');
  for (const tab of ['profile', 'household', 'security', 'preferences', 'settings']) {
    await openSignedIn(page, 'neighbour-26', { at: `/my-account/${tab}`, language: 'es', session });
    await expectAccessible(page);
  }
});
