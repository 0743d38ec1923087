import type { DeviceKind } from '#contract/entities/device.ts';
import type { Db } from '../db/connection.ts';
import type { StateEntries } from '../db/tables.ts';

export interface FleetRow {
  readonly providerId: string;
  readonly houseId: string;
  readonly deviceId: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly version: number;
  readonly entries: StateEntries | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly zipcode: string | null;
  readonly country: string | null;
  readonly timezone: string;
}

/** Every device of every provider with its newest state: the input of the simulator. */
export const listFleet = (db: Db): Promise<FleetRow[]> =>
  db
    .selectFrom('device')
    .innerJoin('house', (join) =>
      join.onRef('house.providerId', '=', 'device.providerId').onRef('house.id', '=', 'device.houseId'),
    )
    .leftJoin('deviceState', (join) =>
      join
        .onRef('deviceState.providerId', '=', 'device.providerId')
        .onRef('deviceState.houseId', '=', 'device.houseId')
        .onRef('deviceState.deviceId', '=', 'device.id'),
    )
    .select([
      'device.providerId',
      'device.houseId',
      'device.id as deviceId',
      'device.kind',
      'device.mfg',
      'device.type',
      'device.version',
      'deviceState.entries',
      'house.latitude',
      'house.longitude',
      'house.zipcode',
      'house.country',
      'house.timezone',
    ])
    .orderBy('device.providerId')
    .orderBy('device.houseId')
    .orderBy('device.position')
    .execute();

export const listHouseIds = async (db: Db, providerId: string): Promise<Set<string>> => {
  const rows = await db.selectFrom('house').select('id').where('providerId', '=', providerId).execute();
  return new Set(rows.map(({ id }) => id));
};
