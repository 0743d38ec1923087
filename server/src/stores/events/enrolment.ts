import { sql } from 'kysely';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import type { DeviceCursor, EngineEvent } from '#domain/events/engine/rows.ts';
import type { StoredEvent } from './events.ts';

/**
 * Enrols every device whose house takes part in a program and whose kind the program's newest version names, in the group of
 * its postal code. What is enrolled already stays as it is.
 */
export const enrolDevices = async (db: Db, since: Date, now = since): Promise<void> => {
  await sql`
    insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since, changed_at)
    select d.provider_id, d.house_id, d.id, p.program_id, coalesce(h.zipcode, 'none'), ${since.toISOString()},
      ${now.toISOString()}
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

/** Those of the devices that are enrolled in the event's program at this moment. */
export const stillEnrolled = async (
  tx: Db,
  { providerId, program }: EngineEvent,
  devices: readonly DeviceRef[],
): Promise<DeviceRef[]> => {
  if (devices.length === 0) return [];
  const { rows } = await sql<DeviceRef>`
    select provider_id, house_id, device_id from enrolment
    where provider_id = ${providerId} and program_id = ${program.id} and (house_id, device_id) in (
      select * from unnest(
        ${devices.map(({ houseId }) => houseId)}::text[], ${devices.map(({ deviceId }) => deviceId)}::text[]))
    order by house_id, device_id`.execute(tx);
  return rows;
};

/** Those of the devices that the event will take in. */
export const devicesAwaitedBy = async (
  db: Db,
  { providerId, id, program, groups, startTime }: StoredEvent,
  devices: readonly DeviceRef[],
): Promise<DeviceRef[]> => {
  if (devices.length === 0) return [];
  const { rows } = await sql<DeviceRef>`
    select n.provider_id, n.house_id, n.device_id from enrolment n
    where n.provider_id = ${providerId} and n.program_id = ${program.id}
      and n.since < ${new Date(startTime).toISOString()}
      and (${groups === null} or n.group_name = any(${groups ?? []}::text[]))
      and (n.house_id, n.device_id) in (
        select * from unnest(
          ${devices.map(({ houseId }) => houseId)}::text[], ${devices.map(({ deviceId }) => deviceId)}::text[]))
      and not exists (
        select from event_participation p
        where p.provider_id = n.provider_id and p.event_id = ${id} and p.house_id = n.house_id
          and p.device_id = n.device_id)`.execute(db);
  return rows;
};

/**
 * Of the event's program, kind and groups, not in the event, enrolled before its start. `n` is the enrolment. `offset 0` makes each a
 * look-up by its key: in a join the planner, whose statistics may be older than the event, compares all with all.
 */
const takenIn = ({ providerId, id, program, kind, groups, startTime }: EngineEvent) => sql`
  n.provider_id = ${providerId} and n.program_id = ${program.id}
  and n.since < ${new Date(startTime).toISOString()}
  and (${groups === null} or n.group_name = any(${groups ?? []}::text[]))
  and exists (
    select from device d
    where d.provider_id = n.provider_id and d.house_id = n.house_id and d.id = n.device_id and d.kind = ${kind}
    offset 0)
  and not exists (
    select from event_participation p
    where p.provider_id = n.provider_id and p.event_id = ${id} and p.house_id = n.house_id
      and p.device_id = n.device_id
    offset 0)`;

/** A page of those that the event takes in, after a place. */
export const enrolledAfter = async (
  db: Db,
  event: EngineEvent,
  after: DeviceCursor,
  limit: number,
): Promise<DeviceRef[]> => {
  const { rows } = await sql<DeviceRef>`
    select n.provider_id, n.house_id, n.device_id from enrolment n
    where ${takenIn(event)} and (n.house_id, n.device_id) > (${after.houseId}, ${after.deviceId})
    order by n.house_id, n.device_id limit ${limit}`.execute(db);
  return rows;
};

/** The same of those whose enrolment changed since. */
export const enrolledSince = async (
  db: Db,
  event: EngineEvent,
  since: number,
  limit: number,
): Promise<DeviceRef[]> => {
  const { rows } = await sql<DeviceRef>`
    select n.provider_id, n.house_id, n.device_id from enrolment n
    where ${takenIn(event)} and n.changed_at >= ${new Date(since).toISOString()}
    order by n.changed_at, n.house_id, n.device_id limit ${limit}`.execute(db);
  return rows;
};
