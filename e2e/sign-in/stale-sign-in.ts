import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/server.ts';

/** Refuses the next call to `url`, or the next one with the given method, as the server does when the sign-in was long ago. */
export const refuseOnceAsStale = async (page: Page, url: string, method: string | null = null) => {
  let isRefused = false;
  await page.route(url, (route) => {
    if (isRefused || (method !== null && route.request().method() !== method)) return route.fallback();
    isRefused = true;
    return route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: '{"code":"confirm_identity"}',
    });
  });
};

/** Answers the dialog that such a refusal opens. */
export const confirmWithPassword = async (page: Page, password: string = PASSWORD) => {
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirmation.getByLabel('Password', { exact: true }).fill(password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
};
