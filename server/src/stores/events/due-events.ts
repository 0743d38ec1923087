import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { EngineEvent, EventRef, Joining, Walk } from '#domain/events/engine/rows.ts';
import type { Db } from '../../db/connection.ts';
import { isoOrNull } from '../sql/iso.ts';
import { findEvents } from './events.ts';
import type { StoredEvent } from './events.ts';

/** More than transactions can have claimed at a time. */
const CANDIDATES = 100;

/**
 * Claims the first of the events of an ordered query that nobody has claimed: by an advisory lock, so that rows stay free. Tried one by
 * one in the order of the query, which `limit` keeps the planner from filtering before it sorts.
 */
const claimFirst = async (tx: Db, kind: string, ordered: RawBuilder<unknown>): Promise<EventRef[]> => {
  const { rows } = await sql<EventRef>`
    select c.provider_id, c.event_id
    from (${ordered} limit ${sql.lit(CANDIDATES)}) c (provider_id, event_id)
    where pg_try_advisory_xact_lock(hashtextextended(${sql.lit(kind)} || ' ' || c.provider_id || ' ' || c.event_id, 0))
    limit 1`.execute(tx);
  return rows;
};

/** Reads again what was claimed: who had the claim before may have done all that was due since the claiming statement began. */
const claim = async (
  tx: Db,
  kind: string,
  ordered: RawBuilder<unknown>,
  isStillDue: (event: StoredEvent) => boolean,
): Promise<StoredEvent | null> => {
  for (;;) {
    const [event] = await findEvents(tx, await claimFirst(tx, kind, ordered));
    if (!event) return null;
    if (isStillDue(event)) return event;
  }
};

/** The event that has been due longest. */
export const claimDueEvent = (tx: Db, now: number): Promise<StoredEvent | null> =>
  claim(
    tx,
    'transitions of event',
    sql`select provider_id, id from demand_event where due_at <= ${new Date(now).toISOString()} order by due_at`,
    ({ dueAt }) => dueAt !== null && dueAt <= now,
  );

/** Of an event whose walk is not postponed. */
export const isWalking = (now: number) =>
  sql`walk_pass is not null and coalesce(walk_postponed_until <= ${new Date(now).toISOString()}, true)`;

/** Events in their first pass come first: their devices wait. */
export const claimWalk = (tx: Db, now: number): Promise<StoredEvent | null> =>
  claim(
    tx,
    'walk of event',
    sql`select provider_id, id from demand_event where ${isWalking(now)} order by walk_pass, provider_id, id`,
    ({ walk }) => walk !== null,
  );

const keysOf = (refs: readonly EventRef[]) => sql`
  select * from unnest(${refs.map(({ providerId }) => providerId)}::text[], ${refs.map(({ eventId }) => eventId)}::text[])`;

/** Changes event rows in the order of their keys, as everybody does who changes several. */
export const updateEvents = async (
  tx: Db,
  refs: readonly EventRef[],
  which: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): Promise<EventRef[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<EventRef>`
    with locked as (
      select provider_id, id from demand_event
      where (provider_id, id) in (${keysOf(refs)})
      order by provider_id, id
      for no key update
    )
    update demand_event e set ${change}
    from locked l
    where e.provider_id = l.provider_id and e.id = l.id and ${which}
    returning e.provider_id, e.id as event_id`.execute(tx);
  return rows;
};

export const setEventDue = async (tx: Db, refs: readonly EventRef[], dueAt: number | null): Promise<void> => {
  await updateEvents(tx, refs, sql`true`, sql`due_at = ${isoOrNull(dueAt)}::timestamptz`);
};

/** Those that are due later or never. */
export const hastenEvents = (tx: Db, refs: readonly EventRef[], now: number): Promise<EventRef[]> => {
  const at = new Date(now).toISOString();
  return updateEvents(tx, refs, sql`(e.due_at is null or e.due_at > ${at})`, sql`due_at = ${at}`);
};

export const setJoining = async (
  tx: Db,
  { providerId, eventId }: EventRef,
  { phase, after, since }: Joining,
  dueAt: number,
): Promise<void> => {
  await tx
    .updateTable('demandEvent')
    .set({
      joinPhase: phase,
      joinHouse: after.houseId,
      joinDevice: after.deviceId,
      joinSince: since === null ? null : new Date(since),
      dueAt: new Date(dueAt),
    })
    .where('providerId', '=', providerId)
    .where('id', '=', eventId)
    .execute();
};

/** Unless another walk has begun since the event was read. */
export const setWalk = async (
  tx: Db,
  { providerId, id, revision }: EngineEvent,
  walk: Walk | null,
): Promise<void> => {
  await tx
    .updateTable('demandEvent')
    .set({
      walkPass: walk?.pass ?? null,
      walkHouse: walk?.after.houseId ?? '',
      walkDevice: walk?.after.deviceId ?? '',
      walkPostponedUntil: null,
    })
    .where('providerId', '=', providerId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute();
};

export const postponeWalk = async (
  tx: Db,
  { providerId, id, revision }: EngineEvent,
  until: number,
): Promise<void> => {
  await tx
    .updateTable('demandEvent')
    .set({ walkPostponedUntil: new Date(until) })
    .where('providerId', '=', providerId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('walkPass', 'is not', null)
    .execute();
};
