import { sql } from 'kysely';
import type { RootDb } from '../connection.ts';
import { tables } from '../tables.ts';

/** As they are found: an older release has fewer, and the job queue brings its own. */
export const tablesIn = async (db: RootDb): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  return rows.map(({ name }) => name);
};

/** Those with rows of their own: a partitioned table has only those of its partitions. */
const tablesWithRows = async (db: RootDb): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`.execute(db);
  return rows.map(({ name }) => name);
};

/** Reads every table once; a damaged file shows here and not in the middle of a request. */
export const selfCheck = async (db: RootDb, mark: string | null): Promise<void> => {
  if (mark !== null) {
    // Opening ends with a checkpoint exactly where the log that was found ended.
    const { rows } = await sql<{ reached: boolean }>`
      select checkpoint_lsn >= ${mark}::pg_lsn as reached from pg_control_checkpoint()`.execute(db);
    if (!rows[0]?.reached) throw new Error('its log ends before what was written last');
  }
  // In one statement, which takes half as long as one for each of them.
  const counts = (await tablesWithRows(db)).map((table) => sql`(select count(*) from ${sql.table(table)})`);
  if (counts.length > 0) await sql`select ${sql.join(counts, sql` + `)}`.execute(db);
};

/** A copy must have every table of this release, too. */
export const checkCopy = async (db: RootDb): Promise<void> => {
  await selfCheck(db, null);
  for (const table of Object.keys(tables)) await sql`select from ${sql.table(table)} limit 1`.execute(db);
};
