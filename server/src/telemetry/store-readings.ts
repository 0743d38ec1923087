import type { DeviceRef, Reading } from '#domain/ports/device-link.ts';
import { hourlyUse } from '#domain/telemetry/meter.ts';
import { isTimeZone } from '#domain/time/time-zone.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { isDataError } from '../db/data-error.ts';
import { lockDevices, writeStates } from '../stores/devices/device-states.ts';
import type { LockedDevice, StateChange } from '../stores/devices/device-states.ts';
import { addUses } from '../stores/telemetry/roll-ups.ts';
import type { UseChange } from '../stores/telemetry/roll-ups.ts';
import {
  appendTelemetry,
  deleteActivityFrom,
  insertActivity,
  mergeTelemetry,
} from '../stores/telemetry/telemetry.ts';
import type { DeviceActivityChange, DeviceTelemetryRow } from '../stores/telemetry/telemetry.ts';
import { deriveChanges } from './derive-changes.ts';
import type { DerivedChanges } from './derive-changes.ts';
import { normalizeReadings, refKey } from './normalize-readings.ts';
import type { NormalizedReadings } from './normalize-readings.ts';

/** The readings of one device. */
type DeviceReadings = readonly [Reading, ...Reading[]];

/** A device whose readings cannot be stored, and why. */
export interface LeftOut {
  readonly device: DeviceRef;
  readonly readings: number;
  readonly error: unknown;
}

export interface StoredReadings {
  /** Devices with stored readings. */
  readonly devices: readonly DeviceRef[];
  readonly leftOut: readonly LeftOut[];
}

/** All that one transaction writes. */
class Writes {
  readonly states: StateChange[] = [];
  readonly newer: DeviceTelemetryRow[] = [];
  readonly late: DeviceTelemetryRow[] = [];
  readonly quarters: UseChange[] = [];
  readonly hours: UseChange[] = [];
  readonly activity: DeviceActivityChange[] = [];

  /** Returns a promise for late rows only: waiting for each device of a batch would take longer than computing it. */
  add(tx: Db, device: LockedDevice, readings: readonly Reading[], now: Date): Promise<void> | undefined {
    const normalized = normalizeReadings(device, readings, now);
    if (normalized.rows.length === 0) return undefined;
    const derived = deriveChanges(tx, device, normalized.rows);
    if (!(derived instanceof Promise)) {
      this.#collect(device, normalized, derived);
      return undefined;
    }
    return derived.then(async (changes) => {
      if (changes.replacesFrom !== null) await deleteActivityFrom(tx, device, changes.replacesFrom);
      this.#collect(device, normalized, changes);
    });
  }

  #collect(
    { ctid, providerId, houseId, deviceId, timezone, reportedAt: before }: LockedDevice,
    { rows, changed, reportedAt }: NormalizedReadings,
    { meter, changes }: DerivedChanges,
  ): void {
    for (const { time, values } of rows) {
      const into = time > before ? this.newer : this.late;
      into.push({ providerId, houseId, deviceId, time, values });
    }
    if (meter.over.size > 0) {
      for (const [time, use] of meter.over) this.quarters.push({ providerId, houseId, deviceId, time, use });
      for (const [time, use] of hourlyUse(meter.over, timezone)) {
        this.hours.push({ providerId, houseId, deviceId, time, use });
      }
    }
    for (const change of changes) this.activity.push({ providerId, houseId, deviceId, ...change });
    this.states.push({ ctid, providerId, houseId, deviceId, changed, reportedAt, meter: meter.state });
  }

  async execute(tx: Db): Promise<void> {
    if (this.states.length === 0) return;
    await writeStates(tx, this.states);
    await appendTelemetry(tx, this.newer);
    await mergeTelemetry(tx, this.late);
    await addUses(tx, 'quarters', this.quarters);
    await addUses(tx, 'hours', this.hours);
    await insertActivity(tx, this.activity);
  }
}

const storeInOneTransaction = (
  db: RootDb,
  groups: readonly DeviceReadings[],
  now: Date,
): Promise<StoredReadings> =>
  db.transaction().execute(async (tx) => {
    const devices = await lockDevices(
      tx,
      groups.map(([first]) => first),
      now,
    );
    const writes = new Writes();
    const leftOut: LeftOut[] = [];
    for (const device of devices) {
      const readings = groups[device.index] ?? [];
      if (isTimeZone(device.timezone)) {
        const late = writes.add(tx, device, readings, now);
        if (late) await late;
      } else {
        const error = new RangeError(`the house has no valid time zone: ${device.timezone}`);
        leftOut.push({ device, readings: readings.length, error });
      }
    }
    await writes.execute(tx);
    return { devices: writes.states, leftOut };
  });

const joined = (parts: readonly StoredReadings[]): StoredReadings => ({
  devices: parts.flatMap(({ devices }) => devices),
  leftOut: parts.flatMap(({ leftOut }) => leftOut),
});

/** Halves what cannot be stored until one device is left, which is left out: its error must not cost the others' readings. */
const storeWhatCanBe = async (
  db: RootDb,
  groups: readonly DeviceReadings[],
  now: Date,
): Promise<StoredReadings> => {
  try {
    return await storeInOneTransaction(db, groups, now);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const [only] = groups;
    if (groups.length === 1 && only) {
      return { devices: [], leftOut: [{ device: only[0], readings: only.length, error }] };
    }
    const middle = Math.ceil(groups.length / 2);
    const halves = [groups.slice(0, middle), groups.slice(middle)];
    const parts: StoredReadings[] = [];
    for (const half of halves) parts.push(await storeWhatCanBe(db, half, now));
    return joined(parts);
  }
};

/** Devices per transaction, at most. */
const CHUNK = 750;
/** Transactions at a time: while one waits for the database, another one is computed. */
const AT_ONCE = 3;

/**
 * Stores newest state, rows, roll-ups and activity. The result depends on the readings only: not on their order, on their
 * batches, or on repeated delivery. What of a device is stored is stored in one transaction.
 */
export const storeReadings = async (
  db: RootDb,
  readings: readonly Reading[],
  now: Date,
): Promise<StoredReadings> => {
  // Sorted here, not in the database, which would compare texts by its locale.
  const groups = [...Map.groupBy(readings, refKey)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => own) as unknown as readonly DeviceReadings[];
  const count = Math.ceil(groups.length / CHUNK);
  // Of one size: a transaction for the few that are left over would cost as much as a full one waits for the disk.
  const size = Math.ceil(groups.length / count);
  const chunks = Array.from({ length: count }, (_, index) => groups.slice(index * size, (index + 1) * size));
  const parts: StoredReadings[] = [];
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (let chunk = chunks.shift(); chunk && failures.length === 0; chunk = chunks.shift()) {
      await storeWhatCanBe(db, chunk, now).then(
        (part) => parts.push(part),
        (error: unknown) => failures.push(error),
      );
    }
  };
  // All of them are awaited, also where one fails: nothing is written any more once the caller goes on.
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, chunks.length) }, work));
  if (failures.length > 0) throw failures[0];
  return joined(parts);
};
