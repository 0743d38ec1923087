import type { Page } from '@playwright/test';

/**
 * Gives the page a clock that the journey may move. The page sets its clock by the `Date` of every answer, and between two timers
 * of a jump answers come in: the server, whose clock has not jumped, would set it back. So `Date` is hidden from the page.
 */
export const installClock = async (page: Page, time?: Date): Promise<void> => {
  await page.clock.install(time ? { time } : {});
  await page.addInitScript(() => {
    const get = Object.getOwnPropertyDescriptor(Headers.prototype, 'get')?.value as (
      this: Headers,
      name: string,
    ) => string | null;
    Headers.prototype.get = function withoutDate(name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name);
    };
  });
};

/**
 * From here on time passes in the page only as the journey says, however busy the machine is. Needs `installClock`
 * before the page was opened.
 */
export const pauseClock = async (page: Page): Promise<void> => {
  const now = await page.evaluate(() => Date.now());
  // A clock cannot be stopped at a time that is over: it is held there first, however long the way to the page takes.
  await page.clock.setFixedTime(now);
  await page.clock.pauseAt(now);
  await page.clock.setSystemTime(now);
};
