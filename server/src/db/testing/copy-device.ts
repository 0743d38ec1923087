import { sql } from 'kysely';
import type { Db } from '../connection.ts';

/** More devices of the same house, reporting and enrolled as one that it has, but not before now. */
export const copyDevice = async (
  db: Db,
  deviceId: string,
  copies: readonly string[],
  now: Date,
): Promise<void> => {
  for (const [table, column] of [
    ['device', 'id'],
    ['device_state', 'device_id'],
    ['enrolment', 'device_id'],
  ] as const) {
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(t, jsonb_build_object(${column}::text, ids.id))).*
      from ${sql.table(table)} t, unnest(${[...copies]}::text[]) as ids (id)
      where ${sql.ref(`t.${column}`)} = ${deviceId}`.execute(db);
  }
  await sql`update enrolment set changed_at = ${now.toISOString()} where device_id = any(${[...copies]}::text[])`.execute(
    db,
  );
};
