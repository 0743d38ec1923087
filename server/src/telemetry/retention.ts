import { DAY } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { claim } from '../stores/system/installation.ts';
import { condenseDay, unknownZones } from '../stores/telemetry/condense-day.ts';
import { daysBefore, ensureDays } from '../stores/telemetry/telemetry-days.ts';

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

/**
 * How much of its past a table may lose in a day unless the operator asks for more: when more is due, the server was off for
 * a while, or its clock is wrong.
 */
const MOST_AT_ONCE = 3 * DAY;

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
}

interface LimitDeps extends Deps {
  /** Removes all that is due, however much it is. */
  readonly catchUp?: boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * How much of an overdue past may be removed now, in ms: all of it up to three days; of more, three days once a day, which is
 * reported. null: nothing.
 */
export const allowedRemoval = async (
  { db, clock, catchUp = false, onError }: LimitDeps,
  what: string,
  overdue: number,
): Promise<number | null> => {
  if (catchUp || overdue <= MOST_AT_ONCE) return overdue;
  if (!(await claim(db, `catching up with ${what}`, clock.now(), DAY))) return null;
  const days = Math.floor(overdue / DAY);
  onError(
    new Error(
      `${days} days are due at once, of which the oldest three are removed today; RETENTION_CATCH_UP=true removes all of them`,
    ),
    what,
  );
  return MOST_AT_ONCE;
};

/** The tables for today and the next days. */
export const prepareDays = ({ db, clock }: Deps): Promise<void> => {
  const now = clock.now().getTime();
  return ensureDays(db, [now, now + DAY, now + AHEAD]);
};

interface CondenseDeps extends LimitDeps {
  readonly isStopped: () => boolean;
}

/** Condenses the readings of old days to hourly rows. A day that fails is reported and leaves the others alone. */
export const condenseOldDays = async (deps: CondenseDeps): Promise<void> => {
  const { db, clock, isStopped, onError } = deps;
  const due = await daysBefore(db, clock.now().getTime() - RETENTION.readings);
  if (due.length === 0) return;
  const allowed = await allowedRemoval(deps, 'condensing days', due.length * DAY);
  const days = due.slice(0, Math.floor((allowed ?? 0) / DAY));
  if (days.length === 0) return;
  const unknown = await unknownZones(db);
  if (unknown.length > 0) onError(new Error(`not a time zone: ${unknown.join(', ')}`), 'condensing in UTC');
  for (const day of days) {
    if (isStopped()) return;
    try {
      const progress = await condenseDay(db, day, { unknown, isStopped });
      if (progress === 'locked-by-other-node') return;
    } catch (error) {
      onError(error, `condensing ${day.start}`);
    }
  }
};
