import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Database } from '../db/tables.ts';

export type NewRow<T extends keyof Database> = Insertable<Database[T]>;

/** PostgreSQL accepts 65,535 parameters per statement; the widest table has some fifteen columns. */
const ROWS_AT_ONCE = 200;

export const insertRows = async <T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto(table)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
};

const SEEDING = 'porchlight demo data';

/** Only one node seeds at a time. Waiting for the lock is exempt from the statement timeout. */
export const lockSeeding = async (tx: Db): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext(${SEEDING}))`.execute(tx);
};
