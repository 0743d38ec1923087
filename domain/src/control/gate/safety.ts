import type { Device, DeviceSetting, DeviceSettingKey } from '#contract/entities/device.ts';
import { modelOf } from '../../manufacturers/index.ts';

/**
 * What keeps hot water from scalding, in °F. A model's range, a setting or an origin can lower these ceilings; nothing
 * raises them.
 */
export const HOT_WATER = {
  ceiling: 140,
  /** With a mixing valve that a person has confirmed. */
  ceilingWithValve: 160,
  /** A stored limit outside of freezing and boiling is ignored. */
  plausibleRange: [32, 212],
} as const;

/** Why `max` is not higher: the model, the ceiling, the ceiling with a mixing valve, or the household's own limit. */
export type LimitReason = 'model' | 'safety' | 'valve' | 'setting';

/** °F, both ends included. */
export interface SetpointLimits {
  readonly min: number;
  readonly max: number;
  readonly reason: LimitReason;
}

export type LimitedDevice = Pick<Device, 'kind' | 'mfg' | 'type'> & {
  readonly deviceSettings: readonly DeviceSetting[] | null;
};

const settingsOf = (device: LimitedDevice, key: DeviceSettingKey): DeviceSetting['value'][] =>
  (device.deviceSettings ?? []).flatMap((setting) => (setting.key === key ? [setting.value] : []));

const DECIMAL = /^\s*\d+(?:\.\d+)?\s*$/;

const temperatureIn = (value: DeviceSetting['value']): number => {
  if (typeof value === 'string') return DECIMAL.test(value) ? Number(value) : Number.NaN;
  return typeof value === 'number' ? value : Number.NaN;
};

const temperaturesOf = (device: LimitedDevice, key: DeviceSettingKey): number[] => {
  const [freezing, boiling] = HOT_WATER.plausibleRange;
  return settingsOf(device, key)
    .map(temperatureIn)
    .filter((value) => value >= freezing && value <= boiling);
};

/** Only the value true counts, not a text; where it is stored twice, both must be true. */
export const hasMixingValve = (device: LimitedDevice): boolean => {
  const values = settingsOf(device, 'hwh-mixing-valve');
  return values.length > 0 && values.every((value) => value === true);
};

/** °F that the water may be set to at most once a mixing valve is confirmed; null: the model has no setpoint. */
export const highestWithValve = (device: LimitedDevice): number | null => {
  const range = modelOf(device).setpoint;
  return range && Math.min(range[1], HOT_WATER.ceilingWithValve);
};

/**
 * The bounds of a setpoint before asking whether anything lies between them: with a ceiling below what the model accepts,
 * `min` is above `max` and no temperature is in range. null: the model has no setpoint.
 */
export const setpointBounds = (device: LimitedDevice): SetpointLimits | null => {
  const range = modelOf(device).setpoint;
  if (range === null) return null;
  const [lowest, highest] = range;
  if (device.kind !== 'hwh') return { min: lowest, max: highest, reason: 'model' };

  const hasValve = hasMixingValve(device);
  const safe = hasValve ? HOT_WATER.ceilingWithValve : HOT_WATER.ceiling;
  const ceiling = Math.min(highest, safe, ...temperaturesOf(device, 'hwh-max-setpoint'));
  const floor = Math.max(lowest, ...temperaturesOf(device, 'hwh-min-set-temperature'));
  const ceilingReason = hasValve ? 'valve' : 'safety';
  return {
    // A household's floor above the ceiling gives way, so that lowering the water to the ceiling stays possible; the
    // model's own floor does not, since the device would not accept less.
    min: Math.max(lowest, Math.min(floor, ceiling)),
    max: ceiling,
    reason: ceiling === highest ? 'model' : ceiling === safe ? ceilingReason : 'setting',
  };
};

/** What a setpoint of this device may be; null: it has none, or nothing is both safe and accepted by the model. */
export const setpointLimits = (device: LimitedDevice): SetpointLimits | null => {
  const bounds = setpointBounds(device);
  return bounds !== null && bounds.min <= bounds.max ? bounds : null;
};
