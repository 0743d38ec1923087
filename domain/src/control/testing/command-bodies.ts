import { buildCommand } from '../command/command.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import type { KnownValues, Values } from '../values.ts';

export const device = (
  kind: LimitedDevice['kind'],
  mfg: string,
  more: Partial<LimitedDevice> = {},
): LimitedDevice => ({ kind, mfg, type: null, deviceSettings: null, ...more });

export const bodyOf = (one: LimitedDevice, current: KnownValues, wanted: Values) =>
  buildCommand(one, current, wanted)?.body ?? null;

export const thermostat = (
  mode: string | null,
  heat: number | null,
  cool: number | null,
  fan: string | null = 'auto',
) => ({
  'thermostat-mode': mode,
  'thermostat-fan-mode': fan,
  'thermostat-heat-setpoint': heat,
  'thermostat-cool-setpoint': cool,
});
