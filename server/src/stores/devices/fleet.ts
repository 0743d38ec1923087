import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { Db } from '../../db/connection.ts';
import type { StateEntries } from '../../db/tables.ts';
import { withTimes } from './state-entries.ts';

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

interface Houses {
  readonly providerId: string;
  readonly ids: readonly string[];
}

/** Every device behind the simulator that was not released, or of some houses, with its newest state. */
export const listFleet = async (db: Db, houses?: Houses): Promise<FleetRow[]> => {
  const rows = await db
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
      'deviceState.reportedAt',
      'house.latitude',
      'house.longitude',
      'house.zipcode',
      'house.country',
      'house.timezone',
    ])
    .$if(houses !== undefined, (query) =>
      query
        .where('device.providerId', '=', houses?.providerId ?? '')
        .where('device.houseId', '=', sql<string>`any(${houses?.ids ?? []})`),
    )
    .where('house.closedAt', 'is', null)
    .where('device.link', '=', 'simulator')
    .where('device.removedAt', 'is', null)
    .orderBy('device.providerId')
    .orderBy('device.houseId')
    .orderBy('device.position')
    .execute();
  return rows.map(({ entries, reportedAt, ...row }) => ({
    ...row,
    entries: entries && reportedAt && withTimes(entries, reportedAt),
  }));
};

/** Those of the ids that houses of the provider have. */
export const existingHouseIds = async (db: Db, { providerId, ids }: Houses): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('house')
    .select('id')
    .where('providerId', '=', providerId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
