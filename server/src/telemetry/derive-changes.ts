import type { Value } from '#contract/entities/device.ts';
import { changesIn } from '#domain/telemetry/activity.ts';
import type { Change } from '#domain/telemetry/activity.ts';
import { advanceMeter, changedUse, quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import type { MeterChange, Signal, TelemetryRow } from '#domain/telemetry/meter.ts';
import { SLOTS, slotsOf } from '#domain/telemetry/slots.ts';
import type { Slot, SlotValues } from '#domain/telemetry/slots.ts';
import type { Db } from '../db/connection.ts';
import type { LockedDevice } from '../stores/devices/device-states.ts';
import { rowsAround } from '../stores/telemetry/telemetry.ts';

/** What follows from new rows of a device: energy and runtime, and activity. */
export interface DerivedChanges {
  readonly meter: MeterChange;
  readonly changes: readonly Change[];
  /** Stored activity from this time on is replaced by `changes`; null: they are added. */
  readonly replacesFrom: number | null;
}

const signalsIn = (device: LockedDevice, rows: readonly TelemetryRow[]): Signal[] =>
  rows.flatMap((row) => signalOf(device.kind, row) ?? []);

const lastValuesOf = ({ kind, entries }: LockedDevice): SlotValues => {
  const slots = slotsOf(kind);
  const values: Partial<Record<Slot, Value | null>> = {};
  for (const key of Object.keys(entries)) {
    const slot = slots[key];
    if (slot) values[slot] = entries[key]?.value ?? null;
  }
  return values;
};

/** The usual case: all rows are newer than the stored ones. */
const deriveFromNewRows = (device: LockedDevice, rows: readonly TelemetryRow[]): DerivedChanges => {
  const signals = signalsIn(device, rows);
  const { signal: last } = device.meter;
  const changes = quarterlyUse(last ? [last, ...signals] : signals);
  return {
    meter: advanceMeter(device.meter, changes, signals.at(-1) ?? null),
    changes: changesIn(device.kind, lastValuesOf(device), rows),
    replacesFrom: null,
  };
};

const greaterOf = (a: Value | null | undefined, b: Value | null | undefined): Value | null => {
  if (a === undefined || a === null) return b ?? null;
  return b === undefined || b === null || a > b ? a : b;
};

/** Merges two rows of the same time in the same way as `mergeTelemetry`. */
const mergeValues = (a: SlotValues, b: SlotValues): SlotValues => {
  const values: Partial<Record<Slot, Value | null>> = {};
  for (const slot of SLOTS) values[slot] = greaterOf(a[slot], b[slot]);
  return values;
};

const mergeRows = (stored: readonly TelemetryRow[], rows: readonly TelemetryRow[]): TelemetryRow[] => {
  const byTime = new Map(stored.map((row) => [row.time, row]));
  for (const row of rows) {
    const old = byTime.get(row.time);
    byTime.set(row.time, old ? { ...row, values: mergeValues(old.values, row.values) } : row);
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time);
};

/** For late or repeated rows: compares the stored rows around them before and after the merge. */
const deriveWithStoredRows = async (
  tx: Db,
  device: LockedDevice,
  rows: readonly TelemetryRow[],
  from: number,
): Promise<DerivedChanges> => {
  const stored = await rowsAround(tx, device, from);
  const after = mergeRows(stored.rows, rows);
  const signals = signalsIn(device, after);
  const begin = after[0]?.time ?? from;
  const newest = signals.at(-1) ?? null;
  const last = device.meter.signal;
  return {
    meter: advanceMeter(
      device.meter,
      changedUse(signalsIn(device, stored.rows), signals),
      last && newest && newest.time < last.time ? last : newest,
    ),
    changes: changesIn(device.kind, stored.before, after),
    replacesFrom: begin,
  };
};

/** The rows must be in the order of time, and not be stored yet. Only late ones need the database. */
export const deriveChanges = (
  tx: Db,
  device: LockedDevice,
  rows: readonly TelemetryRow[],
): DerivedChanges | Promise<DerivedChanges> => {
  const from = rows[0]?.time ?? Number.POSITIVE_INFINITY;
  return from > device.reportedAt
    ? deriveFromNewRows(device, rows)
    : deriveWithStoredRows(tx, device, rows, from);
};
