import type { ControlField } from '../kinds/define.ts';
import { modelOf } from '../manufacturers/index.ts';
import { celsiusToFahrenheit, fahrenheitToCelsius, showTemperature } from '../units.ts';
import type { TemperatureUnit } from '#contract/entities/account.ts';
import { controlsOf, fieldIn, isHeating, visibleControlsOf } from './controls.ts';
import type { DeviceModel } from '../manufacturers/index.ts';
import type { SetpointLimits } from './gate/safety.ts';

/** What stands in the setpoint's place on a card. */
export interface ShownSetpoint {
  /** The resource whose value is shown, and stepped unless disabled. */
  readonly key: string;
  readonly field: ControlField;
  readonly disabled: boolean;
  /** There is nothing to reach: the fan mode is shown, as 'Fan Only'. */
  readonly fanOnly: boolean;
  /** null: neither heats nor cools in this mode. */
  readonly tone: 'heat' | 'cool' | null;
}

const FAN = 'fan';
const OFF = 'off';

/** `mode` is the wanted one while a change is under way; null: not known. The answer is null without a setpoint. */
export const shownSetpoint = (device: DeviceModel, mode: string | null): ShownSetpoint | null => {
  const visible = visibleControlsOf(device);
  const setpoints = visible.filter(({ field }) => field !== 'mode' && field !== 'fanMode');
  const used = isHeating(mode) ? 'heatSetpoint' : 'coolSetpoint';
  // A device with one setpoint shows that one whatever it does.
  const control = setpoints.find((candidate) => fieldIn(candidate, mode) === used) ?? setpoints[0];
  if (control === undefined) return null;

  const fan = visible.find(({ field }) => field === 'fanMode');
  if (mode === FAN && fan !== undefined) {
    return { key: fan.key, field: 'fanMode', disabled: true, fanOnly: true, tone: null };
  }
  const field = fieldIn(control, mode);
  return {
    key: control.key,
    field,
    disabled: !controlsOf(device).some(({ key }) => key === control.key),
    fanOnly: false,
    tone: mode === OFF ? null : field === 'coolSetpoint' ? 'cool' : 'heat',
  };
};

const BOTH_USED = 'auto';

/**
 * Every setpoint that holds in this mode: the heating and the cooling one in auto mode, if the device has both, else the
 * one of `shownSetpoint`.
 */
export const shownSetpoints = (device: DeviceModel, mode: string | null): readonly ShownSetpoint[] => {
  const single = shownSetpoint(device, mode);
  if (single === null) return [];
  const fields = visibleControlsOf(device).filter(
    ({ field }) => field === 'heatSetpoint' || field === 'coolSetpoint',
  );
  if (mode !== BOTH_USED || fields.length < 2 || modelOf(device).setpoints !== 'heat-and-cool')
    return [single];
  return fields.map(({ key, field }) => ({
    ...single,
    key,
    field,
    tone: field === 'coolSetpoint' ? 'cool' : 'heat',
  }));
};

/** A water heater in the mode of its model that means nobody is home: its schedule is paused. */
export const isPaused = (device: DeviceModel, mode: string | null): boolean =>
  device.kind === 'hwh' && mode !== null && mode === modelOf(device).vacation;

type Limits = Pick<SetpointLimits, 'min' | 'max'>;

/** The limits of one of two setpoints that hold at once, given the other one in °F: they keep the model's gap. */
export const limitsBeside = (
  device: DeviceModel,
  limits: Limits,
  field: ControlField,
  other: number | null,
): Limits => {
  if (other === null) return limits;
  const { setpointGap } = modelOf(device);
  return field === 'heatSetpoint'
    ? { ...limits, max: Math.min(limits.max, other - setpointGap) }
    : { ...limits, min: Math.max(limits.min, other + setpointGap) };
};

const toFahrenheit = (degrees: number, unit: TemperatureUnit): number =>
  unit === 'C' ? celsiusToFahrenheit(degrees) : degrees;

/** Limits in whole degrees of the person's unit, rounded inwards; null: no whole degree lies between them. */
export const limitsIn = (limits: Limits, unit: TemperatureUnit): Limits | null => {
  const exact = (fahrenheit: number) => (unit === 'C' ? fahrenheitToCelsius(fahrenheit) : fahrenheit);
  let min = Math.floor(exact(limits.min));
  let max = Math.ceil(exact(limits.max));
  // Compared in °F, as the gate does: a conversion that is off in its last digit must not cost or add a degree.
  while (toFahrenheit(min, unit) < limits.min) min += 1;
  while (toFahrenheit(max, unit) > limits.max) max -= 1;
  return min <= max ? { min, max } : null;
};

/** The °F to ask for when a person names a temperature in their unit; null: nothing can be asked for. */
export const setpointFrom = (limits: Limits, unit: TemperatureUnit, degrees: number): number | null => {
  const bounds = limitsIn(limits, unit);
  if (bounds === null || Number.isNaN(degrees)) return null;
  return toFahrenheit(Math.min(bounds.max, Math.max(bounds.min, Math.round(degrees))), unit) + 0;
};

/**
 * The °F to ask for after `steps` whole degrees of the person's unit, up or down, from the value they see; null: the step
 * is ignored, at a limit or where no value is known.
 */
export const stepSetpoint = (
  limits: Limits,
  unit: TemperatureUnit,
  fahrenheit: number | null,
  steps: number,
): number | null => {
  if (fahrenheit === null || !Number.isFinite(fahrenheit)) return null;
  const shown = showTemperature(fahrenheit, unit);
  const next = setpointFrom(limits, unit, shown + steps);
  // Outside its limits a value moves only towards them.
  const moved = next === null ? 0 : showTemperature(next, unit) - shown;
  return Math.sign(moved) === Math.sign(steps) && moved !== 0 ? next : null;
};
