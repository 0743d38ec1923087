import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';

/**
 * Forgets what a house was planned for, told and decided about events that have not begun and have sent nothing to its devices: the
 * household that moves in meets them as if nobody had lived there.
 */
export const forgetPlannedAhead = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ readonly dispatchId: string }>`
    select d.dispatch_id from house_dispatch d
    where d.provider_id = ${providerId} and d.house_id = ${houseId} and not exists (
      select from demand_event e
      where e.provider_id = d.provider_id and e.dispatch_id = d.dispatch_id and (
        e.start_time <= ${now.toISOString()} or exists (
          select from event_action a
          where a.provider_id = e.provider_id and a.event_id = e.id and a.house_id = d.house_id
            and a.command_id is not null)))`.execute(tx);
  const ids = rows.map(({ dispatchId }) => dispatchId);
  if (ids.length === 0) return;
  const ofEvents = sql`provider_id = ${providerId} and house_id = ${houseId} and event_id in (
    select id from demand_event where provider_id = ${providerId} and dispatch_id = any(${ids}::text[]))`;
  await sql`delete from event_participation where ${ofEvents}`.execute(tx);
  await sql`
    delete from event_notice where provider_id = ${providerId} and house_id = ${houseId}
      and dispatch_id = any(${ids}::text[])`.execute(tx);
  await sql`
    delete from house_dispatch where provider_id = ${providerId} and house_id = ${houseId}
      and dispatch_id = any(${ids}::text[])`.execute(tx);
};
