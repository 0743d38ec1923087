import { sql } from 'kysely';
import type { RootDb } from '../connection.ts';

/** Whether a statement on this PostgreSQL database waits for a lock of another transaction. */
export const isWaitingForLock = async (db: RootDb): Promise<boolean> => {
  const { rows } = await sql<{ readonly isWaiting: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as is_waiting`.execute(db);
  return rows[0]?.isWaiting === true;
};
