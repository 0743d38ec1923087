import type { Language, TemperatureUnit } from '#contract/entities/account.ts';
import type { Localization } from '#contract/entities/provider.ts';
import type { SentenceFormats } from '#domain/events/people/sentences.ts';
import { dateTimeFormat, numberFormat } from '#domain/text/intl-cache.ts';
import { dayAt, daysBetween } from '#domain/time/calendar-day.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { showTemperature, showTemperatureDifference, unitsOf } from '#domain/units.ts';
import { translatorFor, labelIn } from '../lib/text/i18n.ts';

/** Who reads a message, and where. */
export interface Reader {
  readonly language: Language;
  readonly localization: Localization;
  /** null: the unit of the region. */
  readonly temperatureUnit: TemperatureUnit | null;
  /** Of the house. */
  readonly timezone: string;
}

export interface ReaderFormats extends SentenceFormats {
  /** "Monday, November 16" */
  readonly day: (instant: number) => string;
  /** "Monday, Nov 16" */
  readonly shortDay: (instant: number) => string;
  /** "5:00 – 8:00 PM MST", without dates. */
  readonly hours: (from: number, to: number) => string;
  /** "5:00 PM MST" */
  readonly timeWithZone: (instant: number) => string;
  /** "3 hours" */
  readonly duration: (length: number) => string;
  /** "0.40 kWh", of Wh */
  readonly energy: (wattHours: number) => string;
}

/** Intl puts narrow and no-break spaces into times, for which a text message would need twice as many parts. */
const withPlainSpaces = (text: string): string => text.replaceAll(/[\u00A0\u2009\u202F]/g, ' ');

/** As the energies of events are shown on screens. */
const ENERGY = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

export const formatsFor = ({ language, localization, temperatureUnit, timezone }: Reader): ReaderFormats => {
  const locale = `${language}-${localization}`;
  const unit = temperatureUnit ?? unitsOf[localization].temperature;
  const show = (options: Intl.DateTimeFormatOptions) => (instant: number) =>
    withPlainSpaces(dateTimeFormat(locale, { ...options, timeZone: timezone }).format(new Date(instant)));
  const time = show(TIME);
  const withZone = show({ ...TIME, timeZoneName: 'short' });
  const zone = (instant: number) =>
    dateTimeFormat(locale, { hour: 'numeric', timeZoneName: 'short', timeZone: timezone })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const number = (value: number) => numberFormat(locale, { maximumFractionDigits: 1 }).format(value);
  return {
    temperature: (fahrenheit) => `${number(showTemperature(fahrenheit, unit))} °${unit}`,
    difference: (fahrenheit) => `${number(showTemperatureDifference(fahrenheit, unit))} °${unit}`,
    time,
    timeWithZone: withZone,
    moment: show({ ...TIME, month: 'short', day: 'numeric' }),
    day: show({ weekday: 'long', month: 'long', day: 'numeric' }),
    shortDay: show({ weekday: 'long', month: 'short', day: 'numeric' }),
    hours: (from, to) => {
      const [first, last] = [zone(from), zone(to)];
      const isOneDay = daysBetween(dayAt(from, timezone), dayAt(to, timezone)) === 0;
      if (first !== last) return `${withZone(from)} – ${withZone(to)}`;
      if (!isOneDay) return `${time(from)} – ${withZone(to)}`;
      const clock = dateTimeFormat(locale, { ...TIME, timeZone: timezone });
      return `${withPlainSpaces(clock.formatRange(from, to))} ${first}`.trim();
    },
    money: (amount, currency) =>
      withPlainSpaces(numberFormat(locale, { style: 'currency', currency }).format(amount / 100)),
    energy: (wattHours) => `${numberFormat(locale, ENERGY).format(wattHours / 1_000)} kWh`,
    label: (group, word) => labelIn(language, group, word),
    duration: (length) => {
      const [hours, minutes] = [Math.floor(length / HOUR), Math.round((length % HOUR) / MINUTE)];
      if (minutes === 0) return translatorFor(language)('notice.duration.hours', { hours });
      return hours === 0
        ? translatorFor(language)('notice.duration.minutes', { minutes })
        : translatorFor(language)('notice.duration.both', { hours, minutes });
    },
  };
};
