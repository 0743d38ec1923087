import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { localeTag } from '#web/lib/language/i18n.ts';

/** From one instant to another, in the words of the language; times in ms. */
export const rangeText = (
  from: number,
  to: number,
  zone: string,
  options: Intl.DateTimeFormatOptions,
): string => dateTimeFormat(localeTag(), { ...options, timeZone: zone }).formatRange(from, to);

/** No line breaks inside; behind a dash one would break even before a space that does not break. */
const withoutBreaks = (text: string): string => text.replaceAll(/\s/g, '\u00A0').replaceAll('–', '–\u2060');

const DAY_AND_TIME: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/** "Friday, November 13, 5:00 – 8:00 PM"; on one day no line breaks within the times. */
export const eventRangeText = (from: number, to: number, zone: string): string => {
  const parts = dateTimeFormat(localeTag(), { ...DAY_AND_TIME, timeZone: zone }).formatRangeToParts(from, to);
  const textOf = (some: typeof parts) => some.map(({ value }) => value).join('');
  if (parts.filter(({ type }) => type === 'day').length > 1) return textOf(parts);
  const times = parts.findIndex(({ type }) => type === 'hour');
  return textOf(parts.slice(0, times)) + withoutBreaks(textOf(parts.slice(times)));
};
