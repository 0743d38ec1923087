import type { Insertable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Database } from '../db/tables.ts';

export type NewRow<T extends keyof Database> = Insertable<Database[T]>;

/** A statement may carry 65,535 values; the widest table has some fifteen columns. */
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
