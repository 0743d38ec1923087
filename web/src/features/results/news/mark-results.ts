import { store, stored } from '#web/lib/browser/storage.ts';
import { listeners, seenKeys, setSeenKeys, shownNow } from './seen-results.ts';

const MOST_KEPT = 50;

const add = (key: string): void => {
  // Another tab may have added some.
  const others = (stored('seenResults') ?? []).filter((one) => one !== key);
  const keys = [...others, key].slice(-MOST_KEPT);
  setSeenKeys(keys);
  store('seenResults', keys);
};

/** It was read or dismissed: from now on it is not told by itself. */
export const markAsSeen = (key: string): void => {
  add(key);
  shownNow.delete(key);
  for (const listener of listeners) listener();
};

/** It stands before somebody's eyes: told once, it comes to rest with the next visit. */
export const markAsShown = (key: string): void => {
  if (seenKeys().includes(key)) return;
  shownNow.add(key);
  add(key);
};
