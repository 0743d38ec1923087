import type { Language } from '#contract/entities/account.ts';
import { dateTimeFormat } from '../text/intl-cache.ts';
import { wallTime } from './time.ts';

/** Dates and times as the specification writes them, on the calendar and clock of a zone. */

/** What goes into the pattern of a date, which each language has for itself. */
type DateParts = Readonly<Record<'day' | 'month' | 'year', string>>;

/** Of 'Nov 09, 2026' or '09 nov 2026'. `months`: the short names of all, with spaces between them. */
export const cardDateParts = (instant: Date, zone: string, months: string): DateParts => {
  const { day, month, year } = wallTime(instant, zone);
  return {
    day: String(day).padStart(2, '0'),
    month: months.split(' ')[month - 1] ?? '',
    year: String(year),
  };
};

/** Of 'November 9, 2026' or '9 de noviembre de 2026'. */
export const longDateParts = (instant: Date, zone: string, language: Language): DateParts => {
  const { day, year } = wallTime(instant, zone);
  // With the day: some languages inflect the month after it.
  const parts = dateTimeFormat(language, { timeZone: zone, day: 'numeric', month: 'long' }).formatToParts(
    instant,
  );
  const month = parts.find(({ type }) => type === 'month')?.value ?? '';
  return { day: String(day), month, year: String(year) };
};

/** '05:00 PM' in every language. */
export const clockTime = (instant: Date, zone: string): string => {
  const parts = dateTimeFormat('en', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
  }).formatToParts(instant);
  const { hour, minute, dayPeriod } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${hour}:${minute} ${dayPeriod}`;
};
