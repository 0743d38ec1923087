import { useSyncExternalStore } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { SettingDraft } from '#domain/control/settings/setting-form.ts';
import { changesOf, draftOf } from '#domain/control/settings/setting-form.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { onSessionEnd } from '#web/api/session.ts';
import { temperatureUnit } from '#web/lib/language/format.ts';
import { DEVICE_TABS, devicePath } from '#web/lib/routing/paths.ts';
import { useUnsaved } from '#web/ui/form/unsaved.ts';

export type Edits = Readonly<Partial<SettingDraft>>;

export const withoutValve = (edits: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([field]) => field !== 'valve'));

/** Those made since `saved` was sent. */
const editsSince = (saved: Edits, edits: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(([field, value]) => value !== saved[field as keyof SettingDraft]),
  );

const NO_EDITS: Edits = {};

/** Unsaved edits by device. They survive a switch of tabs, and end with the session. */
const editsByDevice = new Map<string, Edits>();
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

const editsOf = (deviceId: string): Edits => editsByDevice.get(deviceId) ?? NO_EDITS;

/** Listeners are called before the input event ends; a field that is rendered later loses the caret. */
const storeEdits = (deviceId: string, edits: Edits): void => {
  editsByDevice.set(deviceId, edits);
  notify();
};

onSessionEnd(() => {
  editsByDevice.clear();
  notify();
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSettingsDraft = (device: DashboardDevice) => ({
  edits: useSyncExternalStore(subscribe, () => editsOf(device.id)),
  setEdits: (next: Edits) => storeEdits(device.id, next),
  dropSavedEdits: (saved: Edits) => storeEdits(device.id, editsSince(saved, editsOf(device.id))),
  /** The edit of the valve must be confirmed again when the form is opened again. */
  dropValveEdit: () => storeEdits(device.id, withoutValve(editsOf(device.id))),
});

/** On every tab of the device: its other tabs keep the edits, everything else loses them. */
export const useUnsavedSettings = (device: DashboardDevice): void => {
  const home = useHouse();
  const { edits, setEdits } = useSettingsDraft(device);
  const unit = temperatureUnit();
  const { changes, errors } = changesOf(
    device,
    { ...draftOf(device, unit), ...edits },
    { unit, switches: home.settings, acknowledged: null },
  );
  const isUnsaved = changes.length > 0 || Object.keys(errors).length > 0;
  const ownPaths = DEVICE_TABS.map((tab) => devicePath(device.id, tab));
  useUnsaved(
    isUnsaved && mayChangeHome(home),
    ({ path }) => ownPaths.includes(path),
    () => setEdits(NO_EDITS),
  );
};
