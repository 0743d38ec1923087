import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from './fixtures.ts';
import { dashboardOf, goTo, heading, newSession, openSignedIn } from './signed-in.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' });
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' });

test('[PROF-1] [SHELL-3] unsaved names are asked about before another tab, Back, another home or the sign-out', async ({
  page,
}) => {
  await openSignedIn(page, 'demo', { session: await newSession(page, 'demo') });
  await goTo(page, '/my-account/profile');
  const name = page.getByLabel('First name');
  await name.fill('Robin');

  await page.getByRole('link', { name: 'Security' }).click();
  await expectAccessible(page, 'dialog[open]');
  await expect(stay(page)).toBeFocused();
  await stay(page).click();
  await expect(page).toHaveURL(/#\/my-account\/profile$/);
  await expect(name).toHaveValue('Robin');

  await page.goBack();
  await page.keyboard.press('Escape');
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
  '[PROF-1] leaving goes where the person wanted to, and what was typed is gone',
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
  },
);

test(
  '[PWD-2] [SET-1] the browser asks before a page with unsaved input is closed',
  LONG,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    const session = await newSession(page, 'demo');
    const { devices } = await dashboardOf(page, session);
    for (const [path, name] of [
      ['/my-account/security', 'oldPassword'],
      ['/my-account/profile?addPhoneNumber', 'phone'],
      [`/device/${devices[0]?.id}/settings`, 'name'],
    ] as const) {
      await openSignedIn(page, 'demo', { at: path });
      await page.locator(`input[name=${name}]`).pressSequentially('3');
      await page.reload();
      await expect(heading(page)).toBeVisible();
    }
    expect(asked).toEqual(['beforeunload', 'beforeunload', 'beforeunload']);
  },
);
