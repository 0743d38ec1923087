import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
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

interface Which {
  readonly houses?: Houses;
  /** Those that came in from then on. */
  readonly since?: Date;
  /** Also those that were removed after it. */
  readonly removedAfter?: Date;
}

/** Every device behind the simulator that was not released, or of some houses, with its newest state. */
export const listFleet = async (db: Db, { houses, since, removedAfter }: Which = {}): Promise<FleetRow[]> => {
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
    .where((eb) =>
      eb.or([
        eb('device.removedAt', 'is', null),
        ...(removedAfter ? [eb('device.removedAt', '>', removedAfter)] : []),
      ]),
    )
    .where((eb) => eb.and(since ? [eb('device.createdAt', '>=', since)] : []))
    .orderBy('device.providerId')
    .orderBy('device.houseId')
    .orderBy('device.position')
    .execute();
  return rows.map(({ entries, reportedAt, ...row }) => ({
    ...row,
    entries: entries && reportedAt && withTimes(entries, reportedAt),
  }));
};

/** Devices behind the simulator that were removed within (from, to]. */
export const removedFromFleet = (db: Db, from: Date, to: Date): Promise<DeviceRef[]> =>
  db
    .selectFrom('device')
    .select(['providerId', 'houseId', 'id as deviceId'])
    .where('link', '=', 'simulator')
    .where('removedAt', '>', from)
    .where('removedAt', '<=', to)
    .execute();

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
