import type { Device, DeviceSetting, DeviceSettingKey, Value } from '#contract/entities/device.ts';
import type { ProviderSettings } from '#contract/entities/house.ts';
import { makerOf, modelOf } from '../../manufacturers/index.ts';
import { hasMixingValve, setpointBounds } from '../gate/safety.ts';
import type { LimitedDevice, SetpointLimits } from '../gate/safety.ts';
import { VALVE_WARNING } from '../gate/valve-warning.ts';

/** The settings that a person may change; every other one is the installer's or the maker's. */
const EDITABLE = ['hwh-mixing-valve', 'hwh-max-setpoint', 'hwh-min-set-temperature'] as const;
export type EditableKey = (typeof EDITABLE)[number];

type Switches = Pick<ProviderSettings, 'enableAutoSchedule'>;

const isEditable = (key: DeviceSettingKey): key is EditableKey => EDITABLE.some((one) => one === key);

/** In the order in which they stand on the screen. */
export const editableSettings = (device: LimitedDevice, switches: Switches): EditableKey[] => {
  if (device.kind !== 'hwh') return [];
  const { temperatureLimits = true } = makerOf(device.mfg);
  const hasLimits = switches.enableAutoSchedule && temperatureLimits && modelOf(device).setpoint !== null;
  return EDITABLE.filter((key) => key === 'hwh-mixing-valve' || hasLimits);
};

const without = (device: LimitedDevice, key: DeviceSettingKey): LimitedDevice => ({
  ...device,
  deviceSettings: (device.deviceSettings ?? []).filter((setting) => setting.key !== key),
});

export const withSetting = (device: LimitedDevice, { key, value }: DeviceSetting): LimitedDevice => ({
  ...device,
  deviceSettings: [...(without(device, key).deviceSettings ?? []), { key, value }],
});

/** What a limit may be set to, in °F: within the model and the safety ceiling, and the lower one not above the upper one. */
export const limitBounds = (device: LimitedDevice, key: DeviceSettingKey): SetpointLimits | null =>
  setpointBounds(without(device, key));

export interface SettingInput {
  readonly device: LimitedDevice & Pick<Device, 'id'>;
  readonly switches: Switches;
  readonly key: DeviceSettingKey;
  /** As it came over the wire. */
  readonly value: Value | null;
  /** The version of the warning that the person confirmed; null: none. */
  readonly acknowledged: string | null;
  /** An event runs on this device and nobody opted it out. */
  readonly activeEvent: boolean;
}

type Reason =
  | { readonly code: 'control_locked' | 'event_active' | 'acknowledgement_required' }
  | { readonly code: 'command_malformed'; readonly field: string }
  | ({
      readonly code: 'setpoint_out_of_range';
      readonly field: string;
      readonly low: boolean;
    } & SetpointLimits);

export type SettingRefusal = Reason & { readonly deviceId: string };

interface StoredSetting {
  readonly key: EditableKey;
  readonly value: number | boolean | null;
}

export interface ApprovedSetting {
  readonly setting: StoredSetting;
  /** Other settings that must change with it. */
  readonly follows: readonly StoredSetting[];
  /** The person must have signed in or confirmed their identity a short while ago. */
  readonly needsFreshSignIn: boolean;
}

export type SettingResult = { readonly approved: ApprovedSetting } | { readonly refused: SettingRefusal };

const checkValve = ({ device, value, acknowledged, activeEvent }: SettingInput): Reason | null => {
  if (typeof value !== 'boolean') return { code: 'command_malformed', field: 'hwh-mixing-valve' };
  if (!value || hasMixingValve(device)) return null;
  if (activeEvent) return { code: 'event_active' };
  return acknowledged === VALVE_WARNING.version ? null : { code: 'acknowledgement_required' };
};

const checkLimit = ({ device, key, value, activeEvent }: SettingInput): Reason | null => {
  if (activeEvent) return { code: 'event_active' };
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || Object.is(value, -0)) {
    return { code: 'command_malformed', field: key };
  }
  const bounds = limitBounds(device, key);
  if (bounds === null) return { code: 'control_locked' };
  const isWithin = value >= bounds.min && value <= bounds.max;
  return isWithin ? null : { code: 'setpoint_out_of_range', field: key, low: value < bounds.min, ...bounds };
};

/** Limits that only a valve allows are lowered with it, so that they do not return with the next valve unasked. */
export const limitsFollowing = (device: LimitedDevice, setting: StoredSetting): StoredSetting[] => {
  if (setting.key !== 'hwh-mixing-valve' || setting.value === true) return [];
  const cooler = withSetting(device, setting);
  const highest = setpointBounds(without(cooler, 'hwh-max-setpoint'))?.max;
  if (highest === undefined) return [];
  return (['hwh-max-setpoint', 'hwh-min-set-temperature'] as const).flatMap((key) => {
    const value = (device.deviceSettings ?? []).find((one) => one.key === key)?.value ?? null;
    return Number(value) > highest ? [{ key, value: highest }] : [];
  });
};

/**
 * The gate of settings: the browser asks it before it sends, the server before it stores. Turning the mixing valve off is
 * never held up by an event, because it can only make the water cooler.
 */
export const passSettingGate = (input: SettingInput): SettingResult => {
  const { device, key, value } = input;
  const refused = (reason: Reason): SettingResult => ({ refused: { ...reason, deviceId: device.id } });
  if (!isEditable(key) || !editableSettings(device, input.switches).includes(key)) {
    return refused({ code: 'control_locked' });
  }
  const isValve = key === 'hwh-mixing-valve';
  const reason = isValve ? checkValve(input) : checkLimit(input);
  if (reason !== null) return refused(reason);
  // Both checks let only these types pass.
  const setting = { key, value: value as number | boolean | null };
  return {
    approved: {
      setting,
      follows: limitsFollowing(device, setting),
      needsFreshSignIn: isValve && value !== hasMixingValve(device),
    },
  };
};

interface KnownSetpoints {
  /** What the device reports; null: nothing. */
  readonly reported: number | null;
  /** Setpoints of the commands that are still open, the newest last. */
  readonly commanded: readonly number[];
}

/**
 * The setpoint to command because a changed setting put the ceiling of a water heater below its present one; null: none. It
 * is not above the last commanded one, as far as the model accepts that.
 */
export const loweredSetpoint = (
  device: LimitedDevice,
  { reported, commanded }: KnownSetpoints,
): number | null => {
  const bounds = device.kind === 'hwh' ? setpointBounds(device) : null;
  const setpoints = [...(reported === null ? [] : [reported]), ...commanded];
  if (bounds === null || !setpoints.some((setpoint) => setpoint > bounds.max)) return null;
  // A whole degree: 130.5 °F would be shown as 131 °F, above its own limit.
  const highest = Math.max(bounds.min, Math.floor(bounds.max));
  return Math.max(bounds.min, Math.min(highest, setpoints.at(-1) ?? highest));
};
