import { localDate, overlaps } from '../../events/season.ts';
import type { Span } from '../../events/season.ts';
import { QUARTER, startOfQuarter } from '../../telemetry/meter.ts';
import { DAY, instantAt, isShownTwice, MINUTE, offsetAt } from '../../time/time.ts';
import type { AdjustmentRule } from './baseline-rules.ts';

/** Starts of the quarter hours that lie in a span as a whole, in ms. */
export const quartersIn = ({ from, to }: Span): number[] => {
  const first = startOfQuarter(from + QUARTER - 1);
  const count = Math.max(Math.floor((to - first) / QUARTER), 0);
  return Array.from({ length: count }, (_, index) => first + index * QUARTER);
};

/** The adjustment window of an event that starts at `start`. */
export const adjustmentWindow = (
  { fromMinutes, toMinutes }: Pick<AdjustmentRule, 'fromMinutes' | 'toMinutes'>,
  start: number,
): Span => ({
  from: startOfQuarter(start) - fromMinutes * MINUTE,
  to: startOfQuarter(start) - toMinutes * MINUTE,
});

/**
 * The quarters at which the wall clock showed the same times some days before; null: on that day it skipped or repeated one
 * of them.
 */
export const sameTimesBefore = (
  quarters: readonly number[],
  days: number,
  zone: string,
): readonly number[] | null => {
  const instants: number[] = [];
  for (const quarter of quarters) {
    const wall = quarter + offsetAt(quarter, zone) - days * DAY;
    const instant = instantAt(wall, zone);
    if (instant + offsetAt(instant, zone) !== wall || isShownTwice(instant, zone)) return null;
    instants.push(instant);
  }
  return instants;
};

/** The local date `days` days before the one of an instant. */
export const dateBefore = (instant: number, days: number, zone: string): string =>
  localDate(instant + offsetAt(instant, zone) - days * DAY, 'UTC');

/** From midnight to midnight. */
export const localDay = (date: string, zone: string): Span => {
  const wall = Date.parse(date);
  return { from: instantAt(wall, zone), to: instantAt(wall + DAY, zone) };
};

export const touches = (spans: readonly Span[], span: Span): boolean =>
  spans.some((other) => overlaps(other, span));

/** From the first to the last of some quarters. */
export const spanOfQuarters = (quarters: readonly number[]): Span => ({
  from: quarters[0] ?? 0,
  to: (quarters.at(-1) ?? 0) + QUARTER,
});
