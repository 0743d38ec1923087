import type { DayOrInstant } from '#contract/day-or-instant.ts';
import { startOfDay } from '#domain/time/time.ts';

const momentOf = (at: DayOrInstant, zone: string, later: number): Date | null =>
  at === null || at instanceof Date ? at : startOfDay(at.year, at.month, at.day + later, zone);

interface Range {
  readonly start: DayOrInstant;
  readonly end: DayOrInstant;
}

/** [start, end) of a query that may name days of the house's calendar; the last day is part of it. */
export const requestedMoments = (
  { start, end }: Range,
  zone: string,
): { readonly start: Date | null; readonly end: Date | null } => ({
  start: momentOf(start, zone, 0),
  end: momentOf(end, zone, 1),
});
