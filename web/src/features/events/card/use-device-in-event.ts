import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { useDispatches } from '../use-events.ts';

/** The first dispatch in which the device does what `wanted` says, and its part in it. */
export const useDeviceInEvent = (
  deviceId: string,
  wanted: (device: DispatchDevice) => boolean,
): { readonly dispatch: Dispatch; readonly device: DispatchDevice } | null => {
  for (const dispatch of useDispatches()) {
    const device = dispatch.devices.find(
      (participant) => participant.deviceId === deviceId && wanted(participant),
    );
    if (device) return { dispatch, device };
  }
  return null;
};
