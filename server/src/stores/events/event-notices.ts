import { sql } from 'kysely';
import type { Device, DeviceSetting } from '#contract/entities/device.ts';
import type { Plan } from '#domain/events/event.ts';
import type { Db } from '../../db/connection.ts';
import { plannedEachTime } from '../../db/planned-each-time.ts';
import type { StoredEvent } from './events.ts';

/** Homes with a device in the event that have not been told its result. */
export const housesWithoutResult = async (
  db: Db,
  { providerId, id, dispatchId }: StoredEvent,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly houseId: string }>`
    select house_id from event_participation
    where provider_id = ${providerId} and event_id = ${id} and not excluded
    except
    select house_id from event_notice
    where provider_id = ${providerId} and dispatch_id = ${dispatchId} and notice = 'result'`.execute(db);
  return rows.map(({ houseId }) => houseId);
};

/** Those of some houses that were told it. */
export const housesWithNotice = async (
  db: Db,
  { providerId, dispatchId }: StoredEvent,
  notice: string,
  houseIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ readonly houseId: string }>`
    select house_id from event_notice
    where provider_id = ${providerId} and dispatch_id = ${dispatchId} and notice = ${notice}
      and house_id = any(${[...houseIds]}::text[])`.execute(db);
  return rows.map(({ houseId }) => houseId);
};

type DispatchRef = Pick<StoredEvent, 'providerId' | 'dispatchId'>;

export interface NoticeKey {
  readonly houseId: string;
  /** As `noticeName` gives it. */
  readonly name: string;
}

/** Returns those that had not been written: each notice of a dispatch is told once to a house, whichever node writes it. */
export const insertNotices = async (
  tx: Db,
  { providerId, dispatchId }: DispatchRef,
  keys: readonly NoticeKey[],
  now: Date,
): Promise<NoticeKey[]> => {
  if (keys.length === 0) return [];
  const { rows } = await sql<NoticeKey>`
    insert into event_notice (provider_id, dispatch_id, house_id, notice, created_at)
    select ${providerId}, ${dispatchId}, n.house_id, n.notice, ${now.toISOString()}
    from unnest(
      ${keys.map(({ houseId }) => houseId)}::text[], ${keys.map(({ name }) => name)}::text[]
    ) as n (house_id, notice)
    order by n.house_id, n.notice
    on conflict do nothing
    returning house_id, notice as name`.execute(tx);
  return rows;
};

/** A device that takes part in an event of the dispatch. */
export interface DispatchDevice extends Pick<Device, 'kind' | 'mfg' | 'name'> {
  readonly eventId: string;
  readonly houseId: string;
  readonly deviceId: string;
  readonly plan: Plan;
  /** Also those that the provider has taken out. */
  readonly isOptedOut: boolean;
  readonly isTakenOut: boolean;
  readonly eased: boolean;
  /** Those that a device without a name is called by. */
  readonly deviceSettings: DeviceSetting[];
}

/** Of some houses, in the order of their dashboards. */
export const dispatchDevices = async (
  db: Db,
  { providerId, dispatchId }: DispatchRef,
  houseIds: readonly string[],
): Promise<DispatchDevice[]> => {
  const { rows } = await sql<DispatchDevice>`${plannedEachTime}
    select p.event_id, p.house_id, p.device_id, p.plan, p.opt_out_at is not null as is_opted_out,
      coalesce(p.opt_out_cause = 'provider', false) as is_taken_out, p.eased, d.kind, d.mfg, d.name,
      coalesce((
        select json_agg(json_build_object('key', s.key, 'value', s.value) order by s.key)
        from device_setting s
        where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
          and s.key in ('sub-brand', 'vehicle-make')
      ), '[]'::json) as device_settings
    from demand_event e
    cross join unnest(${[...new Set(houseIds)]}::text[]) as h (house_id)
    cross join lateral (
      select * from event_participation
      where provider_id = e.provider_id and event_id = e.id and house_id = h.house_id
      offset 0
    ) p
    join device d on d.provider_id = p.provider_id and d.house_id = p.house_id and d.id = p.device_id
    where e.provider_id = ${providerId} and e.dispatch_id = ${dispatchId} and not p.excluded
    order by p.house_id, d.position, d.id`.execute(db);
  return rows;
};
