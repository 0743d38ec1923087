import { DAY, HOUR, MINUTE } from '#domain/time.ts';
import { SESSION } from '../auth/rules.ts';
import type { RootDb } from '../db/connection.ts';
import { after, every } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteStaleBudgets } from '../stores/budget.ts';
import { deleteOld as deleteOldChallenges } from '../stores/challenge.ts';
import { deleteOld as deleteOldIdempotencyKeys } from '../stores/idempotency.ts';
import { deleteExpiredSessions } from '../stores/session.ts';
import { applyRetention } from '../telemetry/retention.ts';
import type { OpenDatabase } from './database.ts';

const INTERVAL = 10 * MINUTE;

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly snapshots: OpenDatabase['snapshots'];
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * Takes a snapshot unless the last one will still be less than an hour old at the next call. Goes by its age and not by the
 * uptime, so that a process that never runs for an hour takes snapshots as well.
 */
export const takeSnapshotIfDue = async ({
  snapshots,
  clock,
}: Pick<Deps, 'snapshots' | 'clock'>): Promise<void> => {
  const last = await snapshots?.lastSnapshotAt();
  if (!last || last < after(clock.now(), INTERVAL - HOUR)) await snapshots?.snapshot();
};

/** Deletes expired rows and takes snapshots every ten minutes. Returns the function that stops it. */
export const startHousekeeping = ({ db, clock, snapshots, onError }: Deps): (() => void) => {
  const deleteExpired = async () => {
    const now = clock.now();
    await deleteExpiredSessions(db, now, after(now, -SESSION.idle));
    await deleteStaleBudgets(db, after(now, -DAY), now);
    await deleteOldChallenges(db, after(now, -HOUR));
    await deleteOldIdempotencyKeys(db, after(now, -DAY));
    await applyRetention({ db, clock });
  };
  return every(INTERVAL, () => {
    deleteExpired().catch((error: unknown) => onError(error, 'deleting expired rows'));
    takeSnapshotIfDue({ snapshots, clock }).catch((error: unknown) => onError(error, 'snapshot'));
  });
};
