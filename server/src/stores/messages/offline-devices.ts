import { sql } from 'kysely';
import type { DeviceKind, DeviceSetting } from '#contract/entities/device.ts';
import type { Db } from '../../db/connection.ts';

export interface OfflineDevice {
  readonly providerId: string;
  readonly houseId: string;
  readonly id: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly name: string | null;
  readonly deviceSettings: DeviceSetting[];
  readonly since: Date;
}

interface Times {
  /** Offline since then or longer. */
  readonly before: Date;
  /** Not longer than since then: those are known to their owners, or gone. */
  readonly after: Date;
  /** A house that was told since then is not told again. */
  readonly toldSince: Date;
}

const MOST = 1_000;

/**
 * Devices that say they are offline, or have said nothing, of houses that have not been told of it: a notice names all devices
 * that were offline for `patience` ms when it was written.
 */
export const untoldOffline = async (
  db: Db,
  { before, after, toldSince }: Times,
  patience: number,
): Promise<OfflineDevice[]> => {
  const { rows } = await sql<OfflineDevice>`
    select d.provider_id, d.house_id, d.id, d.kind, d.mfg, d.type, d.name, o.since,
      coalesce((
        select json_agg(json_build_object('key', x.key, 'value', x.value)) from device_setting x
        where x.provider_id = d.provider_id and x.house_id = d.house_id and x.device_id = d.id
      ), '[]'::json) as device_settings
    from device d
    join house h on h.provider_id = d.provider_id and h.id = d.house_id and h.closed_at is null
    join device_state s on s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
    cross join lateral (
      select case when s.entries -> 'status' ->> 'value' = 'OFFLINE' then coalesce((
        select max(a.time) from device_activity a
        where a.provider_id = d.provider_id and a.house_id = d.house_id and a.device_id = d.id
          and a.key = 'status' and a.value = '"OFFLINE"'::jsonb
      ), s.reported_at) else s.reported_at end as since
    ) o
    where (s.reported_at <= ${before.toISOString()} or s.entries -> 'status' ->> 'value' = 'OFFLINE')
      and d.removed_at is null and o.since <= ${before.toISOString()} and o.since > ${after.toISOString()}
      and not exists (
        select from message m
        where m.provider_id = d.provider_id and m.house_id = d.house_id and m.kind = 'offline_devices'
          and (m.created_at > ${toldSince.toISOString()}
            or m.created_at >= o.since + ${patience} * interval '1 millisecond')
      )
    order by d.provider_id, d.house_id, d.position, d.id
    limit ${MOST}`.execute(db);
  return rows;
};
