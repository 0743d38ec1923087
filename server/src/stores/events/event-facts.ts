import { sql } from 'kysely';
import type { DeviceSetting } from '#contract/entities/device.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { Comfort } from '#domain/events/event.ts';
import type { Departure } from '#domain/events/people/house-dispatch.ts';
import type { PastCommand } from '#domain/events/life/return-target.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import { plannedEachTime } from '../../db/planned-each-time.ts';
import type { Database, StateEntries, StoredEntries } from '../../db/tables.ts';
import { withTimes } from '../devices/state-entries.ts';
import { toComfort } from './comfort.ts';
import type { ComfortColumns } from './comfort.ts';

/** What is known of a device when an event is planned or carried out. */
export interface DeviceFactsRow extends DeviceRef {
  readonly kind: Database['device']['kind'];
  readonly mfg: string;
  readonly type: string | null;
  readonly version: number;
  readonly deviceSettings: DeviceSetting[];
  readonly entries: StateEntries;
  readonly lifeSupport: boolean;
  /** Its household has left the provider. */
  readonly isClosed: boolean;
  readonly comfort: Comfort;
  readonly timezone: string;
  readonly commands: readonly PastCommand[];
  /** Of the active schedule; null: none is. */
  readonly schedule: DeviceSchedule['Event'] | null;
  /** Events that it takes part in and that are not over for it; of cancelled ones those that it has to return from. */
  readonly eventIds: readonly string[];
  /** Of its home from dispatches. */
  readonly departures: readonly (Departure & { readonly dispatchId: string })[];
}

interface CommandRow {
  readonly origin: PastCommand['origin'];
  readonly accepted_at: string;
  readonly expires_at: string;
  readonly delivered_at: string | null;
  readonly confirmed_at: string | null;
  readonly body: CommandBody;
}

type FactsRow = Omit<DeviceFactsRow, 'entries' | 'commands' | 'comfort'> &
  ComfortColumns & {
    readonly entries: StoredEntries | null;
    readonly reportedAt: Date | null;
    readonly commands: readonly CommandRow[];
  };

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

const toCommand = (row: CommandRow): PastCommand => ({
  origin: row.origin,
  acceptedAt: Date.parse(row.accepted_at),
  expiresAt: Date.parse(row.expires_at),
  deliveredAt: timeOf(row.delivered_at),
  confirmedAt: timeOf(row.confirmed_at),
  body: row.body,
});

const among = (refs: readonly DeviceRef[]) => sql`(d.provider_id, d.house_id, d.id) in (
  select * from unnest(
    ${refs.map(({ providerId }) => providerId)}::text[],
    ${refs.map(({ houseId }) => houseId)}::text[],
    ${refs.map(({ deviceId }) => deviceId)}::text[]))`;

/**
 * Locks devices, in the order of their keys; skip: leaves out those that another transaction has locked. In a statement of its
 * own: one that waits for a lock reads other tables as they were before it waited.
 */
export const lockDevices = async (
  tx: Db,
  refs: readonly DeviceRef[],
  held: 'wait' | 'skip',
): Promise<DeviceRef[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<DeviceRef>`
    select d.provider_id, d.house_id, d.id as device_id from device d where ${among(refs)}
    order by d.provider_id, d.house_id, d.id
    for update ${held === 'skip' ? sql`skip locked` : sql``}`.execute(tx);
  return rows;
};

/** Locks all devices of a house: until the transaction ends no event takes one in or plans it. */
export const lockDevicesOfHouse = async (
  tx: Db,
  { providerId, houseId }: Omit<DeviceRef, 'deviceId'>,
): Promise<DeviceRef[]> => {
  const { rows } = await sql<DeviceRef>`
    select provider_id, house_id, id as device_id from device
    where provider_id = ${providerId} and house_id = ${houseId}
    order by id for update`.execute(tx);
  return rows;
};

/**
 * `offset 0` makes each device a look-up by its key: while devices join, the planner takes their tables for as small as they were. Of
 * the commands those of the last day that may have set something: not those that were refused, or expired before a link
 * took them.
 */
export const readDeviceFacts = async (
  db: Db,
  refs: readonly DeviceRef[],
  now: Date,
): Promise<DeviceFactsRow[]> => {
  if (refs.length === 0) return [];
  const at = now.toISOString();
  const { rows } = await sql<FactsRow>`${plannedEachTime}
    select d.provider_id, d.house_id, d.id as device_id, d.kind, d.mfg, d.type, d.version, st.entries, st.reported_at,
      h.life_support, h.closed_at is not null as is_closed, h.comfort, h.hot_water_minimum, h.timezone,
      coalesce((
        select json_agg(json_build_object('key', s.key, 'value', s.value))
        from device_setting s
        where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
      ), '[]'::json) as device_settings,
      coalesce((
        select json_agg(json_build_object(
          'origin', c.origin, 'accepted_at', c.accepted_at, 'expires_at', c.expires_at,
          'delivered_at', coalesce(c.delivered_at, case when c.state in ('sent', 'confirmed') then c.sent_at end),
          'confirmed_at', case when c.state = 'confirmed' then c.settled_at end,
          'body', c.command -> 'body'))
        from command c
        where c.provider_id = d.provider_id and c.house_id = d.house_id and c.device_id = d.id
          and c.origin in ('person', 'schedule', 'safety') and c.accepted_at > ${at}::timestamptz - interval '1 day'
          and (c.state <> 'failed' or c.reason = 'superseded')
          and (c.state in ('sent', 'confirmed', 'failed') or c.delivered_at is not null or c.expires_at > ${at})
      ), '[]'::json) as commands,
      (
        select s.events from active_schedule a
        join device_schedule s on s.provider_id = a.provider_id and s.house_id = a.house_id and s.uid = a.uid
        where a.provider_id = d.provider_id and a.house_id = d.house_id and a.device_id = d.id
      ) as schedule,
      coalesce((
        select json_agg(p.event_id)
        from (
          select * from event_participation
          where provider_id = d.provider_id and house_id = d.house_id and device_id = d.id and due_at is not null
          offset 0
        ) p
        join demand_event e on e.provider_id = p.provider_id and e.id = p.event_id
        where not p.excluded and (e.cancelled_at is null or exists (
            select from event_action a
            where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
              and a.device_id = p.device_id and a.sent_at is not null
            offset 0))
      ), '[]'::json) as event_ids,
      coalesce((
        select json_agg(json_build_object(
          'dispatchId', l.dispatch_id, 'at', (extract(epoch from l.left_at) * 1000)::bigint, 'cause', l.left_cause))
        from (
          select * from house_dispatch
          where provider_id = d.provider_id and house_id = d.house_id
          offset 0
        ) l
        where l.left_at is not null and l.rejoined_at is null
      ), '[]'::json) as departures
    from device d
    join house h on h.provider_id = d.provider_id and h.id = d.house_id
    left join device_state st on st.provider_id = d.provider_id and st.house_id = d.house_id and st.device_id = d.id
    where ${among(refs)}`.execute(db);
  return rows.map(({ entries, reportedAt, commands, comfort, hotWaterMinimum, ...row }) => ({
    ...row,
    comfort: toComfort({ comfort, hotWaterMinimum }),
    entries: entries && reportedAt ? withTimes(entries, reportedAt) : {},
    commands: commands.map(toCommand),
  }));
};
