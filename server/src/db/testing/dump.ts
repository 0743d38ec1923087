import { sql } from 'kysely';
import type { RootDb } from '../connection.ts';
import { tables } from '../tables.ts';

const inSql = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every row of every table as text, or only those of one provider. */
export const dump = async (db: RootDb, providerId?: string): Promise<string> => {
  const selected = Object.entries(tables).filter(
    ([, columns]) => providerId === undefined || 'providerId' in columns,
  );
  const rowsOf = (table: string) => sql`
    select ${sql.lit(`${table} `)} || to_jsonb(one)::text as line from ${sql.table(inSql(table))} one
    ${providerId === undefined ? sql`` : sql`where provider_id = ${sql.lit(providerId)}`}
  `;
  const { rows } = await sql<{ line: string }>`${sql.join(
    selected.map(([table]) => rowsOf(table)),
    sql` union all `,
  )}`.execute(db);
  return rows
    .map(({ line }) => line)
    .toSorted()
    .join('\n');
};
