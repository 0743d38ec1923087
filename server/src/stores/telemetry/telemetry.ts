import { sql } from 'kysely';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Change } from '#domain/telemetry/activity.ts';
import { LONGEST_GAP } from '#domain/telemetry/meter.ts';
import type { TelemetryRow } from '#domain/telemetry/meter.ts';
import { FLAG_SLOTS, NUMBER_SLOTS, SLOTS } from '#domain/telemetry/slots.ts';
import type { Slot, SlotValues } from '#domain/telemetry/slots.ts';
import type { Db } from '../../db/connection.ts';
import { copyRows } from '../../db/postgres/copy.ts';
import { isoOf } from '../sql/iso-time.ts';
import { snakeCase } from '../sql/snake-case.ts';

const column = (slot: Slot) => sql.ref(snakeCase(slot));
const columns = sql.join(SLOTS.map(column));

export interface DeviceTelemetryRow extends DeviceRef, TelemetryRow {}

const isIn = (slots: readonly Slot[], slot: Slot): boolean => slots.includes(slot);
const typeOf = (slot: Slot): string =>
  isIn(NUMBER_SLOTS, slot) ? 'real[]' : isIn(FLAG_SLOTS, slot) ? 'boolean[]' : 'text[]';

/** Most devices use a third of the columns. */
const slotsIn = (rows: readonly TelemetryRow[]): readonly Slot[] =>
  SLOTS.filter((slot) => rows.some(({ values }) => (values[slot] ?? null) !== null));

const slotArrays = (rows: readonly TelemetryRow[], slots: readonly Slot[]) =>
  sql.join(
    slots.map((slot) => sql`${rows.map(({ values }) => values[slot] ?? null)}::${sql.raw(typeOf(slot))}`),
  );

/** Inserts rows that are not stored yet: those of a simulated history, or newer than all rows of their device. */
export const appendTelemetry = (
  tx: Db,
  rows: readonly DeviceTelemetryRow[],
  into: 'telemetry' | 'telemetry_hour' = 'telemetry',
): Promise<void> => {
  const slots = slotsIn(rows);
  return copyRows(
    tx,
    into,
    ['provider_id', 'house_id', 'device_id', 'time', ...slots.map(snakeCase)],
    rows.map(({ providerId, houseId, deviceId, time, values }) => [
      providerId,
      houseId,
      deviceId,
      isoOf(time),
      ...slots.map((slot) => values[slot] ?? null),
    ]),
  );
};

/**
 * Stores one row per device and time: a row that exists is merged with the new one, with the same result in either order. The
 * given rows must not contain a device and time twice.
 */
export const mergeTelemetry = async (tx: Db, rows: readonly DeviceTelemetryRow[]): Promise<void> => {
  const slots = slotsIn(rows);
  if (slots.length === 0) return;
  const merged = slots.map((slot) => sql`greatest(old.${column(slot)}, excluded.${column(slot)})`);
  await sql`
    insert into telemetry as old (provider_id, house_id, device_id, time, ${sql.join(slots.map(column))})
    select * from unnest(
      ${rows.map(({ providerId }) => providerId)}::text[],
      ${rows.map(({ houseId }) => houseId)}::text[],
      ${rows.map(({ deviceId }) => deviceId)}::text[],
      ${rows.map(({ time }) => isoOf(time))}::timestamptz[],
      ${slotArrays(rows, slots)})
    on conflict (provider_id, house_id, device_id, time) do update set
      ${sql.join(slots.map((slot, index) => sql`${column(slot)} = ${merged[index]}`))}
    where (${sql.join(slots.map((slot) => sql`old.${column(slot)}`))}) is distinct from (${sql.join(merged)})`.execute(
    tx,
  );
};

type StoredRow = Readonly<Record<Slot, string | number | boolean | null>> & { readonly time: Date };

const toRow = ({ time, ...values }: StoredRow): TelemetryRow => ({
  time: time.getTime(),
  values,
});

/** The rows of a device from one gap before `from` on, oldest first, and the last value of each slot before them. */
export const rowsAround = async (
  tx: Db,
  { providerId, houseId, deviceId }: DeviceRef,
  from: number,
): Promise<{ readonly before: SlotValues; readonly rows: TelemetryRow[] }> => {
  const begin = isoOf(from - LONGEST_GAP);
  const isOfDevice = sql`provider_id = ${providerId} and house_id = ${houseId} and device_id = ${deviceId}`;
  const { rows } = await sql<StoredRow>`
    select time, ${columns} from telemetry where ${isOfDevice} and time >= ${begin} order by time`.execute(
    tx,
  );
  const newest = SLOTS.map(
    (slot) => sql`(
      select ${column(slot)} from telemetry
      where ${isOfDevice} and time < ${begin} and ${column(slot)} is not null order by time desc limit 1
    ) as ${column(slot)}`,
  );
  const { rows: newestRows } = await sql<StoredRow>`select ${sql.join(newest)}`.execute(tx);
  return { before: newestRows[0] ?? {}, rows: rows.map(toRow) };
};

export interface DeviceActivityChange extends DeviceRef, Change {}

export const insertActivity = async (tx: Db, changes: readonly DeviceActivityChange[]): Promise<void> => {
  if (changes.length === 0) return;
  await sql`
    insert into device_activity (provider_id, house_id, device_id, time, key, value)
    select * from unnest(
      ${changes.map(({ providerId }) => providerId)}::text[],
      ${changes.map(({ houseId }) => houseId)}::text[],
      ${changes.map(({ deviceId }) => deviceId)}::text[],
      ${changes.map(({ time }) => isoOf(time))}::timestamptz[],
      ${changes.map(({ key }) => key)}::text[],
      ${changes.map(({ value }) => JSON.stringify(value))}::jsonb[])
    on conflict (provider_id, house_id, device_id, time, key) do update set value = excluded.value`.execute(
    tx,
  );
};

export const deleteActivityFrom = async (
  tx: Db,
  { providerId, houseId, deviceId }: DeviceRef,
  from: number,
): Promise<void> => {
  await tx
    .deleteFrom('deviceActivity')
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('deviceId', '=', deviceId)
    .where('time', '>=', new Date(from))
    .execute();
};
