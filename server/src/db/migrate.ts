import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from './connection.ts';
import { migrations } from './migrations/index.ts';

/** Whether the database has these migrations and no others; false also where it has none, or cannot tell. */
const isUpToDate = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ readonly isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (!rows[0]?.isThere) return false;
  const done = await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(
    db,
  );
  return JSON.stringify(done.rows.map(({ name }) => name)) === JSON.stringify(Object.keys(migrations));
};

/** Brings the schema up to date; several nodes may call it at once. */
export const migrate = async (db: Db): Promise<void> => {
  // Looked at first: the migrator reads the whole catalogue before it finds that there is nothing to do.
  if (await isUpToDate(db)) return;
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, statements]) => [
            name,
            {
              up: async (tx: Db) => {
                // A change of a large table may take longer than any call.
                await sql`set local statement_timeout = 0`.execute(tx);
                for (const statement of statements) await sql.raw(statement).execute(tx);
              },
            },
          ]),
        ),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('a migration failed');
};

/** Changes whenever the schema does, so that a prepared template of another schema is never used. */
export const schemaFingerprint = (): string =>
  createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
