import { sql } from 'kysely';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../db/connection.ts';
import type { StateEntries } from '../db/tables.ts';

export interface StateChange extends DeviceRef {
  readonly entries: StateEntries;
  readonly reportedAt: Date;
}

/**
 * Merges readings into the newest state, key by key: a late reading never replaces a newer one, a reading that came twice
 * changes nothing, and one of an unknown device is dropped. One statement for the whole batch.
 */
export const mergeStates = async (db: Db, changes: readonly StateChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const rows = JSON.stringify(
    changes.map((change) => ({
      provider_id: change.providerId,
      house_id: change.houseId,
      device_id: change.deviceId,
      entries: change.entries,
      reported_at: change.reportedAt,
    })),
  );
  await sql`
    insert into device_state as old (provider_id, house_id, device_id, entries, reported_at)
    select new.provider_id, new.house_id, new.device_id, new.entries, new.reported_at
    from jsonb_to_recordset(${rows}::jsonb)
      as new (provider_id text, house_id text, device_id text, entries jsonb, reported_at timestamptz)
    join device d on d.provider_id = new.provider_id and d.house_id = new.house_id and d.id = new.device_id
    on conflict (provider_id, house_id, device_id) do update set
      entries = old.entries || coalesce((
        select jsonb_object_agg(key, value)
        from jsonb_each(excluded.entries)
        where (value ->> 'time') > coalesce(old.entries -> key ->> 'time', '')
      ), '{}'::jsonb),
      reported_at = greatest(old.reported_at, excluded.reported_at)`.execute(db);
};
