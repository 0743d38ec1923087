import type { Page } from '@playwright/test';
import { PASSWORD } from '../../../e2e/support/server.ts';
import type { Screen } from './screen.ts';

/** A sign-in by mail, for an address without an account. */
const requestByMail = (way: number) => async (page: Page) => {
  await page.locator('input[name=email]').fill('maya@porchlight.example');
  await page.locator('main > div > button').nth(way).click();
  await page.locator('input[name=pin]').waitFor();
};

/** A sign-in by password that is refused. */
const submitSignIn = (who: string, password: string) => async (page: Page) => {
  await page.locator('input[name=email]').fill(`${who}@porchlight.example`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('alert').waitFor();
};

export const SIGN_IN_SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/logon', who: null },
  {
    name: 'sign-in-failed',
    path: '/logon',
    who: null,
    prepare: submitSignIn('nobody', 'wrong'),
  },
  { name: 'sign-in-pin', path: '/logon', who: null, prepare: requestByMail(1) },
  { name: 'sign-in-link', path: '/logon', who: null, prepare: requestByMail(0) },
  {
    name: 'sign-in-totp',
    path: '/logon',
    who: null,
    prepare: async (page) => {
      await page.locator('input[name=email]').fill('totp@porchlight.example');
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('form button[type=submit]').click();
      await page.locator('input[name=totp]').waitFor();
    },
  },
  {
    name: 'sign-in-elsewhere',
    path: '/auth?token=dummy&pin=40718',
    who: null,
    answer: (page) => page.route('**/auth/magic-link/check**', (route) => route.fulfill({ status: 204 })),
  },
  { name: 'sign-in-reset', path: '/logon/password-reset?token=dummy', who: null },
  {
    name: 'sign-in-new-password',
    path: '/logon/password-reset?token=dummy',
    who: null,
    answer: (page) => page.route('**/auth/password-reset/check?*', (route) => route.fulfill({ status: 204 })),
    prepare: async (page) => {
      await page.locator('input[type=password]').first().fill('Porchlight');
    },
  },
  {
    name: 'sign-in-inactive',
    path: '/logon',
    who: null,
    prepare: submitSignIn('inactive', PASSWORD),
  },
  { name: 'sign-in-error', path: '/logon/error?code=link_expired', who: null },
  { name: 'sign-in-locked', path: '/logon/error?code=locked_out', who: null },
  { name: 'sign-in-unreached', path: '/logon?reason=unreached', who: null },
  { name: 'sign-in-success', path: '/logon/success?what=password', who: null },
  {
    name: 'sign-in-connect',
    path: '/logon',
    who: null,
    answer: (page) =>
      page.addInitScript(() =>
        sessionStorage.setItem(
          'unlinkedSignOn',
          JSON.stringify({ challenge: 'dummy', email: 'maya@porchlight.example' }),
        ),
      ),
  },
  { name: 'sign-in-harbour', path: '/logon', who: null, pid: 'harbour' },
  { name: 'sign-in-maple', path: '/logon', who: null, pid: 'maple' },
];
