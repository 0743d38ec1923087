import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Change } from '#domain/telemetry/activity.ts';
import { LONGEST_GAP } from '#domain/telemetry/meter.ts';
import type { Signal, TelemetryRow, Use } from '#domain/telemetry/meter.ts';
import { FLAG_SLOTS, NUMBER_SLOTS, SLOTS } from '#domain/telemetry/slots.ts';
import type { Slot, SlotValues } from '#domain/telemetry/slots.ts';
import type { Db } from '../db/connection.ts';
import { copyRows } from '../db/copy.ts';
import type { StateEntries } from '../db/tables.ts';
import { snakeCase } from './snake-case.ts';

export interface DeviceSnapshot extends DeviceRef {
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly timezone: string;
  readonly entries: StateEntries;
  readonly reportedAt: Date;
  readonly meteredAt: Date | null;
  readonly watts: number | null;
  readonly cooling: boolean;
  readonly heating: boolean;
}

const idsOf = (refs: readonly DeviceRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ deviceId }) => deviceId)}::text[])`;

const lockStates = async (tx: Db, refs: readonly DeviceRef[]): Promise<DeviceSnapshot[]> => {
  const { rows } = await sql<DeviceSnapshot>`
    select s.provider_id, s.house_id, s.device_id, d.kind, d.mfg, d.type, h.timezone, s.entries, s.reported_at,
      s.metered_at, s.watts, s.cooling, s.heating
    from ${idsOf(refs)} as r (provider_id, house_id, device_id)
    join device_state s using (provider_id, house_id, device_id)
    join device d on d.provider_id = s.provider_id and d.house_id = s.house_id and d.id = s.device_id
    join house h on h.provider_id = s.provider_id and h.id = s.house_id
    order by s.provider_id, s.house_id, s.device_id
    for update of s`.execute(tx);
  return rows;
};

/**
 * Locks and reads the state rows of devices, and creates those that are missing; unknown devices are left out. Until the
 * transaction ends no other one stores readings of them.
 */
export const lockSnapshots = async (tx: Db, refs: readonly DeviceRef[]): Promise<DeviceSnapshot[]> => {
  const found = await lockStates(tx, refs);
  if (found.length === refs.length) return found;
  const { numAffectedRows = 0n } = await sql`
    insert into device_state (provider_id, house_id, device_id, entries, reported_at)
    select d.provider_id, d.house_id, d.id, '{}', to_timestamp(0)
    from ${idsOf(refs)} as r (provider_id, house_id, device_id)
    join device d on d.provider_id = r.provider_id and d.house_id = r.house_id and d.id = r.device_id
    order by 1, 2, 3
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n ? lockStates(tx, refs) : found;
};

export interface StateChange extends DeviceRef {
  /** All of them, old and new. */
  readonly entries: StateEntries;
  readonly reportedAt: Date;
  /** The newest meter values; null: none in this batch. */
  readonly signal: Signal | null;
}

/** Writes the state of locked devices, in one statement for the whole batch. */
export const writeStates = async (tx: Db, changes: readonly StateChange[]): Promise<void> => {
  await sql`
    update device_state as old set
      entries = new.entries,
      reported_at = greatest(old.reported_at, new.reported_at),
      metered_at = greatest(old.metered_at, new.metered_at),
      watts = case when new.metered_at >= coalesce(old.metered_at, '-infinity') then new.watts else old.watts end,
      cooling = case when new.metered_at >= coalesce(old.metered_at, '-infinity') then new.cooling else old.cooling end,
      heating = case when new.metered_at >= coalesce(old.metered_at, '-infinity') then new.heating else old.heating end
    from unnest(
      ${changes.map(({ providerId }) => providerId)}::text[],
      ${changes.map(({ houseId }) => houseId)}::text[],
      ${changes.map(({ deviceId }) => deviceId)}::text[],
      ${changes.map(({ entries }) => JSON.stringify(entries))}::jsonb[],
      ${changes.map(({ reportedAt }) => reportedAt.toISOString())}::timestamptz[],
      ${changes.map(({ signal }) => (signal ? isoOf(signal.time) : null))}::timestamptz[],
      ${changes.map(({ signal }) => signal?.watts ?? null)}::integer[],
      ${changes.map(({ signal }) => signal?.cooling ?? false)}::boolean[],
      ${changes.map(({ signal }) => signal?.heating ?? false)}::boolean[]
    ) as new (provider_id, house_id, device_id, entries, reported_at, metered_at, watts, cooling, heating)
    where old.provider_id = new.provider_id and old.house_id = new.house_id and old.device_id = new.device_id`.execute(
    tx,
  );
};

const isoOf = (time: number): string => new Date(time).toISOString();

const column = (slot: Slot) => sql.ref(snakeCase(slot));
const columns = sql.join(SLOTS.map(column));

export interface DeviceRow extends DeviceRef, TelemetryRow {}

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
  rows: readonly DeviceRow[],
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
export const mergeTelemetry = async (tx: Db, rows: readonly DeviceRow[]): Promise<void> => {
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
  const own = sql`provider_id = ${providerId} and house_id = ${houseId} and device_id = ${deviceId}`;
  const { rows } = await sql<StoredRow>`
    select time, ${columns} from telemetry where ${own} and time >= ${begin} order by time`.execute(tx);
  const newest = SLOTS.map(
    (slot) => sql`(
      select ${column(slot)} from telemetry
      where ${own} and time < ${begin} and ${column(slot)} is not null order by time desc limit 1
    ) as ${column(slot)}`,
  );
  const { rows: known } = await sql<StoredRow>`select ${sql.join(newest)}`.execute(tx);
  return { before: known[0] ?? {}, rows: rows.map(toRow) };
};

export interface HourUse extends DeviceRef {
  /** ms. */
  readonly hour: number;
  readonly use: Use;
}

const addTo = async (
  tx: Db,
  table: 'energy_hour' | 'runtime_hour',
  [first, second]: readonly [string, string],
  uses: readonly (DeviceRef & { readonly hour: number; readonly amounts: readonly [number, number] })[],
): Promise<void> => {
  const changed = uses.filter(({ amounts }) => amounts[0] !== 0 || amounts[1] !== 0);
  if (changed.length === 0) return;
  const [a, b] = [sql.ref(first), sql.ref(second)];
  await sql`
    insert into ${sql.table(table)} as old (provider_id, house_id, device_id, hour, ${a}, ${b})
    select * from unnest(
      ${changed.map(({ providerId }) => providerId)}::text[],
      ${changed.map(({ houseId }) => houseId)}::text[],
      ${changed.map(({ deviceId }) => deviceId)}::text[],
      ${changed.map(({ hour }) => isoOf(hour))}::timestamptz[],
      ${changed.map(({ amounts }) => String(amounts[0]))}::bigint[],
      ${changed.map(({ amounts }) => String(amounts[1]))}::bigint[])
    on conflict (provider_id, house_id, device_id, hour) do update set
      ${a} = old.${a} + excluded.${a}, ${b} = old.${b} + excluded.${b}`.execute(tx);
};

/** Adds to the stored hours. Each device and hour may be given once only. */
export const addUses = async (tx: Db, uses: readonly HourUse[]): Promise<void> => {
  await addTo(
    tx,
    'energy_hour',
    ['taken_mj', 'given_mj'],
    uses.map(({ use, ...of }) => ({ ...of, amounts: [use.taken, use.given] })),
  );
  await addTo(
    tx,
    'runtime_hour',
    ['cool_ms', 'heat_ms'],
    uses.map(({ use, ...of }) => ({ ...of, amounts: [use.cool, use.heat] })),
  );
};

export interface DeviceChange extends DeviceRef, Change {}

export const insertActivity = async (tx: Db, changes: readonly DeviceChange[]): Promise<void> => {
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
