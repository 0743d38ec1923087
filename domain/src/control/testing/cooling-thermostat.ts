import type { RealtimeEntry, Value } from '#contract/entities/device.ts';
import { SECOND } from '../../time/time.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import { EMPTY_CONTROL_STATE } from '../state.ts';
import type { ControlState } from '../state.ts';
import { edit } from '../reconcile/edits.ts';
import { applyReadings } from '../reconcile/readings.ts';
import { commandAccepted, tick } from '../reconcile/sending.ts';

export const T0 = Date.parse('2026-07-14T18:00:00Z');
export const COOL = 'thermostat-cool-setpoint';
export const MODE = 'thermostat-mode';

export const device: LimitedDevice = { kind: 'tstat', mfg: 'acme', type: null, deviceSettings: null };
export const entry = (key: string, value: Value | null, time: number): RealtimeEntry => ({
  key,
  value,
  status: null,
  time: new Date(time).toISOString(),
});
export const at = (seconds: number) => T0 + seconds * SECOND;

export const start = applyReadings(EMPTY_CONTROL_STATE, [entry(COOL, 75, T0), entry(MODE, 'cool', T0)], 7);
export const body = (state: ControlState, seconds: number) =>
  tick(state, device, at(seconds)).send?.command.body ?? null;
export const ticked = (state: ControlState, seconds: number) => tick(state, device, at(seconds)).state;
/** 73 wanted, sent at 3 s, accepted at 4 s as command c1, version 8. */
export const sending = ticked(edit(start, COOL, 73), 3);
export const accepted = commandAccepted(sending, { commandId: 'c1', version: 8 }, at(4));
