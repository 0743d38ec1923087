import { localDate } from '../events/season.ts';
import { savedWh } from './event-result.ts';
import type { EventResult } from './event-result.ts';
import { responseCounts } from './rewards/leaderboard.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
type Month = (typeof MONTHS)[number];

/** Wh by year and month abbreviation; null: no result is known. */
export type SavingsByMonth = Readonly<Record<string, Readonly<Record<Month, number | null>>>>;

/** Of the years in which a house had events, by its own calendar. */
export const savingsByMonth = (results: readonly EventResult[], zone: string): SavingsByMonth => {
  const byMonth = Map.groupBy(results, ({ startTime }) => localDate(startTime, zone).slice(0, 7));
  const years = [...new Set([...byMonth.keys()].map((month) => month.slice(0, 4)))].toSorted();
  const savedIn = (year: string, month: number) =>
    savedWh(byMonth.get(`${year}-${String(month).padStart(2, '0')}`) ?? []);
  return Object.fromEntries(
    years.map((year) => [
      year,
      Object.fromEntries(MONTHS.map((name, index) => [name, savedIn(year, index + 1)])) as Record<
        Month,
        number | null
      >,
    ]),
  );
};

/** Wh saved in events that began at `start` or later; null: no result is known. */
export const savedSince = (results: readonly EventResult[], start: number): number | null =>
  savedWh(results.filter(({ startTime }) => startTime >= start));

export interface MonthlyResults {
  /** YYYY-MM of the house. */
  readonly month: string;
  /** Dispatches that are over. */
  readonly eventCount: number;
  readonly responseCount: number;
  readonly optOutCount: number;
  readonly savedWh: number | null;
}

/** The calendar month of `now` so far: events that are over. */
export const monthlyResults = (
  results: readonly EventResult[],
  zone: string,
  now: number,
): MonthlyResults => {
  const month = localDate(now, zone).slice(0, 7);
  const ofMonth = results.filter(
    ({ startTime, endTime }) => endTime <= now && localDate(startTime, zone).startsWith(month),
  );
  const outcomes = ofMonth.flatMap(({ dispatchId, devices }) =>
    devices.map(({ outcome }) => ({ dispatchId, outcome })),
  );
  return { month, ...responseCounts(outcomes), savedWh: savedWh(ofMonth) };
};
