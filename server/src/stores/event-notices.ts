import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { StoredEvent } from './events.ts';

/** Homes with a device in the event that have not been told yet; `notice` is the name that `noticeName` gives. */
export const housesWithoutNotice = async (
  db: Db,
  { providerId, id, dispatchId }: StoredEvent,
  notice: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly houseId: string }>`
    select distinct p.house_id from event_participation p
    where p.provider_id = ${providerId} and p.event_id = ${id} and not p.excluded
      and not exists (
        select from event_notice n
        where n.provider_id = p.provider_id and n.dispatch_id = ${dispatchId} and n.house_id = p.house_id
          and n.notice = ${notice}
      )
    order by p.house_id limit ${limit}`.execute(db);
  return rows.map(({ houseId }) => houseId);
};
