import type { EventLogEntry } from '#contract/entities/event.ts';
import { dayAt, dayText } from '#domain/time/calendar-day.ts';
import type { Day } from '#domain/time/calendar-day.ts';

/** Calls of one load, and events after which it ends. */
const MOST_MONTHS = 12;
const ENOUGH_EVENTS = 20;

export interface EventMonth {
  /** YYYY-MM */
  readonly month: string;
  readonly events: number;
}

const MONTH_LENGTH = 'YYYY-MM'.length;
export const monthOf = (day: string): string => day.slice(0, MONTH_LENGTH);

/** Months are stepped through by a day that every month has. */
export const dayOfMonth = (month: string): Day => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { year, month: number, day: 15 };
};

/** Days of the house, YYYY-MM-DD, with an event that is over; the newest first, one entry per event. */
export const pastEventDays = (
  log: readonly EventLogEntry[],
  { zone, now, from }: { readonly zone: string; readonly now: number; readonly from: number },
): readonly string[] => {
  const today = dayText(dayAt(now, zone));
  return log
    .filter(({ endTime }) => endTime !== null && Date.parse(endTime) <= now)
    .filter(({ startTime }) => Date.parse(startTime) >= from)
    .map(({ startTime }) => dayText(dayAt(Date.parse(startTime), zone)))
    .filter((day) => day < today)
    .toSorted()
    .toReversed();
};

/** The months of these days, the newest first. */
export const monthsOf = (days: readonly string[]): readonly EventMonth[] =>
  [...Map.groupBy(days, monthOf)].map(([month, { length }]) => ({ month, events: length }));

/** The months of one more load. */
const nextMonths = (months: readonly EventMonth[], loaded: ReadonlySet<string>): readonly string[] => {
  const next: string[] = [];
  let events = 0;
  for (const eventMonth of months) {
    if (next.length === MOST_MONTHS || events >= ENOUGH_EVENTS) break;
    if (loaded.has(eventMonth.month)) continue;
    next.push(eventMonth.month);
    events += eventMonth.events;
  }
  return next;
};

/** The months to show after a number of loads, with those whose days a person chose. */
export const monthsToLoad = (
  months: readonly EventMonth[],
  loads: number,
  chosen: readonly string[],
): ReadonlySet<string> => {
  const loaded = new Set(chosen);
  for (let load = 0; load < loads; load += 1) {
    for (const month of nextMonths(months, loaded)) loaded.add(month);
  }
  return loaded;
};
