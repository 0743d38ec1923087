import type { CurrentEvents } from './house-context.ts';

/** Whether an event runs on the device at this time, so that nobody may change it; as `isLocked` of the server's rules. */
export const isLockedByEvent = ({ active, upcoming }: CurrentEvents, deviceId: string, at: number): boolean =>
  // An event that was still coming at the last refresh may have begun since.
  [...active, ...upcoming].some(
    ({ startTime, endTime, devices }) =>
      Date.parse(startTime) <= at &&
      at < Date.parse(endTime) &&
      devices.some(
        (device) => device.deviceId === deviceId && device.excluded === null && device.optOut === null,
      ),
  );
