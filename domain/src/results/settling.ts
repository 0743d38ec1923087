import type { DemandEvent } from '../events/event.ts';
import { endOf } from '../events/timing.ts';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { RESULT_WAIT } from './result-wait.ts';

const SETTLING = {
  retry: MINUTE,
  /** A provisional result follows late readings so often. */
  provisional: 6 * HOUR,
  /** From then on the quarter hours of the days before may have been deleted: what is known stays as it is. */
  lastCorrection: 60 * DAY,
} as const;

type SettledEvent = Pick<DemandEvent, 'startTime' | 'endTime' | 'cancelledAt' | 'program'>;

/** ms at which late readings are no longer waited for. */
export const finalTime = (event: SettledEvent): number => endOf(event) + event.program.settlingHours * HOUR;

/** The program's settling time is over. */
export const isSettlingOver = (event: SettledEvent, now: number): boolean => now >= finalTime(event);

/** Nobody waits any longer for devices that have not reported. */
export const isWaitOver = (event: SettledEvent, now: number): boolean => now >= endOf(event) + RESULT_WAIT;

/** Results of events that began before are not computed again. */
export const correctableSince = (now: number): number => now - SETTLING.lastCorrection;

/** Results that were computed before may be computed again. */
export const mayCorrect = (event: SettledEvent, now: number): boolean =>
  event.startTime > correctableSince(now);

/**
 * When the results of an event are to be computed next; null: never. After the final result ever more seldom: each time twice
 * as long after it.
 */
export const nextSettlement = (event: SettledEvent, hasResults: boolean, now: number): number | null => {
  if (!hasResults) return Math.min(now + SETTLING.retry, Math.max(endOf(event) + RESULT_WAIT, now));
  const final = finalTime(event);
  const next = now < final ? Math.min(now + SETTLING.provisional, final) : now + Math.max(DAY, now - final);
  return mayCorrect(event, next) ? next : null;
};
