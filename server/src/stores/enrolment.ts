import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

/**
 * Enrols every device whose house takes part in a program and whose kind the program's newest version names, in the group of
 * its postal code. What is enrolled already stays as it is.
 */
export const enrolDevices = async (db: Db, since: Date): Promise<void> => {
  await sql`
    insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since)
    select d.provider_id, d.house_id, d.id, p.program_id, coalesce(h.zipcode, 'none'), ${since.toISOString()}
    from device d
    join house h on h.provider_id = d.provider_id and h.id = d.house_id
    join program_participant p on p.provider_id = d.provider_id and p.house_id = d.house_id
    join lateral (
      select rules from program_version v
      where v.provider_id = p.provider_id and v.program_id = p.program_id
      order by version desc limit 1
    ) v on v.rules -> 'kinds' @> to_jsonb(d.kind)
    on conflict do nothing`.execute(db);
};
