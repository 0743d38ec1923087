import { joinableAs } from '../dispatch.ts';
import type { DispatchDevice } from '../dispatch.ts';

interface JoinWay {
  readonly way: 'undo' | 'rejoin';
  /** Those that come back by it. */
  readonly devices: readonly DispatchDevice[];
}

/** How the devices that are out come back: as long as some may for nothing, only those; null: it is too late for all. */
export const joinWay = (devices: readonly DispatchDevice[], at: number): JoinWay | null => {
  const back = (way: JoinWay['way']): JoinWay => ({
    way,
    devices: devices.filter((one) => joinableAs(one, at) === way),
  });
  return [back('undo'), back('rejoin')].find((found) => found.devices.length > 0) ?? null;
};
