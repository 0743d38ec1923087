import { useSyncExternalStore } from 'react';

/** What the dialog of leaving is opened for. */
export interface OptOutRequest {
  readonly dispatchId: string;
  /** null: for the whole dispatch. */
  readonly deviceId: string | null;
  /** The choice that is marked when it opens; null: none. */
  readonly choice: 'ease' | 'device' | 'all' | null;
}

let request: OptOutRequest | null = null;
const listeners = new Set<() => void>();

const change = (next: OptOutRequest | null): void => {
  request = next;
  for (const listener of listeners) listener();
};

export const openOptOut = (next: OptOutRequest): void => change(next);
export const closeOptOut = (): void => change(null);

export const useOptOutRequest = (): OptOutRequest | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => request,
  );

/** The element that shows how leaving proceeds; the focus goes there once the dialog has closed. */
export const leftElementId = (deviceId: string | null): string => `left-${deviceId ?? 'all'}`;
