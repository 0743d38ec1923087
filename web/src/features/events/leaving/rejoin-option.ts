import { EVENT_TIMES } from '#domain/events/event-times.ts';
import { isTakenOut } from '../dispatch.ts';
import type { DispatchDevice } from '../dispatch.ts';

/** ms; joining again is refused later, except to undo. */
export const rejoinUntil = ({ event }: DispatchDevice): number =>
  Date.parse(event.endTime) - EVENT_TIMES.rejoinMargin;

/** It left by a change at the wall or of the limits: that is undone at no cost until the event's end. */
export const wasUnasked = ({ optOut }: DispatchDevice): boolean =>
  optOut?.cause === 'wall' || optOut?.cause === 'limits';

/** `undo`: joining again costs nothing yet; null: it is not out, or too late to join, or not its people's to bring back. */
export const joinableAs = (device: DispatchDevice, at: number): 'undo' | 'rejoin' | null => {
  const { optOut, event } = device;
  if (optOut === null || isTakenOut(device) || at >= Date.parse(event.endTime)) return null;
  if (wasUnasked(device) || at - Date.parse(optOut.at) < EVENT_TIMES.undo) return 'undo';
  return at <= rejoinUntil(device) ? 'rejoin' : null;
};

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
