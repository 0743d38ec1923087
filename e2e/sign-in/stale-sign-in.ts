import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/server.ts';

/** Refuses the next call to `url` as the server does when the sign-in was long ago. */
export const refuseOnceAsStale = (page: Page, url: string) =>
  page.route(
    url,
    (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: '{"code":"confirm_identity"}',
      }),
    { times: 1 },
  );

/** Answers the dialog that such a refusal opens. */
export const confirmWithPassword = async (page: Page, password: string = PASSWORD) => {
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirmation.getByLabel('Password', { exact: true }).fill(password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
};
