import type { Page } from '@playwright/test';
import { LONG, expect, test } from '../support/fixtures.ts';
import { lastTo, pinIn } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import { heading } from '../support/signed-in.ts';
import { emailField, passwordField, signInButton } from './sign-in-form.ts';

const expectForm = async (page: Page, address: string) => {
  await expect(heading(page)).toHaveText('Welcome home');
  await expect(emailField(page)).toHaveValue(address);
};

test(
  '[AUTH-3] [UX-38] Back leads from the PIN to the form with its e-mail, Forward to the PIN again, which a reload keeps',
  LONG,
  async ({ page }) => {
    const address = 'neighbour-21@porchlight.example';
    await page.goto('/#/logon?return=%2Fmy-account%2Fsecurity');
    await emailField(page).fill(address);
    await page.getByRole('button', { name: /^Send me a 5-digit PIN$/ }).click();
    const pin = page.getByLabel('PIN from the email');
    await expect(pin).toBeFocused();
    await page.goBack();
    await expectForm(page, address);
    await expect(page).toHaveURL(/#\/logon\?return=%2Fmy-account%2Fsecurity$/);
    await page.goForward();
    await expect(pin).toBeVisible();
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expectForm(page, address);
    await page.reload();
    await expect(heading(page)).toHaveText('Welcome home');
    // A tab that was discarded and reloaded still waits for the PIN.
    await emailField(page).fill(address);
    await page.getByRole('button', { name: /^Send me a 5-digit PIN$/ }).click();
    await expect(pin).toBeVisible();
    await page.reload();
    await pin.fill(pinIn(await lastTo(page, address, 1)));
    await expect(page).toHaveURL(/#\/(user-home|my-account\/security)$/);
  },
);

test(
  '[AUTH-2] [UX-38] Back and "Back to sign-in" lead from /totp to the form with its e-mail',
  LONG,
  async ({ page }) => {
    const address = 'totp@porchlight.example';
    await page.goto('/#/logon');
    const toSecondFactor = async () => {
      await passwordField(page).fill(PASSWORD);
      await signInButton(page).click();
      await expect(page.getByLabel('6-digit code')).toBeFocused();
    };
    await emailField(page).fill(address);
    await toSecondFactor();
    await page.goBack();
    await expectForm(page, address);
    await toSecondFactor();
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expectForm(page, address);
  },
);

test(
  '[AUTH-5] [AUTH-8] a reset link that cannot be used says so before a password is typed',
  LONG,
  async ({ page }) => {
    await page.goto('/#/logon/password-reset?token=used-long-ago');
    await expect(page).toHaveURL(/#\/logon\/error\?code=reset_expired$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This password link no longer works');
    await expect(page.getByRole('alert')).toContainText('choose “Forgot password?”');
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  },
);
