import type { Locator } from '@playwright/test';
import { TOTP } from 'otpauth';
import { readFile } from 'node:fs/promises';
import { installClock, pauseClock } from '../support/clock.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { codeIn, givePassword, lastTo } from '../support/outbox.ts';
import { withOpenNumber } from './phone-data.ts';
import { PASSWORD } from '../support/server.ts';
import { openSignedIn, goTo, heading, newSession, region } from '../support/signed-in.ts';

test(
  '[UX-38] [PHONE-1] [PHONE-4] the focus follows what is done with a phone number',
  LONG,
  async ({ page }) => {
    await installClock(page);
    await givePassword(page, 'neighbour-18');
    await openSignedIn(page, 'neighbour-18', { at: '/my-account/profile' });
    const phones = region(page, 'Phone numbers');
    const add = phones.getByRole('button', { name: 'Add phone number' });
    const field = phones.getByLabel('Mobile number');
    const send = phones.getByRole('button', { name: 'Send code' });
    await add.click();
    await expect(field).toBeFocused();

    // The browser cannot know every number that takes no texts: the words of the catalogue, then the reason.
    await field.fill('8765550123');
    await send.click();
    const alert = phones.getByRole('alert');
    await expect(alert).toContainText('There was an error. Please re-enter the phone number.');
    await expect(alert).toContainText('Enter a mobile number of the United States, such as (303) 555-0123.');
    await expect(field).toBeFocused();

    await field.fill('3035550171');
    await send.click();
    const code = phones.getByLabel('6-digit code');
    await expect(code).toBeFocused();
    await code.fill(codeIn(await lastTo(page, '+13035550171')));
    await expect(phones.getByRole('listitem')).toContainText('Verified');
    await expect(add).toBeFocused();

    await add.click();
    await field.fill('3035550171');
    // The form closes by itself after five seconds.
    await pauseClock(page);
    await send.click();
    await expect(alert).toHaveText('Duplicate phone number. Returning to phone number list.');
    await expect(field).toBeFocused();
    await page.clock.runFor(5_100);
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
  '[PHONE-2] the caret stays where one types, and what cannot be sent says why',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'au', { at: '/my-account/profile?addPhoneNumber' });
    const field = page.getByLabel('Mobile number');
    const send = page.getByRole('button', { name: 'Send code' });
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
    await expect(field).toHaveAccessibleDescription(/Enter a mobile number of Australia, such as/);
    await expect(send).toBeDisabled();
    await openSignedIn(page, 'demo', { at: '/my-account/profile?addPhoneNumber' });
    // Ten digits of a number of another country are a number of somebody else.
    await page.getByLabel('Mobile number').fill('+44 7911 123456');
    await expect(page.getByLabel('Mobile number')).toHaveValue('');
    await expect(page.getByLabel('Mobile number')).toHaveAccessibleDescription(
      /Enter a mobile number of the United States/,
    );
    await page.getByLabel('Mobile number').fill('9005550123');
    await expect(page.getByLabel('Mobile number')).toHaveAccessibleDescription(
      /Enter a mobile number of the United States/,
    );
    await expect(send).toBeDisabled();
  },
);

test.describe('the reminder', () => {
  test.use({ phoneReminder: true });

  test(
    '[UX-38] [PHONE-5] begins at "Not now" and focuses the code field after a code was sent',
    LONG,
    async ({ page }) => {
      const session = await withOpenNumber(page, 'neighbour-34', '3035550173');
      await openSignedIn(page, 'neighbour-34', { session });
      const dialog = page.getByRole('dialog', { name: 'Verify your phone number' });
      const code = dialog.getByLabel('6-digit code');
      await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
      // Announced, because the region was there before its text.
      const status = dialog.getByRole('status');
      await status.evaluate((element) => element.setAttribute('data-first', 'yes'));
      await dialog.getByRole('button', { name: 'Text me a code' }).click();
      await expect(status).toContainText('We sent a code to');
      await expect(status).toHaveAttribute('data-first', 'yes');
      await expect(code).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('main')).toBeFocused();
    },
  );
});

test('[UX-38] [NOTIF-2] a box keeps the focus while it is saved', LONG, async ({ page }) => {
  await givePassword(page, 'neighbour-19');
  await openSignedIn(page, 'neighbour-19', { at: '/my-account/preferences' });
  const { promise, resolve } = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/messageSettings/*', async (route) => {
    saves += 1;
    await promise;
    await route.continue();
  });
  const box = page.getByRole('checkbox', { name: 'Peak demand events by Text', exact: true });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await expect(box).toBeFocused();
  resolve();
  await expect(box).not.toHaveAttribute('aria-disabled');
  await expect(box).toBeFocused();
  expect(saves).toBe(1);
});

test(
  '[UX-38] [AUTH-2] the focus follows the steps of two-factor codes, and recovery codes are not lost by leaving',
  LONG,
  async ({ page }) => {
    await givePassword(page, 'neighbour-20');
    await openSignedIn(page, 'neighbour-20', { at: '/my-account/security' });
    const totp = region(page, 'Two-factor code');
    await totp.getByRole('button', { name: 'Turn on' }).click();
    await expect(totp.getByText('Scan this code')).toBeFocused();
    const secret = ((await totp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await totp.getByLabel('6-digit code').fill(new TOTP({ secret }).generate());
    const codes = totp.getByRole('list', { name: 'Keep these recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expect(totp.locator(':focus')).toContainText('Keep these recovery codes');
    const [first = ''] = await codes.allTextContents();

    const downloading = page.waitForEvent('download');
    await totp.getByRole('button', { name: 'Download codes' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    const file = await readFile((await download.path()) ?? '', 'utf8');
    expect(file).toContain(
      `Recovery codes for Sunvale Energy, neighbour-20@porchlight.example\r\n\r\n${first}\r\n`,
    );

    await goTo(page, '/user-home');
    await expect(heading(page)).toHaveText(/^Good/);
    await goTo(page, '/my-account/security');
    await expect(codes.first()).toHaveText(first);
    await totp.getByRole('button', { name: 'I have kept them' }).click();
    await expect(codes).toHaveCount(0);
    await expect(totp.getByText('Signing in asks for a code')).toBeFocused();

    await totp.getByRole('button', { name: 'Make new recovery codes' }).click();
    const renewing = page.getByRole('dialog', { name: 'Make new recovery codes' });
    await expect(renewing.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'dialog[open]');
    await renewing.getByRole('button', { name: 'Make new recovery codes' }).click();
    await expect(codes).toHaveCount(10);
    await expect(codes.filter({ hasText: first })).toHaveCount(0);
    // Those before tell that the password was set and that codes are on.
    const newest = async () => (await lastTo(page, 'neighbour-20@porchlight.example')).subject;
    await expect.poll(newest).toBe('You have new recovery codes');
    await totp.getByRole('button', { name: 'I have kept them' }).click();

    await totp.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn two-factor codes off?' });
    const password = dialog.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await password.fill('wrong');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('This is not your password. Please try again.');
    await expect(password).toBeFocused();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(totp.getByText('Protect your account')).toBeFocused();
  },
);

test(
  '[UX-38] [AUTH-9] sessions show when they began, and the focus stays in their list',
  LONG,
  async ({ page }) => {
    await givePassword(page, 'neighbour-21');
    for (let time = 0; time < 2; time += 1) await newSession(page, 'neighbour-21');
    await openSignedIn(page, 'neighbour-21', { at: '/my-account/security' });
    const list = region(page, 'Where you are signed in');
    await expect(list.getByText(/^Signed in \d+\s(s|min) ago · Last used \d+\s(s|min) ago$/)).toHaveCount(3);
    await list
      .getByRole('button', { name: /^Sign out / })
      .first()
      .click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('heading')).toBeFocused();
    await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('heading')).toBeFocused();
  },
);

test(
  '[PROF-1] [UX-38] a name with invisible characters is refused beside its field',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/my-account/profile' });
    const last = page.getByLabel('Last name');
    await last.fill('Rey\u202Ees');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(last).toHaveAccessibleDescription(/holds a character that cannot be seen/);
    await expect(last).toBeFocused();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  /** Words of which one part stands on another line than the rest. */
  const brokenWords = (within: Locator): Promise<string[]> =>
    within.evaluate((element) => {
      const broken: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const match of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          if (range.getClientRects().length > 1) broken.push(match[0]);
        }
      }
      return broken;
    });

  test(
    '[UX-40] no Spanish word of the notification table is clipped, at 320 px too',
    LONG,
    async ({ page }) => {
      await openSignedIn(page, 'demo', { at: '/my-account/preferences', language: 'es' });
      const table = page.getByRole('table');
      await expect(table).toBeVisible();
      await expect.poll(() => brokenWords(table)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 667 });
      await expect.poll(() => brokenWords(table)).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    },
  );

  test.describe('with the reminder', () => {
    test.use({ phoneReminder: true });

    test('[UX-40] no Spanish word of its buttons is clipped', LONG, async ({ page }) => {
      const session = await withOpenNumber(page, 'neighbour-35', '3035550174');
      await openSignedIn(page, 'neighbour-35', { language: 'es', session });
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await expect.poll(() => brokenWords(dialog.locator('footer'))).toEqual([]);
      await dialog.getByRole('button', { name: 'Enviarme un código' }).click();
      await expect(dialog.getByRole('button', { name: 'Reenviar código' })).toBeVisible();
      await expect.poll(() => brokenWords(dialog.locator('footer'))).toEqual([]);
    });
  });

  /** Whether nothing lies over the middle of it. */
  const isUncovered = (target: Locator): Promise<boolean> =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });

  test(
    '[UX-5] the code’s error and buttons are above the bottom menu, and toasts cover neither Save nor them',
    LONG,
    async ({ page }) => {
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
      for (const shown of [
        phones.getByText('Incorrect code. Please try again.'),
        phones.getByRole('button', { name: 'Verify', exact: true }),
        phones.getByRole('button', { name: 'Resend code' }),
      ]) {
        await expect(shown).toBeInViewport();
        await expect.poll(() => isUncovered(shown)).toBe(true);
      }
    },
  );
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  for (const language of ['en', 'es'] as const) {
    test(
      `[UX-3] axe finds nothing in the account area (768 px wide, ${language})`,
      LONG,
      async ({ page }) => {
        await givePassword(page, 'neighbour-26');
        await newSession(page, 'neighbour-26');
        const session = await newSession(page, 'neighbour-26');
        for (const tab of ['profile', 'security', 'preferences']) {
          await openSignedIn(page, 'neighbour-26', { at: `/my-account/${tab}`, language, session });
          await expectAccessible(page);
        }
      },
    );
  }
});
