import { useEffect, useSyncExternalStore } from 'react';
import type { DeviceNow } from '#contract/entities/device-now.ts';
import type { Value } from '#contract/entities/device.ts';
import * as reconcile from '#domain/control/reconcile.ts';
import { CONTROL_TIMES, NOTHING_KNOWN } from '#domain/control/state.ts';
import type { ControlState } from '#domain/control/state.ts';
import { ApiError } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { useHome } from '#web/lib/home.ts';
import { t } from '#web/lib/i18n.ts';
import { newKey } from '#web/lib/random.ts';
import { api } from '#web/lib/session.ts';
import { later, setAwaiting } from '#web/lib/timers.ts';
import { toast } from '#web/lib/toasts.ts';
import { messageOf } from '#web/lib/words.ts';

/** The changes under way, by device; they outlive the card that made them. */
const states = new Map<string, ControlState>();
const timers = new Map<string, () => void>();
const listeners = new Set<() => void>();

const stateOf = (deviceId: string): ControlState => states.get(deviceId) ?? NOTHING_KNOWN;
const time = (): number => now().getTime();

const put = (deviceId: string, next: ControlState): void => {
  if (states.get(deviceId) === next) return;
  states.set(deviceId, next);
  setAwaiting(deviceId, next.awaiting.length > 0);
  for (const listener of listeners) listener();
};

/** A change whose answer got lost is sent again under the same key: the server takes it once. */
const TRIES = 3;
/** An answer that takes longer is taken for lost. */
const ANSWER_MS = 10_000;

interface Means {
  readonly houseId: string;
  readonly refresh: () => Promise<unknown>;
}

const post = async (device: DeviceNow, houseId: string, send: NonNullable<reconcile.Tick['send']>) => {
  const headers = { 'idempotency-key': newKey(), 'if-match': `"${send.versionSeen}"` };
  for (let left = TRIES; ; left -= 1) {
    try {
      return await api.post('/house/{houseId}/device/{deviceId}/command', {
        params: { houseId, deviceId: device.id },
        body: send.command,
        headers,
        // The page may be closing.
        keepalive: true,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
    } catch (error) {
      if (left <= 1 || !(error instanceof ApiError) || error.code !== 'network') throw error;
    }
  }
};

const transmit = async (
  device: DeviceNow,
  { houseId, refresh }: Means,
  send: NonNullable<reconcile.Tick['send']>,
) => {
  try {
    put(device.id, reconcile.sent(stateOf(device.id), await post(device, houseId, send), time()));
  } catch (error) {
    const refusal = {
      code: error instanceof ApiError ? error.code : 'internal',
      message: messageOf(error),
      deviceId: error instanceof ApiError ? error.deviceId : null,
    };
    put(device.id, reconcile.refused(stateOf(device.id), refusal, time()));
    toast('fail', t('device.change.failed'), refusal.message);
  }
  await refresh();
};

const tick = (device: DeviceNow, means: Means): void => {
  const { state, send } = reconcile.tick(stateOf(device.id), device, time());
  put(device.id, state);
  if (send) void transmit(device, means, send);
  if (state.dirty || state.sending || state.awaiting.length > 0) schedule(device, means);
};

/** When the first edit that has not been looked at must be, however many follow. */
const deadlines = new Map<string, number>();

/** Starts over with every edit, so that steps in quick succession end in one command, but not for ever. */
const schedule = (device: DeviceNow, means: Means): void => {
  timers.get(device.id)?.();
  const { reconcileMs } = CONTROL_TIMES;
  const deadline = deadlines.get(device.id) ?? time() + 2 * reconcileMs;
  deadlines.set(device.id, deadline);
  waiting.set(device.id, () => run(device, means));
  timers.set(
    device.id,
    later(Math.max(0, Math.min(reconcileMs, deadline - time())), () => run(device, means)),
  );
};

const run = (device: DeviceNow, means: Means): void => {
  const isLate = time() - (deadlines.get(device.id) ?? time()) > CONTROL_TIMES.editMs;
  timers.delete(device.id);
  deadlines.delete(device.id);
  waiting.delete(device.id);
  if (isLate) put(device.id, reconcile.lapse(stateOf(device.id), time()));
  tick(device, means);
};

/** What to do at once when the page goes away: an edit of the last seconds is meant all the same. */
const waiting = new Map<string, () => void>();
addEventListener('pagehide', () => {
  // What is sent waits anew, for its confirmation: the list must not grow while it is walked.
  const unsent = [...waiting].filter(([deviceId]) => stateOf(deviceId).dirty);
  for (const [deviceId, work] of unsent) {
    timers.get(deviceId)?.();
    work();
  }
});

export interface DeviceControl {
  readonly state: ControlState;
  readonly edit: (key: string, value: Value) => void;
  readonly retry: () => void;
  readonly dismiss: () => void;
}

/** What is known at the first sight of a device. */
const beginning = (device: DeviceNow): ControlState => {
  const { command, kind } = device;
  if (!command || !['accepted', 'sent'].includes(command.state)) return NOTHING_KNOWN;
  const { commandId, version, acceptedAt, body } = command;
  const underWay = { commandId, version, acceptedAt: Date.parse(acceptedAt) };
  return reconcile.takeUp(device, { ...underWay, command: { type: 'OPERATIONAL', kind, body } }, time());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useDeviceControl = (device: DeviceNow): DeviceControl => {
  const { house, refresh } = useHome();
  const state = useSyncExternalStore(subscribe, () => stateOf(device.id));
  const means = { houseId: house.id, refresh };

  useEffect(() => {
    const { command } = device;
    const known = states.get(device.id) ?? beginning(device);
    let next = reconcile.readings(known, device.realtime, device.version);
    if (command && command.state !== 'accepted') {
      const report = { commandId: command.commandId, state: command.state, reason: command.reason };
      next = reconcile.commandState(next, report, time());
    }
    put(device.id, next);
  }, [device]);

  const change = (next: ControlState) => {
    put(device.id, next);
    schedule(device, means);
  };
  return {
    state,
    edit: (key, value) => change(reconcile.edit(stateOf(device.id), key, value)),
    retry: () => change(reconcile.retry(stateOf(device.id))),
    dismiss: () => put(device.id, reconcile.dismiss(stateOf(device.id))),
  };
};
