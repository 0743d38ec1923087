import { sql } from 'kysely';
import type { ReturnsPage } from '#domain/events/engine/ports.ts';
import type { DeviceCursor, EngineEvent, ParticipationRef } from '#domain/events/engine/rows.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import { plannedEachTime } from '../../db/planned-each-time.ts';
import { OPEN_STATES } from './events.ts';
import { refsOf } from './participations.ts';

/** Locks those that a loop has to look at, the longest due first, skipping what another transaction has locked. */
export const claimDueDevices = async (
  tx: Db,
  loop: 'returns' | 'steps',
  now: number,
  limit: number,
): Promise<ParticipationRef[]> => {
  const { rows } = await sql<ParticipationRef>`
    select provider_id, event_id, house_id, device_id from event_participation
    where due_at <= ${new Date(now).toISOString()} and ${loop === 'returns' ? sql`is_returning` : sql`not is_returning`}
    order by due_at limit ${limit}
    for no key update skip locked`.execute(tx);
  return rows;
};

interface Walked {
  readonly made: number;
  readonly looked: number;
  readonly last: DeviceCursor | null;
}

/**
 * Looks at a page of an event's rows in the order of their keys, whether or not they are up to date. Returns how many were made due,
 * and the last place looked at; null: the end was reached.
 */
export const makeOutdatedDue = async (
  tx: Db,
  { providerId, id, revision }: EngineEvent,
  after: DeviceCursor,
  limit: number,
  now: number,
): Promise<{ readonly made: number; readonly last: DeviceCursor | null }> => {
  const { rows } = await sql<Walked>`${plannedEachTime}
    with looked as materialized (
      select house_id, device_id, plan_revision <> ${revision} as is_outdated from event_participation
      where provider_id = ${providerId} and event_id = ${id}
        and (house_id, device_id) > (${after.houseId}, ${after.deviceId})
      order by house_id, device_id limit ${limit}
    ), free as materialized (
      select p.house_id, p.device_id from looked l
      join event_participation p
        on p.provider_id = ${providerId} and p.event_id = ${id} and p.house_id = l.house_id and p.device_id = l.device_id
      where l.is_outdated
      order by p.house_id, p.device_id
      for no key update of p skip locked
    ), made as (
      update event_participation p set due_at = ${new Date(now).toISOString()}, is_returning = false
      from free
      where p.provider_id = ${providerId} and p.event_id = ${id} and p.house_id = free.house_id
        and p.device_id = free.device_id and p.plan_revision <> ${revision}
      returning p.device_id
    )
    select (select count(*) from made)::integer as made, (select count(*) from looked)::integer as looked,
      (
        select json_build_object('houseId', house_id, 'deviceId', device_id) from looked
        order by house_id desc, device_id desc limit 1
      ) as last`.execute(tx);
  const [{ made, looked, last }] = rows as [Walked];
  return { made, last: looked === limit ? last : null };
};

/**
 * Gives a page of the rows of an event that is over, in the order of their keys, the event's revision and the time of their return, unless they
 * are due before it. Returns the houses of those that had another revision, and the last place looked at; null: the end was reached.
 */
export const makeReturnsDue = async (
  tx: Db,
  { providerId, id, revision }: EngineEvent,
  after: DeviceCursor,
  limit: number,
  returnAt: (deviceId: string) => number,
): Promise<ReturnsPage> => {
  const { rows: looked } = await sql<DeviceCursor & { readonly isOutdated: boolean }>`${plannedEachTime}
    select house_id, device_id, plan_revision <> ${revision} as is_outdated from event_participation
    where provider_id = ${providerId} and event_id = ${id}
      and (house_id, device_id) > (${after.houseId}, ${after.deviceId})
    order by house_id, device_id limit ${limit}`.execute(tx);
  const last = looked.at(-1);
  const page = {
    last: last && looked.length === limit ? { houseId: last.houseId, deviceId: last.deviceId } : null,
  };
  const outdated = looked.filter(({ isOutdated }) => isOutdated);
  if (outdated.length === 0) return { ...page, houseIds: [] };
  const { rows } = await sql<{ readonly houseId: string }>`
    with free as materialized (
      select p.house_id, p.device_id, r.return_at
      from unnest(
        ${outdated.map(({ houseId }) => houseId)}::text[],
        ${outdated.map(({ deviceId }) => deviceId)}::text[],
        ${outdated.map(({ deviceId }) => new Date(returnAt(deviceId)).toISOString())}::timestamptz[]
      ) as r (house_id, device_id, return_at)
      cross join lateral (
        select house_id, device_id from event_participation
        where provider_id = ${providerId} and event_id = ${id} and house_id = r.house_id and device_id = r.device_id
          and plan_revision <> ${revision}
        for no key update skip locked
      ) p
    ), made as (
      update event_participation p
      set due_at = least(p.due_at, free.return_at), is_returning = true, plan_revision = ${revision}
      from free
      where p.provider_id = ${providerId} and p.event_id = ${id} and p.house_id = free.house_id
        and p.device_id = free.device_id
      returning p.house_id
    )
    select distinct house_id from made`.execute(tx);
  return { ...page, houseIds: rows.map(({ houseId }) => houseId) };
};

/** Those that would be due before. */
export const postpone = async (tx: Db, refs: readonly ParticipationRef[], dueAt: number): Promise<void> => {
  if (refs.length === 0) return;
  const at = new Date(dueAt).toISOString();
  await sql`
    update event_participation p set due_at = ${at}
    from ${refsOf(refs)} as r (provider_id, event_id, house_id, device_id)
    where p.provider_id = r.provider_id and p.event_id = r.event_id and p.house_id = r.house_id
      and p.device_id = r.device_id and p.due_at < ${at}`.execute(tx);
};

/** In the events of a dispatch; null: in all events that are not over for it. */
export const participationsOfHouse = async (
  db: Db,
  { providerId, houseId }: Omit<DeviceRef, 'deviceId'>,
  dispatchId: string | null,
): Promise<ParticipationRef[]> => {
  const { rows } = await (
    dispatchId === null
      ? sql<ParticipationRef>`
          select p.provider_id, p.event_id, p.house_id, p.device_id
          from event_participation p
          join demand_event e on e.provider_id = p.provider_id and e.id = p.event_id
          where p.provider_id = ${providerId} and p.house_id = ${houseId}
            and (p.due_at is not null or e.state in ${OPEN_STATES})
          order by p.event_id, p.device_id`
      : sql<ParticipationRef>`
          select p.provider_id, p.event_id, p.house_id, p.device_id
          from demand_event e
          join event_participation p on p.provider_id = e.provider_id and p.event_id = e.id
          where e.provider_id = ${providerId} and e.dispatch_id = ${dispatchId} and p.house_id = ${houseId}
          order by p.event_id, p.device_id`
  ).execute(db);
  return rows;
};

const keysOf = (devices: readonly DeviceRef[]) => sql`unnest(
  ${devices.map(({ providerId }) => providerId)}::text[],
  ${devices.map(({ houseId }) => houseId)}::text[],
  ${devices.map(({ deviceId }) => deviceId)}::text[]) as r (provider_id, house_id, device_id)`;

/** Those in events that are not over for them. */
export const devicesInEvents = async (db: Db, devices: readonly DeviceRef[]): Promise<DeviceRef[]> => {
  if (devices.length === 0) return [];
  const { rows } = await sql<DeviceRef>`
    select r.provider_id, r.house_id, r.device_id from ${keysOf(devices)}
    where exists (
      select from event_participation p
      where p.provider_id = r.provider_id and p.house_id = r.house_id and p.device_id = r.device_id
        and p.due_at is not null
      offset 0)`.execute(db);
  return rows;
};

/**
 * Of devices that have reported, those in which an event that is not over has sent something, whose readings may confirm it or show
 * that somebody has changed the device since, and those that await a reading. Asked with every batch of readings.
 */
export const toObserve = async (db: Db, devices: readonly DeviceRef[]): Promise<ParticipationRef[]> => {
  if (devices.length === 0) return [];
  // `offset 0` makes each device a look-up by its key: as a join the planner, whose statistics may be older than the event, would
  // compare every device with every open participation.
  const { rows } = await sql<ParticipationRef>`
    select p.provider_id, p.event_id, p.house_id, p.device_id
    from ${keysOf(devices)}
    cross join lateral (
      select * from event_participation
      where provider_id = r.provider_id and house_id = r.house_id and device_id = r.device_id and due_at is not null
      offset 0
    ) p
    where p.awaits_reading or exists (
      select from event_action a
      where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
        and a.device_id = p.device_id and a.sent_at is not null
      offset 0
    )`.execute(db);
  return rows;
};
