import { sql } from 'kysely';
import type { RootDb } from '../connection.ts';

/** Deletes all rows but those of the migrations. */
export const emptyTables = (db: RootDb): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely_migration%'
    `.execute(transaction);
    // Without triggers: references to rows not yet deleted, and tables that can only be added to.
    await sql`set local session_replication_role = replica`.execute(transaction);
    const statements = rows.map(({ name }) => `delete from ${name};`).join(' ');
    await sql.raw(`do $$ begin ${statements} end $$`).execute(transaction);
  });
