import { joinableAs } from '../dispatch.ts';
import type { DispatchDevice } from '../dispatch.ts';

interface RejoinOption {
  readonly kind: 'undo' | 'rejoin';
  /** Those that come back by it. */
  readonly devices: readonly DispatchDevice[];
}

/** How the devices that are out come back: as long as some may for nothing, only those; null: it is too late for all. */
export const rejoinOption = (devices: readonly DispatchDevice[], at: number): RejoinOption | null => {
  const back = (kind: RejoinOption['kind']): RejoinOption => ({
    kind,
    devices: devices.filter((device) => joinableAs(device, at) === kind),
  });
  return [back('undo'), back('rejoin')].find((option) => option.devices.length > 0) ?? null;
};
