import { sql } from 'kysely';
import type { RootDb } from '../connection.ts';

/** Further versions of the provider's programs, with the same rules for water heaters. Once more changes nothing. */
export const copyProgramsForWater = async (
  db: RootDb,
  providerId: string,
  version: number,
): Promise<void> => {
  await sql`
    insert into program_version
    select changed.* from program_version v, jsonb_populate_record(v, jsonb_build_object(
      'version', ${version}::int, 'rules', jsonb_set(v.rules, '{kinds}', '["hwh"]'))) as changed
    where v.provider_id = ${providerId} and v.version = 1
    on conflict do nothing`.execute(db);
};
