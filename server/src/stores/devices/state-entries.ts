import type { Value } from '#contract/entities/device.ts';
import type { StateEntries, StoredEntries } from '../../db/tables.ts';

/** Entries with the time of each; stored ones without a time were reported at `reportedAt`. */
export const withTimes = (stored: StoredEntries, reportedAt: Date | string): StateEntries => {
  const newest = new Date(reportedAt).toISOString();
  const entries: Record<string, StateEntries[string]> = {};
  for (const key of Object.keys(stored)) {
    const entry = stored[key];
    if (entry) entries[key] = { value: entry.value, time: entry.time ?? newest };
  }
  return entries;
};

/** What a household sees of a device: entries that were reported before it moved in are left out. */
export const seenEntries = (
  stored: StoredEntries | null,
  reportedAt: Date | string | null,
  since: Date,
): StateEntries => {
  if (!stored || !reportedAt) return {};
  const entries = withTimes(stored, reportedAt);
  const from = since.toISOString();
  return Object.fromEntries(Object.entries(entries).filter(([, { time }]) => time >= from));
};

/** A value and its time in ms. */
export interface TimedValue {
  readonly value: Value;
  readonly time: number;
}

interface StoredState {
  readonly entries: StoredEntries;
  /** ms. */
  readonly reportedAt: number;
}

const storedForm = (value: Value, time: number, reportedAt: number): StoredEntries[string] =>
  time === reportedAt ? { value } : { value, time: new Date(time).toISOString() };

/**
 * The stored entries that have to change so that they hold the newer of what is stored and what was reported, as of the new
 * `reportedAt`; null: none. Most values stay the same from one reading to the next, and need not be written again. Of two
 * values for the same time the greater one counts. What is stored for a time after `latest` was stored while the clock was ahead,
 * and is replaced.
 */
export const changedEntries = (
  { entries, reportedAt: before }: StoredState,
  reported: Readonly<Record<string, TimedValue>>,
  reportedAt: number,
  latest = Number.POSITIVE_INFINITY,
): StoredEntries | null => {
  let changed: Record<string, StoredEntries[string]> | null = null;
  for (const key of Object.keys(reported)) {
    const now = reported[key];
    if (!now) continue;
    const old = entries[key];
    const oldTime = old?.time === undefined ? before : Date.parse(old.time);
    const isNewer =
      !old || now.time > oldTime || oldTime > latest || (now.time === oldTime && now.value > old.value);
    const [value, time] = isNewer ? [now.value, now.time] : [old.value, oldTime];
    const isSame =
      old?.value === value &&
      (time === reportedAt ? old.time === undefined : old.time !== undefined && oldTime === time);
    if (!isSame) (changed ??= {})[key] = storedForm(value, time, reportedAt);
  }
  if (reportedAt === before) return changed;
  for (const key of Object.keys(entries)) {
    const old = entries[key];
    if (!old || old.time !== undefined || reported[key]) continue;
    (changed ??= {})[key] = storedForm(old.value, before, reportedAt);
  }
  return changed;
};
