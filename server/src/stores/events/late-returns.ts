import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { refsOf } from './participations.ts';
import type { ParticipationRef } from './participations.ts';

/** Far more than a household leaves and joins an event. */
const MOST_ROUNDS = 100;

/**
 * Notes that somebody was told of late returns; gives those that nobody had been told of. `limit` makes each a look-up by its key: in
 * a plain join the planner, to which returns are rare until it has seen those of this event, compares all with all.
 */
export const markAlarmed = async (
  tx: Db,
  late: readonly ParticipationRef[],
  now: Date,
): Promise<ParticipationRef[]> => {
  if (late.length === 0) return [];
  const { rows } = await sql<ParticipationRef>`
    with untold as materialized (
      select o.* from ${refsOf(late)} as r (provider_id, event_id, house_id, device_id)
      cross join lateral (
        select provider_id, event_id, house_id, device_id, round, phase from event_action
        where provider_id = r.provider_id and event_id = r.event_id and house_id = r.house_id and device_id = r.device_id
          and phase = 'after' and state <> 'confirmed' and alarmed_at is null
        limit ${MOST_ROUNDS}
      ) o
    )
    update event_action a set alarmed_at = ${now.toISOString()}
    from untold u
    where a.provider_id = u.provider_id and a.event_id = u.event_id and a.house_id = u.house_id
      and a.device_id = u.device_id and a.round = u.round and a.phase = u.phase
    returning a.provider_id, a.event_id, a.house_id, a.device_id`.execute(tx);
  return [...new Map(rows.map((row) => [`${row.eventId}/${row.houseId}/${row.deviceId}`, row])).values()];
};
