import { DAY } from '#domain/time.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock.ts';
import { condenseDay, unknownZones } from '../stores/condense-day.ts';
import { daysBefore, ensureDays } from '../stores/telemetry-days.ts';

/** How long rows are kept. Readings are averaged by the hour before they are deleted. */
export const RETENTION = {
  readings: 45 * DAY,
  hours: 400 * DAY,
  rollUps: 800 * DAY,
  quarters: 120 * DAY,
  weather: 800 * DAY,
  activity: 90 * DAY,
} as const;

/** Day tables are created ahead, so that there is one at midnight. */
const AHEAD = 2 * DAY;

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
}

/** The tables for today and the next days. */
export const prepareDays = ({ db, clock }: Deps): Promise<void> => {
  const now = clock.now().getTime();
  return ensureDays(db, [now, now + DAY, now + AHEAD]);
};

interface CondenseDeps extends Deps {
  readonly isStopped: () => boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/** Condenses the readings of old days to hourly rows. A day that fails is reported and leaves the others alone. */
export const condenseOldDays = async ({ db, clock, isStopped, onError }: CondenseDeps): Promise<void> => {
  const days = await daysBefore(db, clock.now().getTime() - RETENTION.readings);
  if (days.length === 0) return;
  const unknown = await unknownZones(db);
  if (unknown.length > 0) onError(new Error(`not a time zone: ${unknown.join(', ')}`), 'condensing in UTC');
  for (const day of days) {
    if (isStopped()) return;
    try {
      const progress = await condenseDay(db, day, { unknown, isStopped });
      if (progress === 'elsewhere') return;
    } catch (error) {
      onError(error, `condensing ${day.start}`);
    }
  }
};
