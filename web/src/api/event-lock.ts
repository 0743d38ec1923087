import type { EventDevice } from '#contract/entities/event.ts';
import type { CurrentEvents } from './house-context.ts';

/** The part of the device in an event that runs on it at this time; null: there is none. */
export const runningEventOf = (
  { active, upcoming }: CurrentEvents,
  deviceId: string,
  at: number,
): EventDevice | null =>
  // An event that was still coming at the last refresh may have begun since.
  [...active, ...upcoming]
    .filter(({ startTime, endTime }) => Date.parse(startTime) <= at && at < Date.parse(endTime))
    .flatMap(({ devices }) => devices)
    .find((device) => device.deviceId === deviceId && device.excluded === null && device.optOut === null) ??
  null;

/** Whether an event runs on the device, so that nobody may change it; as `isLocked` of the server's rules. */
export const isLockedByEvent = (events: CurrentEvents, deviceId: string, at: number): boolean =>
  runningEventOf(events, deviceId, at) !== null;
