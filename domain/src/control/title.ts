import type { Device, DeviceSetting } from '#contract/entities/device.ts';
import { makerOf } from '../manufacturers/index.ts';

/** A device's own name, or what to say in its place. */
export type Title =
  | { readonly name: string }
  | { readonly maker: string; readonly purpose: 'control' | 'status' };

type Named = Pick<Device, 'kind' | 'mfg' | 'name' | 'deviceSettings'>;

interface WithSettings {
  readonly deviceSettings: readonly DeviceSetting[] | null;
}

export const settingOf = (device: WithSettings, key: string): string | null => {
  const value = device.deviceSettings?.find((setting) => setting.key === key)?.value;
  return value === null || value === undefined || value === '' ? null : String(value);
};

export const makerLabel = (device: Named): string =>
  settingOf(device, 'sub-brand') ?? makerOf(device.mfg).label;

export const titleOf = (device: Named): Title => {
  if (device.name) return { name: device.name };
  const make = device.kind === 'ev' ? settingOf(device, 'vehicle-make') : null;
  if (make) return { name: make };
  const isStatusOnly = makerOf(device.mfg).statusOnly?.includes(device.kind) ?? false;
  return { maker: makerLabel(device), purpose: isStatusOnly ? 'status' : 'control' };
};

/** What its own screen is called; null: nothing is known of it but its id. */
export const headerOf = (device: Named): string | null => {
  const make = makerOf(device.mfg).namedByMake ? settingOf(device, 'vehicle-make') : null;
  return device.name || make || makerLabel(device) || null;
};
