import type { Device } from '#contract/entities/device.ts';
import { titleOf } from '#domain/control/title.ts';
import { t } from './i18n.ts';

/** What a device is called on its card, and wherever else it is named. */
export const deviceTitle = (device: Pick<Device, 'kind' | 'mfg' | 'name' | 'deviceSettings'>): string => {
  const title = titleOf(device);
  return 'name' in title ? title.name : t(`device.title.${title.purpose}`, { maker: title.maker });
};
