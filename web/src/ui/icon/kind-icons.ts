import type { DeviceKind } from '#contract/entities/device.ts';
import type { IconName } from './icons.tsx';

export const KIND_ICONS: Readonly<Record<DeviceKind, IconName>> = {
  tstat: 'thermostat',
  rac: 'snowflake',
  hwh: 'water-heater',
  battery: 'battery',
  evse: 'charger',
  ev: 'car',
};
