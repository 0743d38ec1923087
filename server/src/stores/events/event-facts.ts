import { sql } from 'kysely';
import type { DeviceSetting } from '#contract/entities/device.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { Comfort } from '#domain/events/event.ts';
import type { Departure } from '#domain/events/people/house-dispatch.ts';
import type { PastCommand } from '#domain/events/life/return-target.ts';
import type { Control } from '#domain/kinds/define.ts';
import { kinds } from '#domain/kinds/index.ts';
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
  /** Which link it is behind; null: none. */
  readonly link: string | null;
  readonly version: number;
  readonly deviceSettings: DeviceSetting[];
  readonly entries: StateEntries;
  readonly lifeSupport: boolean;
  readonly mayExport: boolean;
  readonly mayChargeFromGrid: boolean;
  /** Of its provider; null: no storm was ever expected. */
  readonly stormUntil: Date | null;
  /** Its household has left the provider. */
  readonly isClosed: boolean;
  readonly comfort: Comfort;
  readonly timezone: string;
  readonly commands: readonly PastCommand[];
  /** Of the active schedule; null: none is. */
  readonly schedule: DeviceSchedule['Event'] | null;
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

const keysOf = (refs: readonly DeviceRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ deviceId }) => deviceId)}::text[])`;

/**
 * Locks devices, in the order of their keys, each by a look-up; skip: leaves out those that another transaction has locked. In a
 * statement of its own: one that waits for a lock reads other tables as they were before it waited.
 */
export const lockDevices = async (
  tx: Db,
  refs: readonly DeviceRef[],
  held: 'wait' | 'skip',
): Promise<DeviceRef[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<DeviceRef>`
    select r.provider_id, r.house_id, r.device_id
    from (select distinct * from ${keysOf(refs)} order by 1, 2, 3) as r (provider_id, house_id, device_id)
    cross join lateral (
      select from device where provider_id = r.provider_id and house_id = r.house_id and id = r.device_id
      for update ${held === 'skip' ? sql`skip locked` : sql``}
    ) locked`.execute(tx);
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

/** Kinds whose modes take parameters. */
const WITH_PARAMETERS = Object.values(kinds)
  .filter(({ controls }) => Object.values<Control>(controls).some(({ parameters }) => parameters === true))
  .map(({ kind }) => kind);

const maySet = sql`c.origin in ('person', 'schedule', 'safety') and (c.state <> 'failed' or c.reason = 'superseded')`;

/**
 * Of different devices. `offset 0` makes each a look-up by its key: for a hundred of them the planner would read all houses, and while
 * devices join, it takes their tables for as small as they were. Of the commands those of the last day that may have set something:
 * not those that were refused, or expired before a link took them. Parameters of a mode are not reported, so that the last command that
 * gave some counts however old it is.
 */
export const readDeviceFacts = async (
  db: Db,
  refs: readonly DeviceRef[],
  now: Date,
): Promise<DeviceFactsRow[]> => {
  if (refs.length === 0) return [];
  const at = now.toISOString();
  const { rows } = await sql<FactsRow>`${plannedEachTime}
    select r.provider_id, r.house_id, r.device_id, d.kind, d.mfg, d.type, d.link, d.version, st.entries, st.reported_at,
      h.life_support, h.may_export, h.may_charge_from_grid, h.closed_at is not null as is_closed, h.comfort,
      (select pr.storm_until from provider pr where pr.id = r.provider_id) as storm_until,
      h.hot_water_minimum, h.battery_reserve, h.timezone,
      coalesce((
        select json_agg(json_build_object('key', s.key, 'value', s.value))
        from device_setting s
        where s.provider_id = r.provider_id and s.house_id = r.house_id and s.device_id = r.device_id
      ), '[]'::json) as device_settings,
      coalesce((
        select json_agg(json_build_object(
          'origin', c.origin, 'accepted_at', c.accepted_at, 'expires_at', c.expires_at,
          'delivered_at', coalesce(c.delivered_at, case when c.state in ('sent', 'confirmed') then c.sent_at end),
          'confirmed_at', case when c.state = 'confirmed' then c.settled_at end,
          'body', c.command -> 'body'))
        from (
          select * from command c
          where c.provider_id = r.provider_id and c.house_id = r.house_id and c.device_id = r.device_id
            and c.accepted_at > ${at}::timestamptz - interval '1 day' and ${maySet}
          union all
          select * from (
            select * from command c
            where d.kind = any(${WITH_PARAMETERS}::text[])
              and c.provider_id = r.provider_id and c.house_id = r.house_id and c.device_id = r.device_id
              and c.command -> 'body' -> 'parameters' is not null
              and c.accepted_at <= ${at}::timestamptz - interval '1 day' and ${maySet}
            order by c.accepted_at desc limit 1
          ) standing
        ) c
        where c.state in ('sent', 'confirmed', 'failed') or c.delivered_at is not null or c.expires_at > ${at}
      ), '[]'::json) as commands,
      (
        select s.events from active_schedule a
        join device_schedule s on s.provider_id = a.provider_id and s.house_id = a.house_id and s.uid = a.uid
        where a.provider_id = r.provider_id and a.house_id = r.house_id and a.device_id = r.device_id
      ) as schedule,
      coalesce((
        select json_agg(json_build_object(
          'dispatchId', l.dispatch_id, 'at', (extract(epoch from l.left_at) * 1000)::bigint, 'cause', l.left_cause))
        from (
          select * from house_dispatch
          where provider_id = r.provider_id and house_id = r.house_id
          offset 0
        ) l
        where l.left_at is not null and l.rejoined_at is null
      ), '[]'::json) as departures
    from ${keysOf(refs)} as r (provider_id, house_id, device_id)
    cross join lateral (
      select * from device where provider_id = r.provider_id and house_id = r.house_id and id = r.device_id offset 0
    ) d
    cross join lateral (select * from house where provider_id = r.provider_id and id = r.house_id offset 0) h
    left join lateral (
      select * from device_state
      where provider_id = r.provider_id and house_id = r.house_id and device_id = r.device_id
      offset 0
    ) st on true`.execute(db);
  return rows.map(({ entries, reportedAt, commands, comfort, hotWaterMinimum, batteryReserve, ...row }) => ({
    ...row,
    comfort: toComfort({ comfort, hotWaterMinimum, batteryReserve }),
    entries: entries && reportedAt ? withTimes(entries, reportedAt) : {},
    commands: commands.map(toCommand),
  }));
};
