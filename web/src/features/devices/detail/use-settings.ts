import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { FormChange, DraftField, SettingDraft } from '#domain/control/settings/setting-form.ts';
import { changesOf, draftOf } from '#domain/control/settings/setting-form.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { ApiError } from '#web/api/client.ts';
import { temperatureUnit } from '#web/lib/language/format.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useLastError } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api } from '#web/api/session.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import { toast, useFailureToast } from '#web/lib/feedback/toasts.ts';
import { refusalText } from './refusal-text.ts';
import { useSettingsDraft, withoutValve } from './settings-draft.ts';

type Outcome = 'done' | 'refused' | 'unconfirmed';
type Errors = Readonly<Partial<Record<DraftField, string>>>;

const errorTextsOf = (refusals: ReturnType<typeof changesOf>['errors']): Errors =>
  Object.fromEntries(Object.entries(refusals).map(([field, refusal]) => [field, refusalText(refusal)]));

/** The device with its settings, fetched by their own calls instead of taken from the last poll. */
const useDeviceWithSettings = (device: DashboardDevice) => {
  const t = useT();
  const { house } = useHouse();
  const params = { houseId: house.id, deviceId: device.id };
  const query = useQuery<DashboardDevice>({
    queryKey: ['device-settings', house.id, device.id],
    queryFn: async ({ signal }) => {
      const [fresh, deviceSettings] = await Promise.all([
        api.get('/house/{houseId}/device/{deviceId}', {
          params,
          query: { includeSettings: true, includeCommandModes: true },
          signal,
        }),
        api.get('/house/{houseId}/device/{deviceId}/setting', { params, signal }),
      ]);
      return { ...device, ...fresh, deviceSettings };
    },
    refetchInterval: REFRESH.dashboard,
  });
  useFailureToast(t('settings.failed'), query.error, query.dataUpdatedAt);
  return query;
};

export const useSettings = (device: DashboardDevice) => {
  const t = useT();
  const { house, settings: switches, refresh } = useHouse();
  const query = useDeviceWithSettings(device);
  const { data, refetch } = query;
  const loadError = useLastError(query);
  const { edits, setEdits, dropSavedEdits, dropValveEdit } = useSettingsDraft(device);
  const onClosed = useEffectEvent(dropValveEdit);
  useEffect(
    () => () => {
      onClosed();
    },
    [],
  );
  const [acknowledged, setAcknowledged] = useState<string | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  /** The server asked for the identity to be confirmed before it saves. */
  const [unconfirmed, setUnconfirmed] = useState(false);
  const currentDevice = data ?? device;
  const unit = temperatureUnit();
  const draftOn = (shown: DashboardDevice): SettingDraft => ({ ...draftOf(shown, unit), ...edits });
  const changesTo = (shown: DashboardDevice) =>
    changesOf(shown, draftOn(shown), { unit, switches, acknowledged });
  const requestedChanges = changesTo(currentDevice);
  const params = { houseId: house.id, deviceId: device.id };

  const send = (change: FormChange): Promise<unknown> => {
    if (change.field === 'name') {
      return api.put('/house/{houseId}/device/{deviceId}', { params, body: { name: change.name } });
    }
    const { key, value } = change.setting;
    return api.put('/house/{houseId}/device/{deviceId}/setting/{key}', {
      params: { ...params, key },
      body: { key, value, ...(change.field === 'valve' && acknowledged !== null ? { acknowledged } : {}) },
    });
  };

  const refuse = (field: DraftField, failure: unknown, isFirst: boolean): Outcome => {
    if (failure instanceof ApiError && failure.code === 'confirm_identity') return 'unconfirmed';
    const message = errorMessage(failure);
    setErrors({ [field]: message });
    toast('fail', isFirst ? t('settings.save.failed') : t('settings.save.partly'), message);
    return 'refused';
  };

  /** Sends the changes one after another and stops at the first refusal; changes already saved stay saved. */
  const sendAll = async (): Promise<Outcome> => {
    for (const [index, change] of requestedChanges.changes.entries()) {
      try {
        await send(change);
      } catch (failure) {
        return refuse(change.field, failure, index === 0);
      }
    }
    return 'done';
  };

  const save = async () => {
    if (busy) return;
    const refused = errorTextsOf(requestedChanges.errors);
    setErrors(refused);
    if (Object.keys(refused).length > 0 || requestedChanges.changes.length === 0) return;
    setBusy(true);
    const outcome = await sendAll();
    const { data: fresh } = await refetch();
    // With fresh data the local check may find the same fault, and its text names the range.
    if (outcome === 'refused' && fresh) {
      setErrors((before) => ({ ...before, ...errorTextsOf(changesTo(fresh).errors) }));
    }
    await refresh();
    setBusy(false);
    setUnconfirmed(outcome === 'unconfirmed');
    if (outcome !== 'done') return;
    dropSavedEdits(edits);
    setAcknowledged(null);
    toast('ok', t('settings.saved'));
  };

  return {
    device: currentDevice,
    loaded: data !== undefined,
    loadError,
    reload: refetch,
    draft: draftOn(currentDevice),
    errors,
    busy,
    unconfirmed,
    /** The dialog that confirms the identity was closed: saves again, or drops the valve edit. */
    confirmed: (isProven: boolean) => {
      setUnconfirmed(false);
      if (isProven) void save();
      else {
        setEdits(withoutValve(edits));
        setAcknowledged(null);
      }
    },
    isChanged: requestedChanges.changes.length > 0 || Object.keys(requestedChanges.errors).length > 0,
    edit: (change: Partial<SettingDraft>) => setEdits({ ...edits, ...change }),
    acknowledge: setAcknowledged,
    save,
  };
};

export type SettingsForm = ReturnType<typeof useSettings>;
