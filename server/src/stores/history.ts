import { sql } from 'kysely';
import type { Activity, LatestPoint } from '#contract/entities/history.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { HouseScope } from '../lib/scope.ts';
import type { Db } from '../db/connection.ts';
import type { StateEntries } from '../db/tables.ts';
import { AppError } from '../lib/app-error.ts';
import type { Span } from './series.ts';

const LATEST_ACTIVITY = 20;

export interface HistoricDevice {
  readonly kind: DeviceKind;
  readonly timezone: string;
  readonly entries: StateEntries;
}

export const device = async (db: Db, scope: HouseScope, deviceId: string): Promise<HistoricDevice> => {
  const { rows } = await sql<HistoricDevice>`
    select d.kind, h.timezone, coalesce(s.entries, '{}') as entries
    from device d
    join house h on h.provider_id = d.provider_id and h.id = d.house_id
    left join device_state s on s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
    where d.provider_id = ${scope.providerId} and d.house_id = ${scope.houseId} and d.id = ${deviceId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return row;
};

export const latestOf = ({ entries }: HistoricDevice, key: string): LatestPoint => {
  const entry = entries[key];
  return { id: key, time: entry?.time ?? null, value: entry?.value ?? null };
};

const own = (scope: HouseScope, deviceId: string) =>
  sql`provider_id = ${scope.providerId} and house_id = ${scope.houseId} and device_id = ${deviceId}`;

export interface HourAmount {
  /** Start of the hour, in ms. */
  readonly hour: number;
  readonly amount: number;
}

const readHours = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  { start, end }: Span,
  {
    table,
    amount: perHour,
  }: { readonly table: 'energy_hour' | 'runtime_hour'; readonly amount: ReturnType<typeof sql<number>> },
): Promise<HourAmount[]> => {
  const { rows } = await sql<{ hour: Date; amount: number }>`
    select hour, (${perHour})::float8 as amount from ${sql.table(table)}
    where ${own(scope, deviceId)} and hour >= ${start.toISOString()} and hour < ${end.toISOString()}
    order by hour`.execute(db);
  return rows.map(({ hour, amount }) => ({ hour: hour.getTime(), amount }));
};

/** Net Wh taken in each hour, negative when the device fed more than it took; hours without use have no row. */
export const energyHours = (db: Db, scope: HouseScope, deviceId: string, span: Span): Promise<HourAmount[]> =>
  readHours(db, scope, deviceId, span, {
    table: 'energy_hour',
    amount: sql<number>`(taken_mj - given_mj) / 3600000.0`,
  });

/** Seconds that the equipment ran in each hour; hours without any have no row. */
export const runtimeHours = (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  span: Span,
  what: 'cool' | 'heat',
): Promise<HourAmount[]> =>
  readHours(db, scope, deviceId, span, {
    table: 'runtime_hour',
    amount: sql<number>`${sql.ref(`${what}_ms`)} / 1000.0`,
  });

export const activity = async (db: Db, scope: HouseScope, deviceId: string): Promise<Activity[]> => {
  const rows = await db
    .selectFrom('deviceActivity')
    .select(['key', 'time', 'value'])
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('deviceId', '=', deviceId)
    .orderBy('time', 'desc')
    .orderBy('key')
    .limit(LATEST_ACTIVITY)
    .execute();
  return rows.map(({ key, time, value }) => ({ key, time: time.toISOString(), value }));
};
