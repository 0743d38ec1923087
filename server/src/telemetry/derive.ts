import type { Value } from '#contract/entities/device.ts';
import { changesIn } from '#domain/telemetry/activity.ts';
import type { Change } from '#domain/telemetry/activity.ts';
import { signalOf, hourlyUse, changedUse } from '#domain/telemetry/meter.ts';
import type { Signal, TelemetryRow, Use } from '#domain/telemetry/meter.ts';
import { SLOTS, slotsOf } from '#domain/telemetry/slots.ts';
import type { Slot, SlotValues } from '#domain/telemetry/slots.ts';
import type { Db } from '../db/connection.ts';
import { rowsAround } from '../stores/telemetry.ts';
import type { DeviceSnapshot } from '../stores/telemetry.ts';

/** What new rows of a device change beside themselves. */
export interface Derived {
  readonly uses: ReadonlyMap<number, Use>;
  readonly changes: readonly Change[];
  /** From when on the activity that is stored must give way to `changes`; null: they are simply added. */
  readonly replacesFrom: number | null;
  /** The last that the meters said. */
  readonly signal: Signal | null;
}

const signalsIn = (device: DeviceSnapshot, rows: readonly TelemetryRow[]): Signal[] =>
  rows.flatMap((row) => signalOf(device.kind, row) ?? []);

const knownOf = ({ kind, entries }: DeviceSnapshot): SlotValues =>
  Object.fromEntries(Object.entries(slotsOf(kind)).map(([key, slot]) => [slot, entries[key]?.value ?? null]));

/** The usual case: everything is newer than what was known. */
const deriveNext = (device: DeviceSnapshot, rows: readonly TelemetryRow[]): Derived => {
  const signals = signalsIn(device, rows);
  const { meteredAt, watts, cooling, heating } = device;
  const last = meteredAt ? [{ time: meteredAt.getTime(), watts, cooling, heating }] : [];
  return {
    uses: hourlyUse([...last, ...signals], device.timezone),
    changes: changesIn(device.kind, knownOf(device), rows),
    replacesFrom: null,
    signal: signals.at(-1) ?? null,
  };
};

const greaterOf = (a: Value | null | undefined, b: Value | null | undefined): Value | null => {
  if (a === undefined || a === null) return b ?? null;
  return b === undefined || b === null || a > b ? a : b;
};

/** As the database joins two rows of one moment. */
const joined = (a: SlotValues, b: SlotValues): SlotValues => {
  const values: Partial<Record<Slot, Value | null>> = {};
  for (const slot of SLOTS) values[slot] = greaterOf(a[slot], b[slot]);
  return values;
};

const withRows = (stored: readonly TelemetryRow[], rows: readonly TelemetryRow[]): TelemetryRow[] => {
  const byTime = new Map(stored.map((row) => [row.time, row]));
  for (const row of rows) {
    const old = byTime.get(row.time);
    byTime.set(row.time, old ? { ...row, values: joined(old.values, row.values) } : row);
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time);
};

/** Late or known already: looks at what is stored around it, and says how that changes. */
const deriveAmong = async (
  tx: Db,
  device: DeviceSnapshot,
  rows: readonly TelemetryRow[],
  from: number,
): Promise<Derived> => {
  const stored = await rowsAround(tx, device, from);
  const after = withRows(stored.rows, rows);
  const signals = signalsIn(device, after);
  const begin = after[0]?.time ?? from;
  return {
    uses: changedUse(signalsIn(device, stored.rows), signals, device.timezone),
    changes: changesIn(device.kind, stored.before, after),
    replacesFrom: begin,
    signal: signals.at(-1) ?? null,
  };
};

/** The rows must be in the order of time, and not be stored yet. */
export const derive = (tx: Db, device: DeviceSnapshot, rows: readonly TelemetryRow[]): Promise<Derived> => {
  const from = rows[0]?.time ?? Number.POSITIVE_INFINITY;
  return from > device.reportedAt.getTime()
    ? Promise.resolve(deriveNext(device, rows))
    : deriveAmong(tx, device, rows, from);
};
