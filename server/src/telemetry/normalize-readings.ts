import type { Value } from '#contract/entities/device.ts';
import type { DeviceRef, Reading } from '#domain/ports/device-link.ts';
import type { TelemetryRow } from '#domain/telemetry/meter.ts';
import { plausibilityOf } from '#domain/telemetry/plausible.ts';
import { slotsOf, asStored } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { StoredEntries } from '../db/tables.ts';
import type { LockedDevice } from '../stores/devices/device-states.ts';
import { changedEntries } from '../stores/devices/state-entries.ts';
import type { TimedValue } from '../stores/devices/state-entries.ts';

/** Readings older or further in the future than this are dropped. */
const MAX_AGE = 7 * DAY;
export const MAX_AHEAD = 5 * MINUTE;

export const isTimely = ({ time }: Reading, now: Date): boolean => {
  const distance = now.getTime() - time.getTime();
  return distance <= MAX_AGE && distance >= -MAX_AHEAD;
};

export const refKey = ({ providerId, houseId, deviceId }: DeviceRef): string =>
  `${providerId} ${houseId} ${deviceId}`;

const isGreater = (value: Value, than: Value | null | undefined): boolean =>
  than === undefined || than === null || value > than;

/** Cached by model: there are few models and many devices. */
const plausibilityChecks = new Map<string, ReturnType<typeof plausibilityOf>>();
const MAX_MODELS = 1_000;

const plausibilityCheckOf = (device: LockedDevice): ReturnType<typeof plausibilityOf> => {
  const key = `${device.kind}\n${device.mfg}\n${device.type ?? ''}`;
  const cached = plausibilityChecks.get(key);
  if (cached) return cached;
  if (plausibilityChecks.size >= MAX_MODELS) plausibilityChecks.clear();
  const made = plausibilityOf(device);
  plausibilityChecks.set(key, made);
  return made;
};

export interface NormalizedReadings {
  /** Sorted by time, one row per time. */
  readonly rows: readonly TelemetryRow[];
  /** What changes in the newest values: a late reading never replaces a newer one. */
  readonly changed: StoredEntries | null;
  /** ms; the newest reading of all. */
  readonly reportedAt: number;
}

/**
 * Turns the readings of one device into rows and state entries, without implausible values. Of two values for the same time
 * the greater one counts, so that the order of arrival does not matter.
 */
export const normalizeReadings = (
  device: LockedDevice,
  readings: readonly Reading[],
  now: Date,
): NormalizedReadings => {
  const slots = slotsOf(device.kind);
  const isPlausible = plausibilityCheckOf(device);
  const byTime = new Map<number, Partial<Record<Slot, Value>>>();
  const newest: Record<string, TimedValue> = {};
  for (const { time, values } of readings) {
    const at = time.getTime();
    let row = byTime.get(at);
    for (const key of Object.keys(values)) {
      const raw = values[key];
      if (raw === undefined || !isPlausible(key, raw)) continue;
      const value = asStored(raw);
      if (!row) byTime.set(at, (row = {}));
      const slot = slots[key];
      if (slot && isGreater(value, row[slot])) row[slot] = value;
      const newestSoFar = newest[key];
      if (!newestSoFar || at > newestSoFar.time || (at === newestSoFar.time && value > newestSoFar.value)) {
        newest[key] = { value, time: at };
      }
    }
  }
  const rows = [...byTime].map(([time, values]) => ({ time, values }));
  if (rows.length > 1) rows.sort((a, b) => a.time - b.time);
  const reportedAt = Math.max(device.reportedAt, rows.at(-1)?.time ?? 0);
  return { rows, changed: changedEntries(device, newest, reportedAt, now.getTime() + MAX_AHEAD), reportedAt };
};
