import { sql } from 'kysely';
import type { HomeRef, HomeToTell } from '#domain/events/engine/rows.ts';
import type { Db } from '../../db/connection.ts';
import { isoOrNull } from '../sql/iso.ts';
import { plannedEachTime } from '../../db/planned-each-time.ts';

const refsOf = (refs: readonly HomeRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ dispatchId }) => dispatchId)}::text[]) as r (provider_id, house_id, dispatch_id)`;

/** In the order of their keys, as everybody does who writes several. */
export const hastenHomes = async (tx: Db, refs: readonly HomeRef[], at: number): Promise<void> => {
  if (refs.length === 0) return;
  await sql`
    insert into house_dispatch (provider_id, house_id, dispatch_id, due_at)
    select distinct r.provider_id, r.house_id, r.dispatch_id, ${new Date(at).toISOString()}::timestamptz from ${refsOf(refs)}
    order by 1, 2, 3
    on conflict (provider_id, house_id, dispatch_id) do update set due_at = excluded.due_at
    where house_dispatch.due_at is null or house_dispatch.due_at > excluded.due_at`.execute(tx);
};

/** A page of all homes of a dispatch after a house, of those with something to tell later; the last house of a full page. */
export const hastenHomesAfter = async (
  tx: Db,
  { providerId, dispatchId }: Omit<HomeRef, 'houseId'>,
  after: string,
  limit: number,
  now: number,
): Promise<string | null> => {
  const at = new Date(now).toISOString();
  // Joined by the whole key of the page, of which the planner knows no value: it takes a dispatch that it has not heard of for empty.
  const { rows } = await sql<{ readonly houseId: string }>`${plannedEachTime}
    with page as materialized (
      select provider_id, house_id, dispatch_id from house_dispatch
      where provider_id = ${providerId} and dispatch_id = ${dispatchId} and house_id > ${after}
      order by house_id limit ${limit}
    ), later as materialized (
      select h.provider_id, h.house_id, h.dispatch_id from page
      join house_dispatch h using (provider_id, house_id, dispatch_id)
      where h.due_at > ${at}
      order by h.house_id
      for no key update of h
    ), hastened as (
      update house_dispatch h set due_at = ${at}
      from later l
      where h.provider_id = l.provider_id and h.house_id = l.house_id and h.dispatch_id = l.dispatch_id
    )
    select house_id from page order by house_id`.execute(tx);
  return rows.length < limit ? null : (rows.at(-1)?.houseId ?? null);
};

/** Pages that other transactions may have claimed before this one. */
const CLAIMED_PAGES = 10;

/**
 * By advisory locks, so that people can leave meanwhile; read again after that, because who had a claim before may have told the
 * home since the claiming statement began.
 */
export const claimDueHomes = async (tx: Db, now: number, limit: number): Promise<HomeRef[]> => {
  const at = new Date(now).toISOString();
  const { rows: claimed } = await sql<HomeRef>`
    select c.provider_id, c.house_id, c.dispatch_id
    from (
      select provider_id, house_id, dispatch_id from house_dispatch
      where due_at <= ${at} order by due_at limit ${limit * CLAIMED_PAGES}
    ) c
    where pg_try_advisory_xact_lock(
      hashtextextended('notices of home ' || c.provider_id || ' ' || c.house_id || ' ' || c.dispatch_id, 0))
    limit ${limit}`.execute(tx);
  if (claimed.length === 0) return [];
  const { rows } = await sql<HomeRef>`
    select h.provider_id, h.house_id, h.dispatch_id
    from ${refsOf(claimed)}
    join house_dispatch h using (provider_id, house_id, dispatch_id)
    where h.due_at <= ${at}
    order by h.due_at, 1, 2, 3`.execute(tx);
  return rows;
};

/** What was written to the homes of their dispatches, and what their devices do there. */
export const homesToTell = async (db: Db, refs: readonly HomeRef[]): Promise<HomeToTell[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<HomeToTell>`${plannedEachTime}
    select r.provider_id, r.house_id, r.dispatch_id,
      coalesce((
        select json_agg(n.notice order by n.notice) from event_notice n
        where n.provider_id = r.provider_id and n.dispatch_id = r.dispatch_id and n.house_id = r.house_id
      ), '[]'::json) as written,
      coalesce((
        select json_agg(json_build_object(
          'eventId', p.event_id, 'deviceId', p.device_id, 'isExcluded', p.excluded,
          'isOptedOut', p.opt_out_at is not null, 'planRevision', p.plan_revision) order by p.event_id, p.device_id)
        from demand_event e
        cross join lateral (
          select * from event_participation
          where provider_id = e.provider_id and event_id = e.id and house_id = r.house_id
          offset 0
        ) p
        where e.provider_id = r.provider_id and e.dispatch_id = r.dispatch_id
      ), '[]'::json) as devices
    from ${refsOf(refs)}`.execute(db);
  return rows;
};

export interface HomeDue extends HomeRef {
  readonly dueAt: number | null;
  readonly toldAt: number | null;
}

/** When they were told first stays. */
export const setHomesDue = async (tx: Db, homes: readonly HomeDue[]): Promise<void> => {
  if (homes.length === 0) return;
  await sql`
    update house_dispatch h set due_at = n.due_at, told_at = coalesce(h.told_at, n.told_at)
    from unnest(
      ${homes.map(({ providerId }) => providerId)}::text[],
      ${homes.map(({ houseId }) => houseId)}::text[],
      ${homes.map(({ dispatchId }) => dispatchId)}::text[],
      ${homes.map(({ dueAt }) => isoOrNull(dueAt))}::timestamptz[],
      ${homes.map(({ toldAt }) => isoOrNull(toldAt))}::timestamptz[]
    ) as n (provider_id, house_id, dispatch_id, due_at, told_at)
    where h.provider_id = n.provider_id and h.house_id = n.house_id and h.dispatch_id = n.dispatch_id`.execute(
    tx,
  );
};
