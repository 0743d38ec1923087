import { deviceId } from '../ids.ts';
import { devices } from './devices.ts';

const SILENT: ReadonlySet<string> = new Set(
  Object.entries(devices).flatMap(([house, ofHouse]) =>
    ofHouse.filter(({ readings }) => readings === null).map(({ key }) => deviceId(house, key)),
  ),
);

/** Whether the demo has it never report, to show what such a device looks like. */
export const isSilentInDemo = (id: string): boolean => SILENT.has(id);
