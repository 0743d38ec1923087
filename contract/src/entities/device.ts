import { z } from 'zod';

export const DEVICE_KINDS = ['tstat', 'rac', 'hwh', 'battery', 'evse', 'ev'] as const;
export const DeviceKind = z.enum(DEVICE_KINDS);
export type DeviceKind = z.infer<typeof DeviceKind>;

const DEVICE_SETTING_KEYS = [
  'sub-brand',
  'hwh-default-set-mode',
  'hwh-default-set-temperature',
  'hwh-mixing-valve',
  'hwh-max-setpoint',
  'hwh-min-set-temperature',
  'vehicle-make',
  'vehicle-model',
  'vehicle-year',
  'tstat-rated-cool-power',
  'tstat-rated-heat-power',
] as const;
export const DeviceSettingKey = z.enum(DEVICE_SETTING_KEYS);
export type DeviceSettingKey = z.infer<typeof DeviceSettingKey>;

export const Value = z.union([z.string(), z.number(), z.boolean()]);
export type Value = z.infer<typeof Value>;

export const DeviceSetting = z.object({ key: DeviceSettingKey, value: Value.nullable() });
export type DeviceSetting = z.infer<typeof DeviceSetting>;

/** null removes the name. */
export const DeviceChange = z.strictObject({ name: z.string().trim().min(1).max(60).nullable() });

/** A new value for one setting; null removes it. */
export const SettingChange = z.strictObject({
  key: DeviceSettingKey.exactOptional(),
  value: Value.nullable(),
  acknowledged: z
    .string()
    .max(32)
    .exactOptional()
    .meta({ description: 'hwh-mixing-valve: version of the warning that the person confirmed' }),
});

/** A mode is a bare name, or a name with the settings that go with it. */
export const CommandMode = z.union([
  z.string(),
  z.object({ name: z.string(), setting: z.array(z.string()) }),
]);
export type CommandMode = z.infer<typeof CommandMode>;

export const Device = z.object({
  id: z.string(),
  kind: DeviceKind,
  mfg: z.string(),
  type: z.string().nullable(),
  name: z.string().nullable(),
  uid: z.string().nullable(),
  commandModes: z.array(CommandMode).nullable().meta({ description: 'null unless includeCommandModes=true' }),
  deviceSettings: z.array(DeviceSetting).nullable().meta({ description: 'null unless includeSettings=true' }),
});
export type Device = z.infer<typeof Device>;

const ConnectionStatus = z.enum(['ONLINE', 'OFFLINE']);

export const RealtimeEntry = z.object({
  key: z.string(),
  value: Value.nullable(),
  status: ConnectionStatus.nullable().meta({ description: 'set on the entry whose key is "status"' }),
  time: z.iso.datetime(),
});
export type RealtimeEntry = z.infer<typeof RealtimeEntry>;
