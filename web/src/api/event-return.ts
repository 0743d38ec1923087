import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';
import type { CurrentEvents } from './house-context.ts';

/** How a device goes back to what its owner set, after an event. Temperatures in °F, times in ms. */
export interface EventReturn {
  readonly state: 'pending' | 'done' | 'failed';
  /** null: not known. */
  readonly own: number | null;
  /** People read a round time by which it is over; null: not known. */
  readonly by: number | null;
}

/** Returns are spread. */
const GRID = 5 * MINUTE;

/** null: nothing is put back. A cancelled event gives each device back as long after its end as it would have later. */
export const returnIn = (
  { type, endTime }: Pick<HouseEvent, 'type' | 'endTime'>,
  device: EventDevice,
): EventReturn | null => {
  const { excluded, optOut, outcome, returned } = device;
  const { during, after } = plannedSettings(type, device);
  if (excluded !== null || optOut !== null || after === null) return null;
  if (outcome === 'noResponse' && returned === null) return null;
  const end = during === null ? after.from : Math.min(Date.parse(endTime), during.to);
  const at = during === null ? after.from : end + Math.max(0, after.from - during.to);
  return { state: returned ?? 'pending', own: after.degrees, by: Math.ceil(at / GRID) * GRID };
};

interface Returning extends EventReturn {
  readonly isCancelled: boolean;
}

/** Of a device that an event has ended for and that is not back yet; null: there is none. */
export const eventReturnOf = (
  { returning, active }: CurrentEvents,
  deviceId: string,
  at: number,
): Returning | null =>
  [...returning, ...active]
    .filter(({ endTime }) => Date.parse(endTime) <= at)
    .flatMap((event) =>
      event.devices
        .filter((device) => device.deviceId === deviceId)
        .flatMap((device) => returnIn(event, device) ?? [])
        .map((back) => ({ ...back, isCancelled: event.cancelledAt !== null })),
    )
    .find(({ state }) => state === 'pending') ?? null;
