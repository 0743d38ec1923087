import type { DemandEvent } from '../event.ts';

export interface EventChange {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly intensity?: number;
}

export type EventChangeResult =
  | { readonly changed: DemandEvent }
  | {
      readonly refused: {
        readonly code: 'event_over' | 'event_running' | 'event_window_invalid' | 'event_end_past';
      };
    };

const isUnchanged = (event: DemandEvent, change: EventChange): boolean =>
  (change.startTime ?? event.startTime) === event.startTime &&
  (change.endTime ?? event.endTime) === event.endTime &&
  (change.intensity ?? event.intensity) === event.intensity;

/**
 * The event with another window or intensity, to be checked against the program and planned anew. Once devices are acted
 * on, it can only end earlier: the fallback time that the devices were given does not move.
 */
export const changeEvent = (event: DemandEvent, change: EventChange, now: number): EventChangeResult => {
  const { state } = event;
  if (event.cancelledAt !== null || now >= event.endTime) return { refused: { code: 'event_over' } };
  if (isUnchanged(event, change)) return { changed: event };
  const changed = { ...event, ...change, revision: event.notifiedAt === null ? 0 : event.revision + 1 };
  const { startTime, endTime, intensity } = changed;
  if (endTime <= now) return { refused: { code: 'event_end_past' } };
  if (endTime <= startTime) return { refused: { code: 'event_window_invalid' } };
  if (state === 'scheduled' || state === 'notified') return { changed };
  const isEarlierEnd =
    startTime === event.startTime && intensity === event.intensity && endTime < event.endTime;
  return isEarlierEnd ? { changed } : { refused: { code: 'event_running' } };
};

/** Takes effect at once; what was moved is put back. An event that is over stays as it is. */
export const cancelEvent = (event: DemandEvent, now: number): EventChangeResult =>
  event.cancelledAt === null && now >= event.endTime
    ? { refused: { code: 'event_over' } }
    : event.cancelledAt !== null
      ? { changed: event }
      : { changed: { ...event, cancelledAt: now, revision: event.revision + 1 } };
