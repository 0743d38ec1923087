import { DAY } from '#domain/time.ts';
import type { RootDb } from '../db/connection.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { downsampleDay, daysBefore, deleteExpired, ensureDays } from '../stores/telemetry-days.ts';

/** How long rows are kept. Readings are averaged by the hour before they are deleted. */
export const RETENTION = {
  readings: 45 * DAY,
  hours: 400 * DAY,
  rollUps: 800 * DAY,
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

/** Averages old days by the hour, and deletes what has expired. */
export const applyRetention = async (deps: Deps): Promise<void> => {
  const { db, clock } = deps;
  await prepareDays(deps);
  const now = clock.now();
  for (const day of await daysBefore(db, now.getTime() - RETENTION.readings)) await downsampleDay(db, day);
  await deleteExpired(db, {
    hours: after(now, -RETENTION.hours),
    rollUps: after(now, -RETENTION.rollUps),
    activity: after(now, -RETENTION.activity),
  });
};
