import { sql } from 'kysely';
import type { LatestPoint } from '#contract/entities/history.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { Change } from '#domain/telemetry/activity.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { StateEntries, StoredEntries } from '../../db/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { seenEntries } from '../devices/state-entries.ts';

const LATEST_ACTIVITY = 20;

export interface HistoricDevice {
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly timezone: string;
  readonly entries: StateEntries;
}

export const device = async (db: Db, scope: HouseScope, deviceId: string): Promise<HistoricDevice> => {
  const { rows } = await sql<
    Omit<HistoricDevice, 'entries'> & {
      readonly entries: StoredEntries | null;
      readonly reportedAt: Date | null;
    }
  >`
    select d.kind, d.mfg, d.type, h.timezone, s.entries, s.reported_at
    from device d
    join house h on h.provider_id = d.provider_id and h.id = d.house_id
    left join device_state s on s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
    where d.provider_id = ${scope.providerId} and d.house_id = ${scope.houseId} and d.id = ${deviceId}
      and d.removed_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  const { entries, reportedAt, ...known } = row;
  return { ...known, entries: seenEntries(entries, reportedAt, scope.since) };
};

export interface MeasuredDevice {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly timezone: string;
}

/** The devices of a house, in the order of the dashboard. */
export const devicesOf = (db: Db, scope: HouseScope): Promise<MeasuredDevice[]> =>
  db
    .selectFrom('device as d')
    .innerJoin('house as h', (join) =>
      join.onRef('h.providerId', '=', 'd.providerId').onRef('h.id', '=', 'd.houseId'),
    )
    .select(['d.id', 'd.kind', 'd.mfg', 'h.timezone'])
    .where('d.providerId', '=', scope.providerId)
    .where('d.houseId', '=', scope.houseId)
    // What a device of the household did counts on when it is gone.
    .where((eb) => eb.or([eb('d.removedAt', 'is', null), eb('d.removedAt', '>=', scope.since)]))
    .orderBy('d.id')
    .execute();

/** The devices of a house with what each has reported. */
export const devicesWithEntries = async (
  db: Db,
  scope: HouseScope,
): Promise<(Pick<MeasuredDevice, 'id' | 'kind'> & { readonly entries: StateEntries })[]> => {
  const rows = await db
    .selectFrom('device as d')
    .innerJoin('deviceState as s', (join) =>
      join
        .onRef('s.providerId', '=', 'd.providerId')
        .onRef('s.houseId', '=', 'd.houseId')
        .onRef('s.deviceId', '=', 'd.id'),
    )
    .select(['d.id', 'd.kind', 's.entries', 's.reportedAt'])
    .where('d.providerId', '=', scope.providerId)
    .where('d.houseId', '=', scope.houseId)
    .where('d.removedAt', 'is', null)
    .orderBy('d.id')
    .execute();
  return rows.map(({ id, kind, entries, reportedAt }) => ({
    id,
    kind,
    entries: seenEntries(entries, reportedAt, scope.since),
  }));
};

export const latestOf = ({ entries }: HistoricDevice, key: string): LatestPoint => {
  const entry = entries[key];
  return { id: key, time: entry?.time ?? null, value: entry?.value ?? null };
};

/** The latest changes of a device, the newest first. */
export const activity = async (db: Db, scope: HouseScope, deviceId: string): Promise<Change[]> => {
  const rows = await db
    .selectFrom('deviceActivity')
    .select(['key', 'time', 'value'])
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('deviceId', '=', deviceId)
    .where('time', '>=', scope.since)
    .orderBy('time', 'desc')
    .orderBy('key')
    .limit(LATEST_ACTIVITY)
    .execute();
  return rows.map(({ key, time, value }) => ({ key, time: time.getTime(), value }));
};
