import { sql } from 'kysely';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import type { DeviceCursor, EngineEvent } from '#domain/events/engine/rows.ts';
import type { StoredEvent } from './events.ts';

/** Whether an enrolment counts for an event that begins then, in ms: one that had begun when somebody agreed goes without the home. */
export const isEnrolledAt = (enrolment: string, startTime: number) => {
  const [of, start] = [
    (column: string) => sql.ref(`${enrolment}.${column}`),
    new Date(startTime).toISOString(),
  ];
  return sql`(${of('state')} = 'active' and ${of('since')} < ${start}
    and (${of('until')} is null or ${of('until')} > ${start})
    and (${of('consent_at')} is null or ${of('consent_at')} < ${start}))`;
};

/** Those of the devices that are enrolled in the event's program at this moment. */
export const stillEnrolled = async (
  tx: Db,
  { providerId, program, startTime }: EngineEvent,
  devices: readonly DeviceRef[],
): Promise<DeviceRef[]> => {
  if (devices.length === 0) return [];
  const { rows } = await sql<DeviceRef>`
    select n.provider_id, n.house_id, n.device_id
    from unnest(
      ${devices.map(({ houseId }) => houseId)}::text[], ${devices.map(({ deviceId }) => deviceId)}::text[]
    ) as r (house_id, device_id)
    cross join lateral (
      select * from enrolment
      where provider_id = ${providerId} and program_id = ${program.id} and house_id = r.house_id
        and device_id = r.device_id
      offset 0
    ) n
    where ${isEnrolledAt('n', startTime)}
    order by n.house_id, n.device_id`.execute(tx);
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
      and ${isEnrolledAt('n', startTime)}
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
  and ${isEnrolledAt('n', startTime)}
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
