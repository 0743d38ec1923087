import { DAY } from '#domain/time.ts';
import type { RootDb } from '../db/connection.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { condenseDay, daysBefore, deleteOldHours, ensureDays } from '../stores/telemetry-days.ts';

/** How long what is kept. Single readings become means of hours before they go. */
export const KEPT = {
  readings: 45 * DAY,
  hours: 400 * DAY,
  rollUps: 800 * DAY,
  activity: 90 * DAY,
} as const;

/** Tables of days to come, so that midnight finds one. */
const AHEAD = 2 * DAY;

interface Means {
  readonly db: RootDb;
  readonly clock: Clock;
}

/** The tables for today and the next days. */
export const prepareDays = ({ db, clock }: Means): Promise<void> => {
  const now = clock.now().getTime();
  return ensureDays(db, [now, now + DAY, now + AHEAD]);
};

export const keepTelemetry = async (means: Means): Promise<void> => {
  const { db, clock } = means;
  await prepareDays(means);
  const now = clock.now();
  for (const day of await daysBefore(db, now.getTime() - KEPT.readings)) await condenseDay(db, day);
  await deleteOldHours(db, {
    hours: after(now, -KEPT.hours),
    rollUps: after(now, -KEPT.rollUps),
    activity: after(now, -KEPT.activity),
  });
};
