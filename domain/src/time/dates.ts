import type { Language } from '#contract/entities/account.ts';
import { dateTimeFormat } from '../text/intl-cache.ts';

/** Dates and times as the specification writes them, on the calendar and clock of a zone. */

type Parts = Readonly<Record<'day' | 'month' | 'year' | 'hour' | 'minute' | 'dayPeriod', string>>;

const partsOf = (
  instant: Date,
  zone: string,
  language: Language,
  options: Intl.DateTimeFormatOptions,
): Parts =>
  Object.fromEntries(
    dateTimeFormat(language, { timeZone: zone, ...options })
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  ) as unknown as Parts;

/** Some months are abbreviated with a dot, or with four letters. */
const short = (month: string): string => month.replace('.', '').slice(0, 3);

/** 'Nov 09, 2026' or '09 nov 2026'. */
export const cardDate = (instant: Date, zone: string, language: Language): string => {
  const { day, month, year } = partsOf(instant, zone, language, {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
  });
  return language === 'es' ? `${day} ${short(month)} ${year}` : `${short(month)} ${day}, ${year}`;
};

/** 'November 9, 2026' or '9 de noviembre de 2026'. */
export const longDate = (instant: Date, zone: string, language: Language): string => {
  const { day, month, year } = partsOf(instant, zone, language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return language === 'es' ? `${day} de ${month} de ${year}` : `${month} ${day}, ${year}`;
};

/** '05:00 PM' in both languages. */
export const clockTime = (instant: Date, zone: string): string => {
  const { hour, minute, dayPeriod } = partsOf(instant, zone, 'en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
  });
  return `${hour}:${minute} ${dayPeriod}`;
};
