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
  /** It is known what it saved, or why there is no number. */
  readonly settled: boolean;
}

const devicesOf = (results: readonly EventResult[]) =>
  results.flatMap(({ devices }) => devices.filter(({ outcome }) => outcome !== 'excluded'));

/** Who left with every device has no result of it, whatever the meters told. */
const tookPart = (results: readonly EventResult[]): boolean =>
  devicesOf(results).some(({ outcome }) => outcome !== 'optedOut');

const toLatest = (events: readonly [EventResult, ...EventResult[]]): LatestResult => {
  // Of several events the one that began last.
  const newest = events.reduce((one, other) => (other.startTime > one.startTime ? other : one));
  return {
    dispatchId: newest.dispatchId,
    eventId: newest.eventId,
    startTime: Math.min(...events.map(({ startTime }) => startTime)),
    endTime: Math.max(...events.map(({ endTime }) => endTime)),
    savedWh: savedWh(events),
    settled: devicesOf(events).some(
      ({ reductionWh, reason }) => reductionWh !== null || reason !== undefined,
    ),
  };
};

/**
 * The newest dispatch that is over and that a device of the house took part in to its end, before those that ran at the same
 * time; none where none ended in the last days.
 */
export const latestResults = (results: readonly EventResult[], now: number): LatestResult[] => {
  const over = results.filter(({ endTime }) => endTime <= now && endTime > now - SHOWN_FOR);
  const [newest, ...earlier] = [...Map.groupBy(over, ({ dispatchId }) => dispatchId).values()]
    .filter(tookPart)
    .flatMap(([first, ...more]) => (first ? [toLatest([first, ...more])] : []))
    .toSorted((one, other) => other.startTime - one.startTime);
  return newest ? [newest, ...earlier.filter(({ endTime }) => endTime > newest.startTime)] : [];
};
