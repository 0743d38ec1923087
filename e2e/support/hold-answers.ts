import type { Page } from '@playwright/test';

/** Holds back what is asked for at an address until the returned function is called. */
export const holdAnswers = async (page: Page, address: string | RegExp): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};
