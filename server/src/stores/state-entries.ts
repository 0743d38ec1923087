import type { StateEntries, StoredEntries } from '../db/tables.ts';

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

/**
 * The stored entries that have to change so that they say `entries`, with the new `reportedAt` in their row; null: none. Most
 * values stay the same from one reading to the next, and need not be written again.
 */
export const changedEntries = (
  stored: StoredEntries,
  entries: StateEntries,
  reportedAt: string,
): StoredEntries | null => {
  let changed: Record<string, StoredEntries[string]> | null = null;
  for (const key of Object.keys(entries)) {
    const entry = entries[key];
    if (!entry) continue;
    const old = stored[key];
    const time = entry.time === reportedAt ? undefined : entry.time;
    if (old && old.value === entry.value && old.time === time) continue;
    changed ??= {};
    changed[key] = time === undefined ? { value: entry.value } : { value: entry.value, time };
  }
  return changed;
};
