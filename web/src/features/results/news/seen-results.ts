import { useSyncExternalStore } from 'react';
import type { LatestResult } from '#contract/entities/result.ts';
import { stored } from '#web/lib/browser/storage.ts';

let seen: readonly string[] | null = null;
/** Those of this visit: they stay where they are until the next one. */
export const shownNow = new Set<string>();
/** Told when a result was read or dismissed. */
export const listeners = new Set<() => void>();

/** Keys of the results that were shown, read or dismissed. */
export const seenKeys = (): readonly string[] => (seen ??= stored('seenResults') ?? []);

/** Every change makes a new list. */
export const setSeenKeys = (keys: readonly string[]): void => {
  seen = keys;
};

export const resultKey = (userId: string, { dispatchId, savedWh }: LatestResult): string =>
  `${userId} ${dispatchId} ${savedWh ?? 'none'}`;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Which results are no news any more, by their keys. */
export const useSeenResults = (): ((key: string) => boolean) => {
  const keys = useSyncExternalStore(subscribe, seenKeys);
  return (key) => keys.includes(key) && !shownNow.has(key);
};
