import { useEffect, useSyncExternalStore } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Value } from '#contract/entities/device.ts';
import type { ControlState } from '#domain/control/state.ts';
import { ApiError } from '#web/api/client.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { t } from '#web/lib/language/i18n.ts';
import { newIdempotencyKey } from '#web/lib/browser/random.ts';
import { api, onSessionEnd } from '#web/api/session.ts';
import { runAfter, setAwaiting } from '#web/lib/browser/timers.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { createControlStore } from './control-store.ts';
import { failureText } from '../card/failure-text.ts';

/** An answer that takes longer counts as lost. */
const ANSWER_TIMEOUT_MS = 10_000;

const store = createControlStore({
  now: () => now().getTime(),
  runAfter,
  newKey: newIdempotencyKey,
  post: ({ houseId, deviceId, command, versionSeen, idempotencyKey }) =>
    api.post('/house/{houseId}/device/{deviceId}/command', {
      params: { houseId, deviceId },
      body: command,
      headers: { 'idempotency-key': idempotencyKey, 'if-match': `"${versionSeen}"` },
      // The page may be closing.
      keepalive: true,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }),
  refusalOf: (error) => ({
    code: error instanceof ApiError ? error.code : 'internal',
    message: errorMessage(error),
    deviceId: error instanceof ApiError ? error.deviceId : null,
  }),
  onFailure: (failure) => toast('fail', t('device.change.failed'), failureText(failure)),
  onAwaiting: setAwaiting,
});

addEventListener('pagehide', store.flush);
onSessionEnd(store.clear);

export interface CardControl {
  readonly state: ControlState;
  readonly edit: (key: string, value: Value) => void;
  readonly retry: () => void;
  readonly dismiss: () => void;
}

export const useDeviceControl = (device: DashboardDevice): CardControl => {
  const { house, refresh } = useHouse();
  const state = useSyncExternalStore(store.subscribe, () => store.stateOf(device));
  const target = { device, houseId: house.id, refresh };

  useEffect(() => store.update(device), [device]);

  return {
    state,
    edit: (key, value) => store.edit(target, key, value),
    retry: () => store.retry(target),
    dismiss: () => store.dismiss(device),
  };
};
