import { sql } from 'kysely';
import type { Db, RootDb } from '../../db/connection.ts';

/** Facts about the whole database, such as which demo data it holds. */
export const readFact = async (db: Db, key: string): Promise<string | null> => {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
};

export const writeFact = async (db: Db, key: string, value: string): Promise<void> => {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};

/** Keeps an existing value. */
export const writeFactOnce = async (db: Db, key: string, value: string): Promise<void> => {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const deleteFact = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('installation').where('key', '=', key).execute();
};

/**
 * Claims a piece of work that any node may do, at most once in `interval` ms over all nodes; false: it was claimed less long
 * ago. A claim that lies further ahead than one can be was made by a wrong clock, and does not count.
 */
export const claim = async (db: Db, work: string, now: Date, interval: number): Promise<boolean> => {
  const value = now.toISOString();
  const since = new Date(now.getTime() - interval).toISOString();
  const ahead = new Date(now.getTime() + interval).toISOString();
  const row = await db
    .insertInto('installation')
    .values({ key: `claimed ${work}`, value })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value })
        .where((column) =>
          column.or([column('installation.value', '<=', since), column('installation.value', '>', ahead)]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
};

/** True for a standby, and for a primary that was set so. */
export const isReadOnly = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ readOnly: string }>`
    select current_setting('transaction_read_only') as read_only`.execute(db);
  return rows[0]?.readOnly === 'on';
};

/** Writes a megabyte beside the tables and removes it; a smaller write could fit into pages that there are already. */
export const writeProbe = (db: RootDb): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`create temporary table write_probe (filler text) on commit drop`.execute(tx);
    await sql`
      insert into write_probe select repeat(md5(n::text), 32) from generate_series(1, 1024) n`.execute(tx);
  });

export const ping = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db);
};
