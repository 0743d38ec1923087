import { DAY } from '#domain/time/durations.ts';
import { now } from '#web/lib/browser/clock.ts';
import { store, stored } from '#web/lib/browser/storage.ts';

const AT_MOST_EVERY = 3 * DAY;

/** Whether a person was not reminded of an unverified number, in this browser, for three days. */
export const isReminderDue = (userId: string): boolean =>
  now().getTime() - (stored('phoneReminderAt')?.[userId] ?? 0) >= AT_MOST_EVERY;

export const noteReminder = (userId: string): void =>
  store('phoneReminderAt', { ...stored('phoneReminderAt'), [userId]: now().getTime() });
