import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import { card, cards, dashboardOf, goTo, heading, newSession, openSignedIn } from '../support/signed-in.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' });
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' });

test('[UX-41] [PROF-1] [SHELL-3] unsaved names are asked about before another tab, Back, another home or the sign-out', async ({
  page,
}) => {
  await openSignedIn(page, 'demo', { session: await newSession(page, 'demo') });
  await goTo(page, '/my-account/profile');
  const name = page.getByLabel('First name');
  await name.fill('Robin');

  await page.getByRole('link', { name: 'Security' }).click();
  await expect(stay(page)).toBeFocused();
  await expectAccessible(page, 'dialog[open]');
  await stay(page).click();
  await expect(page).toHaveURL(/#\/my-account\/profile$/);
  await expect(name).toHaveValue('Robin');

  await page.goBack();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#\/my-account\/profile$/);
  await expect(name).toHaveValue('Robin');

  await page.getByRole('button', { name: /^Choose a home/ }).click();
  await page.getByRole('menuitemradio', { checked: false }).click();
  await stay(page).click();
  await expect(name).toHaveValue('Robin');

  await page.getByRole('button', { name: /account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(question(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await leave(page).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

test(
  '[UX-41] [PROF-1] [PHONE-1] leaving goes where the person wanted to, and what was typed is gone; giving up a number keeps the edited name',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo');
    await goTo(page, '/my-account/profile');
    await expect(heading(page)).toHaveText('My account');
    await page.getByLabel('First name').fill('Robin');
    await page.goBack();
    await leave(page).click();
    await expect(page).toHaveURL(/#\/user-home$/);
    await goTo(page, '/my-account/profile');
    await expect(page.getByLabel('First name')).not.toHaveValue('Robin');
    // Nothing is unsaved any more.
    await goTo(page, '/my-account/security');
    await expect(page.getByLabel('Old password')).toBeVisible();
    await expect(question(page)).toHaveCount(0);

    await goTo(page, '/my-account/profile?addPhoneNumber');
    const [name, number] = [page.getByLabel('First name'), page.locator('input[name=phone]')];
    await name.fill('Robin');
    await number.fill('303');
    await goTo(page, '/my-account/profile');
    await leave(page).click();
    await expect(number).toHaveCount(0);
    await expect(name).toHaveValue('Robin');
    await goTo(page, '/my-account/security');
    await stay(page).click();
    await expect(name).toHaveValue('Robin');
  },
);

test(
  '[UX-41] [PWD-2] [SET-1] the browser asks before a page with unsaved input is closed',
  LONG,
  async ({ page }) => {
    const browserDialogs: string[] = [];
    page.on('dialog', (dialog) => {
      browserDialogs.push(dialog.type());
      void dialog.accept();
    });
    const session = await newSession(page, 'demo');
    const { devices } = await dashboardOf(page, session);
    for (const [path, name] of [
      ['/my-account/security', 'newPassword'],
      ['/my-account/profile?addPhoneNumber', 'phone'],
      [`/device/${devices[0]?.id}/settings`, 'name'],
    ] as const) {
      await openSignedIn(page, 'demo', { at: path });
      await page.locator(`input[name=${name}]`).pressSequentially('3');
      await page.reload();
      await expect(heading(page)).toBeVisible();
    }
    expect(browserDialogs).toEqual(['beforeunload', 'beforeunload', 'beforeunload']);
    // The old password alone, which a password manager may have filled in.
    await openSignedIn(page, 'demo', { at: '/my-account/security' });
    await page.locator('input[name=oldPassword]').pressSequentially('3');
    await goTo(page, '/my-account/profile');
    await expect(page.getByLabel('First name')).toBeVisible();
    expect(browserDialogs).toHaveLength(3);
  },
);

test(
  '[UX-41] [SET-1] edited settings are kept on the tabs of the device, and asked about on each of them',
  LONG,
  async ({ page }) => {
    const { devices } = await dashboardOf(page, await newSession(page, 'demo'));
    const { id = '', name = '' } = devices.find(({ kind }) => kind === 'hwh') ?? {};
    await openSignedIn(page, 'demo', { at: `/device/${id}/settings` });
    const field = page.getByLabel('Device name', { exact: true });
    await field.press('Home');
    await field.pressSequentially('My ');
    await expect(field).toHaveValue(`My ${name}`);
    await field.fill('Cellar Tank');
    const tabs = page.getByRole('navigation', { name: 'Sections of this device' });
    await tabs.getByRole('link', { name: 'Status' }).click();
    await expect(page.getByRole('toolbar')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).click();
    await stay(page).click();
    await tabs.getByRole('link', { name: 'Settings' }).click();
    await expect(field).toHaveValue('Cellar Tank');
    await tabs.getByRole('link', { name: 'Status' }).click();
    await expect(page.getByRole('toolbar')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).click();
    await leave(page).click();
    await expect(page).toHaveURL(/#\/user-home$/);
    await goTo(page, `/device/${id}/settings`);
    await expect(field).toHaveValue(name ?? '');
    await expect(page.getByText('Nothing has been changed yet.')).toBeVisible();
    await goTo(page, '/user-home');
    await expect(cards(page).first()).toBeVisible();
  },
);

test(
  '[UX-41] [AUTH-10] the question ends with the session: nothing is asked after the next sign-in',
  LONG,
  async ({ page, context }) => {
    await openSignedIn(page, 'demo', {
      at: '/my-account/profile',
      session: await newSession(page, 'demo'),
    });
    await page.getByLabel('First name').fill('Robin');
    await page.getByRole('link', { name: 'Security' }).click();
    await expect(question(page)).toBeVisible();
    const tab = await context.newPage();
    await tab.goto('/#/logout');
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await signIn(page);
    await expect(cards(page).first()).toBeVisible();
    await expect(question(page)).toHaveCount(0);
  },
);

test(
  '[UX-41] [AUTH-9] [T-19] unsaved input does not hold up the reload after another tab signed in as somebody else',
  LONG,
  async ({ page, context }) => {
    const browserDialogs: string[] = [];
    page.on('dialog', (dialog) => {
      browserDialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await openSignedIn(page, 'demo', { at: '/my-account/profile' });
    await page.getByLabel('First name').pressSequentially('3');
    const tab = await context.newPage();
    const { token, user } = await newSession(page, 'makers');
    await tab.goto('/readyz');
    await tab.evaluate(
      ([newToken, userId, houseId]) => {
        localStorage.setItem('houseId', houseId);
        localStorage.setItem('token', newToken);
        localStorage.setItem('userId', userId);
      },
      [token, user.id, user.roles[0]?.houseId ?? ''] as const,
    );
    await expect(card(page, 'Reception')).toBeVisible();
    expect(browserDialogs).toEqual([]);
  },
);
