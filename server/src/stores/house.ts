import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { DeviceNow } from '#contract/entities/device.ts';
import type { House } from '#contract/entities/house.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import type { HouseScope } from '../auth/scope.ts';
import type { Db } from '../db/connection.ts';
import type { Database, StateEntries } from '../db/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { toDevice, toRealtime } from './devices.ts';
import type { DeviceRow } from './devices.ts';

type HouseRow = Omit<Selectable<Database['house']>, 'providerId' | 'number' | 'createdAt'>;
type SettingsOverride = HouseRow['settings'];

const HOUSE_COLUMNS = [
  'id',
  'address',
  'nickname',
  'latitude',
  'longitude',
  'zipcode',
  'country',
  'timezone',
  'settings',
] as const;

const toHouse = ({ settings: _, ...row }: HouseRow, programs: string[] | null): House => ({
  ...row,
  programParticipants: programs?.map((programId) => ({ programId })) ?? null,
});

const programsOfHouse = sql<string[]>`(
  select coalesce(json_agg(program_id order by program_id), '[]')
  from program_participant p where p.provider_id = house.provider_id and p.house_id = house.id
)`;

const selectHouse = (db: Db, scope: HouseScope) =>
  db
    .selectFrom('house')
    .select(HOUSE_COLUMNS)
    .where('house.providerId', '=', scope.providerId)
    .where('house.id', '=', scope.houseId);

export const get = async (db: Db, scope: HouseScope, includePrograms: boolean): Promise<House> => {
  const row = await selectHouse(db, scope).select(programsOfHouse.as('programs')).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const { programs, ...house } = row;
  return toHouse(house, includePrograms ? programs : null);
};

export interface HouseSettings {
  readonly timezone: string;
  readonly settings: Partial<ProviderFile['settings']> | null;
}

export const settings = async (db: Db, scope: HouseScope): Promise<HouseSettings> => {
  const row = await selectHouse(db, scope).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return { timezone: row.timezone, settings: row.settings };
};

type DeviceInView = DeviceRow & { readonly version: number; readonly entries: StateEntries | null };

export interface DashboardRows {
  readonly house: House;
  readonly settings: SettingsOverride;
  readonly devices: DeviceNow[];
}

/** The whole first view in one statement: round trips, not rows, are what a dashboard costs. */
export const dashboard = async (db: Db, scope: HouseScope): Promise<DashboardRows> => {
  const row = await selectHouse(db, scope)
    .select([
      programsOfHouse.as('programs'),
      sql<DeviceInView[]>`(
        select coalesce(json_agg(json_build_object(
          'id', d.id, 'kind', d.kind, 'mfg', d.mfg, 'type', d.type, 'name', d.name, 'uid', d.uid,
          'version', d.version,
          'entries', st.entries,
          'deviceSettings', coalesce(se.settings, '[]'::json)
        ) order by d.position, d.id), '[]')
        from device d
        left join device_state st
          on st.provider_id = d.provider_id and st.house_id = d.house_id and st.device_id = d.id
        left join lateral (
          select json_agg(json_build_object('key', s.key, 'value', s.value) order by s.key) as settings
          from device_setting s
          where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
        ) se on true
        where d.provider_id = house.provider_id and d.house_id = house.id
      )`.as('devices'),
    ])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const { programs, devices, ...house } = row;
  return {
    house: toHouse(house, programs),
    settings: house.settings,
    devices: devices.map((device) => ({
      ...toDevice(device, { settings: true, commandModes: true }),
      version: device.version,
      realtime: toRealtime(device.entries ?? {}),
    })),
  };
};
