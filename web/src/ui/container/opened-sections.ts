import { useSyncExternalStore } from 'react';

/** Names of the sections that somebody has opened. They stay open on the way back to the page, and when it is laid out anew. */
const opened = new Set<string>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsOpened = (name: string): boolean => useSyncExternalStore(subscribe, () => opened.has(name));

export const toggleSection = (name: string): void => {
  if (!opened.delete(name)) opened.add(name);
  for (const listener of listeners) listener();
};
