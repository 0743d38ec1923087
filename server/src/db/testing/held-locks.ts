import { sql } from 'kysely';
import { expect } from 'vitest';
import type { RootDb } from '../connection.ts';

/** Resolves when so many statements wait for a lock, or when one of those that run has ended. */
export const waitingForLocks = async (
  db: RootDb,
  count: number,
  running: readonly Promise<unknown>[],
): Promise<void> => {
  let isOver = false;
  for (const one of running) void one.then(() => (isOver = true));
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ readonly waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return isOver || (rows[0]?.waiting ?? 0) >= count;
      },
      { interval: 20, timeout: 2_500 },
    )
    .toBe(true);
};

/** Runs `work` while the statement's lock is held on a connection of its own. */
export const withLock = (db: RootDb, statement: string, work: () => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    await work();
  });
