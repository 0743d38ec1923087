import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { ActiveSchedule, DeviceSchedule } from '#contract/entities/schedule.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import { AppError } from '../../lib/app-error.ts';

/** What the API answers where no schedule is active. */
export const NO_SCHEDULE = { name: '--', uid: 'default' } as const;

const toSchedule = (row: Selectable<Database['deviceSchedule']>): DeviceSchedule => ({
  id: row.uid,
  uid: row.uid,
  name: row.name,
  deviceId: row.deviceId,
  Event: row.events,
});

const select = (db: Db, scope: HouseScope) =>
  db
    .selectFrom('deviceSchedule')
    .selectAll()
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('device')
            .whereRef('device.providerId', '=', 'deviceSchedule.providerId')
            .whereRef('device.houseId', '=', 'deviceSchedule.houseId')
            .whereRef('device.id', '=', 'deviceSchedule.deviceId')
            .where('device.removedAt', 'is not', null),
        ),
      ),
    );

export const list = async (db: Db, scope: HouseScope): Promise<DeviceSchedule[]> =>
  (await select(db, scope).orderBy('name').orderBy('uid').execute()).map(toSchedule);

export const get = async (db: Db, scope: HouseScope, uid: string): Promise<DeviceSchedule> => {
  const row = await select(db, scope).where('uid', '=', uid).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toSchedule(row);
};

export const countOf = async (db: Db, scope: HouseScope, deviceId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('deviceSchedule')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const insert = async (
  tx: Db,
  { providerId, houseId }: HouseScope,
  { uid, deviceId, name, Event }: Omit<DeviceSchedule, 'id'>,
): Promise<DeviceSchedule> =>
  toSchedule(
    await tx
      .insertInto('deviceSchedule')
      .values({ providerId, houseId, uid, deviceId, name, events: JSON.stringify(Event) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const update = async (
  tx: Db,
  { providerId, houseId }: HouseScope,
  { uid, name, Event }: DeviceSchedule,
): Promise<void> => {
  await tx
    .updateTable('deviceSchedule')
    .set({ name, events: JSON.stringify(Event) })
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('uid', '=', uid)
    .execute();
};

export const remove = async (tx: Db, { providerId, houseId }: HouseScope, uid: string): Promise<void> => {
  await tx
    .deleteFrom('deviceSchedule')
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('uid', '=', uid)
    .execute();
};

export const active = async (db: Db, scope: HouseScope, deviceId: string): Promise<ActiveSchedule> => {
  const row = await db
    .selectFrom('activeSchedule')
    .innerJoin('deviceSchedule', (join) =>
      join
        .onRef('deviceSchedule.providerId', '=', 'activeSchedule.providerId')
        .onRef('deviceSchedule.houseId', '=', 'activeSchedule.houseId')
        .onRef('deviceSchedule.uid', '=', 'activeSchedule.uid'),
    )
    .select(['deviceSchedule.name', 'deviceSchedule.uid'])
    .where('activeSchedule.providerId', '=', scope.providerId)
    .where('activeSchedule.houseId', '=', scope.houseId)
    .where('activeSchedule.deviceId', '=', deviceId)
    .executeTakeFirst();
  return { ...(row ?? NO_SCHEDULE), deviceId };
};

/** It is due at once. */
export const activate = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  uid: string,
  now: Date,
): Promise<ActiveSchedule> => {
  const schedule = await get(db, scope, uid);
  if (schedule.deviceId !== deviceId) throw new AppError('not_found');
  await db
    .insertInto('activeSchedule')
    .values({ providerId: scope.providerId, houseId: scope.houseId, deviceId, uid, nextAt: now })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'houseId', 'deviceId']).doUpdateSet({ uid, nextAt: now }),
    )
    .execute();
  return { name: schedule.name, uid, deviceId };
};

export const deactivate = async (db: Db, scope: HouseScope, deviceId: string): Promise<void> => {
  await db
    .deleteFrom('activeSchedule')
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('deviceId', '=', deviceId)
    .execute();
};

export interface DueSchedule extends DeviceRef {
  readonly timezone: string;
  readonly events: DeviceSchedule['Event'];
}

/** Devices whose schedule is due, the longest first. */
export const devicesDue = async (db: Db, now: Date, limit: number): Promise<DeviceRef[]> => {
  const { rows } = await sql<DeviceRef>`
    select provider_id, house_id, device_id from active_schedule
    where next_at <= ${now.toISOString()} order by next_at limit ${limit}`.execute(db);
  return rows;
};

const keysOf = (devices: readonly DeviceRef[]) => sql`unnest(
  ${devices.map(({ providerId }) => providerId)}::text[],
  ${devices.map(({ houseId }) => houseId)}::text[],
  ${devices.map(({ deviceId }) => deviceId)}::text[])`;

/** Those of the devices, which are locked, that are still due. */
export const readDue = async (tx: Db, devices: readonly DeviceRef[], now: Date): Promise<DueSchedule[]> => {
  if (devices.length === 0) return [];
  const { rows } = await sql<DueSchedule>`
    select a.provider_id, a.house_id, a.device_id, h.timezone, s.events
    from ${keysOf(devices)} as d (provider_id, house_id, device_id)
    join active_schedule a using (provider_id, house_id, device_id)
    join device_schedule s on s.provider_id = a.provider_id and s.house_id = a.house_id and s.uid = a.uid
    join house h on h.provider_id = a.provider_id and h.id = a.house_id
    where a.next_at <= ${now.toISOString()}`.execute(tx);
  return rows;
};

/** `nextAt`: null: never again. */
export const setNext = async (
  tx: Db,
  rows: readonly (DeviceRef & { readonly nextAt: Date | null })[],
): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    update active_schedule a set next_at = n.next_at
    from unnest(
      ${rows.map(({ providerId }) => providerId)}::text[],
      ${rows.map(({ houseId }) => houseId)}::text[],
      ${rows.map(({ deviceId }) => deviceId)}::text[],
      ${rows.map(({ nextAt }) => nextAt?.toISOString() ?? null)}::timestamptz[]
    ) as n (provider_id, house_id, device_id, next_at)
    where a.provider_id = n.provider_id and a.house_id = n.house_id and a.device_id = n.device_id`.execute(
    tx,
  );
};
