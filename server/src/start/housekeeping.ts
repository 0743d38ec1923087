import { SESSION } from '../auth/rules.ts';
import type { RootDb } from '../db/connection.ts';
import { DAY, HOUR, after, every } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteStaleBudgets } from '../stores/budget.ts';
import { deleteExpiredSessions } from '../stores/session.ts';

interface Means {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly snapshot: (() => Promise<string>) | null;
  readonly onError: (error: unknown, what: string) => void;
}

/** What has to be done now and then; returns the function that ends it. */
export const keepHouse = ({ db, clock, snapshot, onError }: Means): (() => void) => {
  const tidy = async () => {
    const now = clock.now();
    await deleteExpiredSessions(db, now, after(now, -SESSION.idle));
    await deleteStaleBudgets(db, after(now, -DAY), now);
  };
  return every(HOUR, () => {
    tidy().catch((error: unknown) => onError(error, 'tidying'));
    snapshot?.().catch((error: unknown) => onError(error, 'snapshot'));
  });
};
