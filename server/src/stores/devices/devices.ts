import { sql } from 'kysely';
import type { Device, DeviceSetting, DeviceSettingKey, RealtimeEntry } from '#contract/entities/device.ts';
import { commandModesOf } from '#domain/manufacturers/index.ts';
import type { HouseDataScope, HouseScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { Database, StateEntries } from '../../db/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { seenEntries } from './state-entries.ts';
import type { Selectable } from 'kysely';

export interface Include {
  readonly settings: boolean;
  readonly commandModes: boolean;
}

export type DeviceRow = Pick<
  Selectable<Database['device']>,
  'id' | 'kind' | 'mfg' | 'type' | 'name' | 'uid'
> & {
  readonly deviceSettings: DeviceSetting[];
};

export const toDevice = (row: DeviceRow, include: Include): Device => ({
  id: row.id,
  kind: row.kind,
  mfg: row.mfg,
  type: row.type,
  name: row.name,
  uid: row.uid,
  commandModes: include.commandModes ? commandModesOf(row) : null,
  deviceSettings: include.settings ? row.deviceSettings : null,
});

export const toRealtime = (entries: StateEntries): RealtimeEntry[] =>
  Object.entries(entries).map(([key, { value, time }]) => ({
    key,
    value,
    status: key === 'status' && (value === 'ONLINE' || value === 'OFFLINE') ? value : null,
    time,
  }));

const selectDevices = (db: Db, scope: HouseScope) =>
  db
    .selectFrom('device')
    .select([
      'id',
      'kind',
      'mfg',
      'type',
      'name',
      'uid',
      sql<DeviceSetting[]>`(
        select coalesce(json_agg(json_build_object('key', key, 'value', value) order by key), '[]')
        from device_setting s
        where s.provider_id = device.provider_id and s.house_id = device.house_id and s.device_id = device.id
      )`.as('deviceSettings'),
    ])
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('removedAt', 'is', null);

export const list = async (db: Db, scope: HouseScope, include: Include): Promise<Device[]> => {
  const rows = await selectDevices(db, scope).orderBy('position').orderBy('id').execute();
  return rows.map((row) => toDevice(row, include));
};

export const get = async (db: Db, scope: HouseScope, id: string, include: Include): Promise<Device> => {
  const row = await selectDevices(db, scope).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toDevice(row, include);
};

export const settings = async (db: Db, scope: HouseScope, id: string): Promise<DeviceSetting[]> => {
  const { deviceSettings } = await get(db, scope, id, { settings: true, commandModes: false });
  return deviceSettings ?? [];
};

export const setting = async (
  db: Db,
  scope: HouseScope,
  id: string,
  key: DeviceSettingKey,
): Promise<DeviceSetting> =>
  (await settings(db, scope, id)).find((entry) => entry.key === key) ?? { key, value: null };

export interface Realtime {
  readonly version: number;
  readonly entries: RealtimeEntry[];
}

export const realtime = async (db: Db, scope: HouseScope, id: string): Promise<Realtime> => {
  const row = await db
    .selectFrom('device')
    .leftJoin('deviceState', (join) =>
      join
        .onRef('deviceState.providerId', '=', 'device.providerId')
        .onRef('deviceState.houseId', '=', 'device.houseId')
        .onRef('deviceState.deviceId', '=', 'device.id'),
    )
    .select(['device.version', 'deviceState.entries', 'deviceState.reportedAt'])
    .where('device.providerId', '=', scope.providerId)
    .where('device.houseId', '=', scope.houseId)
    .where('device.id', '=', id)
    .where('device.removedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const { version, entries, reportedAt } = row;
  return { version, entries: toRealtime(seenEntries(entries, reportedAt, scope.since)) };
};

export const rename = async (
  db: Db,
  scope: HouseScope,
  id: string,
  name: string | null,
): Promise<{ readonly before: string | null }> => {
  const before = await db
    .selectFrom('device')
    .select('name')
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError('not_found');
  await db
    .updateTable('device')
    .set({ name })
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('id', '=', id)
    .execute();
  return { before: before.name };
};

/** Ids of water heaters whose household has confirmed a mixing valve. */
export const withValve = async (db: Db, { providerId, houseId }: HouseDataScope): Promise<string[]> => {
  const rows = await db
    .selectFrom('deviceSetting')
    .select('deviceId')
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('key', '=', 'hwh-mixing-valve')
    .where(sql<boolean>`value = 'true'::jsonb`)
    .orderBy('deviceId')
    .execute();
  return rows.map(({ deviceId }) => deviceId);
};

/** Stores one setting; null removes it. */
export const putSetting = async (
  db: Db,
  scope: HouseDataScope,
  deviceId: string,
  { key, value }: DeviceSetting,
  updatedAt: Date,
): Promise<void> => {
  const { providerId, houseId } = scope;
  if (value === null) {
    await db
      .deleteFrom('deviceSetting')
      .where('providerId', '=', providerId)
      .where('houseId', '=', houseId)
      .where('deviceId', '=', deviceId)
      .where('key', '=', key)
      .execute();
    return;
  }
  const row = { value: JSON.stringify(value), updatedAt };
  await db
    .insertInto('deviceSetting')
    .values({ providerId, houseId, deviceId, key, ...row })
    .onConflict((conflict) => conflict.columns(['providerId', 'houseId', 'deviceId', 'key']).doUpdateSet(row))
    .execute();
};
