import { MINUTE } from '../time/time.ts';
import { EVENT_TIMES } from './event-times.ts';
import type { DemandEvent } from './event.ts';
import type { Span } from './season.ts';
import { spreadDelay } from './plan/spread-delay.ts';
import { strategies } from './plan/strategies/index.ts';

type Window = Pick<DemandEvent, 'startTime' | 'endTime' | 'cancelledAt' | 'kind' | 'program'>;

/** When the event is over, by its window or by being cancelled. */
export const endOf = ({ endTime, cancelledAt }: Pick<DemandEvent, 'endTime' | 'cancelledAt'>): number =>
  cancelledAt === null ? endTime : Math.min(endTime, cancelledAt);

/** How long events hold a device of this kind, from their start to here; the event's end, or earlier. */
export const releaseTime = (event: Window): number => {
  const longest = strategies[event.kind]?.longestMinutes ?? null;
  return longest === null ? endOf(event) : Math.min(endOf(event), event.startTime + longest * MINUTE);
};

/** When a device has its turn after the start. */
export const stepTime = (event: Window & Pick<DemandEvent, 'id'>, deviceId: string): number => {
  const delay = spreadDelay(event.id, deviceId, event.program.spread.startMinutes * MINUTE);
  return Math.min(event.startTime + delay, releaseTime(event) - 1);
};

/** ms over which the returns are spread. */
export const returnSpread = ({ kind, program }: Pick<DemandEvent, 'kind' | 'program'>): number =>
  Math.min(program.spread.returnMinutes, strategies[kind]?.returnMinutes ?? 0) * MINUTE;

export const returnTime = (
  event: Window & Pick<DemandEvent, 'id' | 'returnNowAt'>,
  deviceId: string,
): number => {
  const { id, returnNowAt } = event;
  const [release, spread] = [releaseTime(event), returnSpread(event)];
  const planned = release + spreadDelay(id, deviceId, spread);
  if (returnNowAt === null) return planned;
  const hurried = spreadDelay(id, deviceId, Math.min(spread, EVENT_TIMES.returnNowSpread));
  return Math.min(planned, Math.max(release, returnNowAt) + hurried);
};

/** When a device that was told nothing more falls back by itself to what it held before. */
export const holdUntil = (event: Omit<Window, 'cancelledAt'>): number =>
  releaseTime({ ...event, cancelledAt: null }) + returnSpread(event) + EVENT_TIMES.fallbackMargin;

/** When the preparation begins; the start, if there is none. `notifiedAt` null: not yet, so `now` counts. */
export const preparationTime = (
  {
    program,
    kind,
    startTime,
    notifiedAt,
  }: Pick<DemandEvent, 'program' | 'kind' | 'startTime' | 'notifiedAt'>,
  now: number,
): number => {
  const least = (strategies[kind]?.preparationNoticeMinutes ?? 0) * MINUTE;
  const hasNotice = startTime - (notifiedAt ?? now) >= least;
  return program.preparation === null || !hasNotice
    ? startTime
    : startTime - program.preparation.minutes * MINUTE;
};

/** The time in which no other event may touch the same device; of a cancelled event only its return is left. */
export const spanOf = (event: Window): Span => ({
  from: event.startTime - (event.program.preparation?.minutes ?? 0) * MINUTE,
  to:
    event.cancelledAt === null
      ? holdUntil(event)
      : releaseTime(event) + returnSpread(event) + EVENT_TIMES.fallbackMargin,
});
