import type { Value } from '#contract/entities/device.ts';
import type { DeviceRef, Reading } from '#domain/ports/device-link.ts';
import type { TelemetryRow } from '#domain/telemetry/meter.ts';
import { plausibilityOf } from '#domain/telemetry/plausible.ts';
import { slotsOf, storable } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import { DAY, MINUTE } from '#domain/time.ts';
import type { StateEntries } from '../db/tables.ts';
import type { DeviceSnapshot } from '../stores/telemetry.ts';

/** Older or further ahead than this, a reading is not believed. */
const OLDEST = 7 * DAY;
export const AHEAD = 5 * MINUTE;

export const isTimely = ({ time }: Reading, now: Date): boolean => {
  const distance = now.getTime() - time.getTime();
  return distance <= OLDEST && distance >= -AHEAD;
};

export const refKey = ({ providerId, houseId, deviceId }: DeviceRef): string =>
  `${providerId} ${houseId} ${deviceId}`;

const isGreater = (value: Value, than: Value | null | undefined): boolean =>
  than === undefined || than === null || value > than;

/** By model: there are few of them and many devices. */
const checks = new Map<string, ReturnType<typeof plausibilityOf>>();
const MOST_MODELS = 1_000;

const checkOf = (device: DeviceSnapshot): ReturnType<typeof plausibilityOf> => {
  const key = JSON.stringify([device.kind, device.mfg, device.type]);
  const known = checks.get(key);
  if (known) return known;
  if (checks.size >= MOST_MODELS) checks.clear();
  const made = plausibilityOf(device);
  checks.set(key, made);
  return made;
};

export interface NormalizedReadings {
  /** In the order of time, each moment once. */
  readonly rows: readonly TelemetryRow[];
  /** The newest value of each key, as it was or as it is told now: a late one never replaces a newer one. */
  readonly entries: StateEntries;
}

/**
 * What the readings of one device say, without what cannot be. Of two values for the same moment the greater counts, so
 * that the order in which they came does not matter.
 */
export const normalizeReadings = (device: DeviceSnapshot, readings: readonly Reading[]): NormalizedReadings => {
  const slots = slotsOf(device.kind);
  const isPlausible = checkOf(device);
  const byTime = new Map<number, Partial<Record<Slot, Value>>>();
  const entries: Record<string, StateEntries[string]> = { ...device.entries };
  for (const { time, values } of readings) {
    const stamp = time.toISOString();
    const told = Object.entries(values)
      .filter(([key, value]) => isPlausible(key, value))
      .map(([key, value]) => [key, storable(value)] as const);
    if (told.length === 0) continue;
    const row = byTime.get(time.getTime()) ?? {};
    byTime.set(time.getTime(), row);
    for (const [key, value] of told) {
      const slot = slots[key];
      if (slot && isGreater(value, row[slot])) row[slot] = value;
      const known = entries[key];
      const isNewer = !known || stamp > known.time || (stamp === known.time && isGreater(value, known.value));
      if (isNewer) entries[key] = { value, time: stamp };
    }
  }
  const rows = [...byTime].map(([time, values]) => ({ time, values })).toSorted((a, b) => a.time - b.time);
  return { rows, entries };
};
