import { DAY } from '#domain/time/time.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Span } from '../stores/telemetry/series.ts';
import { MAX_AHEAD } from './normalize-readings.ts';

/** As a call for history names it; without any of them it is the last day. */
export interface RequestedRange {
  readonly start: Date | null;
  readonly before: Date | null;
  readonly end: Date | null;
}

const LONGEST_SPAN = 800 * DAY;

export const requestedSpan = ({ start, before, end }: RequestedRange, now: Date): Span => {
  const to = end ?? now;
  const from = start ?? before ?? addMs(to, -DAY);
  if (from >= to) throw new AppError('bad_request', { detail: 'The range ends before it begins.' });
  if (to.getTime() - from.getTime() > LONGEST_SPAN) {
    throw new AppError('bad_request', { detail: 'The range is longer than 800 days.' });
  }
  return { start: from, end: to };
};

/**
 * The part of the asked range in which there can be readings; null: all of it is still to come. Without the cut, time to
 * come would take points away from what was recorded. The clocks of devices may be a little ahead.
 */
export const recordedSpan = (range: RequestedRange, now: Date): Span | null => {
  const { start, end } = requestedSpan(range, now);
  if (start > now) return null;
  return { start, end: new Date(Math.min(end.getTime(), now.getTime() + MAX_AHEAD)) };
};
