import type { Page } from '@playwright/test';

/** ms that a busy machine may need from one call to the next; the page's clock goes forward by them. */
const MARGIN = 5_000;

/**
 * From here on time passes in the page only as the journey says, however busy the machine is. Needs `page.clock.install()`
 * before the page was opened.
 */
export const pauseClock = async (page: Page): Promise<void> => {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MARGIN);
};
