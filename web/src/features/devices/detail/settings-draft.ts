import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { SettingDraft } from '#domain/control/setting-form.ts';
import { changesOf, draftOf } from '#domain/control/setting-form.ts';
import { isMember, useHouse } from '#web/api/house-context.ts';
import { temperatureUnit } from '#web/lib/format.ts';
import { DEVICE_TABS, devicePath } from '#web/lib/paths.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';

export type Edits = Readonly<Partial<SettingDraft>>;

export const withoutValve = (edits: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([field]) => field !== 'valve'));

const NO_EDITS: Edits = {};

/** Unsaved edits, kept in the query cache so that they survive a switch of tabs. */
export const useSettingsDraft = (device: DashboardDevice) => {
  const queries = useQueryClient();
  const { house } = useHouse();
  const queryKey = ['settings-draft', house.id, device.id];
  const { data: edits = NO_EDITS } = useQuery<Edits>({ queryKey, queryFn: skipToken });
  return {
    edits,
    setEdits: (next: Edits) => queries.setQueryData<Edits>(queryKey, next),
    /** The edit of the valve must be confirmed again when the form is opened again. */
    dropValveEdit: () =>
      queries.setQueryData<Edits>(queryKey, (kept) => (kept === undefined ? kept : withoutValve(kept))),
  };
};

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
    isUnsaved && isMember(home),
    ({ path }) => ownPaths.includes(path),
    () => setEdits(NO_EDITS),
  );
};
