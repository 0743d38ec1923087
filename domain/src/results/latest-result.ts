import { DAY } from '../time/time.ts';
import { savedWh } from './event-result.ts';
import type { EventResult } from './event-result.ts';

/** The result of a dispatch is shown this long after its end. */
const SHOWN_FOR = 7 * DAY;

/** What one dispatch brought a house. Times in ms. */
export interface LatestResult {
  readonly dispatchId: string;
  /** Any of its events; the receipt of the dispatch is found by it. */
  readonly eventId: string;
  readonly startTime: number;
  readonly endTime: number;
  /** null: there is no number, or not yet. */
  readonly savedWh: number | null;
}

/** The newest dispatch that is over and that a device of the house took part in; null: none ended in the last days. */
export const latestResult = (results: readonly EventResult[], now: number): LatestResult | null => {
  const over = results.filter(
    ({ endTime, devices }) =>
      endTime <= now && endTime > now - SHOWN_FOR && devices.some(({ outcome }) => outcome !== 'excluded'),
  );
  const newest = over.reduce<EventResult | null>(
    (newestSoFar, result) =>
      newestSoFar && newestSoFar.startTime >= result.startTime ? newestSoFar : result,
    null,
  );
  if (newest === null) return null;
  const { dispatchId, eventId } = newest;
  const events = over.filter((result) => result.dispatchId === dispatchId);
  return {
    dispatchId,
    eventId,
    startTime: Math.min(...events.map(({ startTime }) => startTime)),
    endTime: Math.max(...events.map(({ endTime }) => endTime)),
    savedWh: savedWh(events),
  };
};
