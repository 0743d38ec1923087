import type { Page } from '@playwright/test';
import { pauseClock } from './clock.ts';

/** Answers the calls to an address with an error as the server would describe it. */
export const refuse = (page: Page, address: string | RegExp, status = 500, code = 'internal') =>
  page.route(address, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status, code, title: 'Refused by the test.' }),
    }),
  );

/** Lets the calls through and asks again by hand, with the clock stopped meanwhile so that no refresh comes first. */
export const mendAndRetry = async (page: Page, address: string): Promise<void> => {
  await pauseClock(page);
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.clock.resume();
};
