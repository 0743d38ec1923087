import { DAY, HOUR, MINUTE } from '#domain/time.ts';
import { SESSION } from '../auth/rules.ts';
import type { RootDb } from '../db/connection.ts';
import { after, every } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteStaleBudgets } from '../stores/budget.ts';
import { deleteOld as deleteOldChallenges } from '../stores/challenge.ts';
import { deleteOld } from '../stores/idempotency.ts';
import { deleteExpiredSessions } from '../stores/session.ts';
import { applyRetention } from '../telemetry/retention.ts';
import type { OpenDatabase } from './database.ts';

const ROUND = 10 * MINUTE;

interface Means {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly snapshots: OpenDatabase['snapshots'];
  readonly onError: (error: unknown, what: string) => void;
}

/** What has to be done now and then; returns the function that ends it. */
export const startHousekeeping = ({ db, clock, snapshots, onError }: Means): (() => void) => {
  const tidy = async () => {
    const now = clock.now();
    await deleteExpiredSessions(db, now, after(now, -SESSION.idle));
    await deleteStaleBudgets(db, after(now, -DAY), now);
    await deleteOldChallenges(db, after(now, -HOUR));
    await deleteOld(db, after(now, -DAY));
    await applyRetention({ db, clock });
  };
  // By the age of the last one, so that a process that never runs for an hour leaves snapshots too. In the round after
  // this one it would be too old.
  const snapshot = async () => {
    const last = await snapshots?.lastSnapshotAt();
    if (!last || last < after(clock.now(), ROUND - HOUR)) await snapshots?.snapshot();
  };
  return every(ROUND, () => {
    tidy().catch((error: unknown) => onError(error, 'tidying'));
    snapshot().catch((error: unknown) => onError(error, 'snapshot'));
  });
};
