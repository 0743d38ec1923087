import { useSyncExternalStore } from 'react';
import { paths } from '../lib/routing/paths.ts';
import { leaveFor, navigate } from '../lib/routing/router.ts';
import { api } from './session.ts';
import { store, stored } from '../lib/browser/storage.ts';

const listeners = new Set<() => void>();

/** The house that the address asks for, as links in mails do; else the selected one, from local storage; else the first. */
export const useSelectedHouse = (houses: readonly string[], requestedId: string | null): string | null => {
  const chosen = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => stored('houseId'),
  );
  return houses.find((id) => id === requestedId) ?? houses.find((id) => id === chosen) ?? houses[0] ?? null;
};

export const storeSelectedHouse = (houseId: string): void => {
  if (stored('houseId') !== houseId) store('houseId', houseId);
};

export const selectHouse = (houseId: string): void =>
  leaveFor(paths.home, () => {
    store('houseId', houseId);
    store('selectedHouse', null);
    api.forgetRefusals();
    for (const listener of listeners) listener();
    navigate(paths.home);
  });
