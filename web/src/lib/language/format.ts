import { cardDateParts, longDateParts } from '#domain/time/dates.ts';
import { dateTimeFormat, numberFormat } from '#domain/text/intl-cache.ts';
import { dayAt, daysBetween } from '#domain/time/calendar-day.ts';
import type { TemperatureUnit } from '#contract/entities/account.ts';
import { showDistance, showTemperature, unitsOf } from '#domain/units.ts';
import { boot } from '../boot-state.ts';
import { currentLanguage, localeTag, t } from './i18n.ts';

/** Shown for an unknown value. */
const PLACEHOLDER = '--';

const units = () => unitsOf[boot().page.provider.localization];

let chosenUnit: TemperatureUnit | null = null;

/** The person's choice; null: the unit of the region. */
export const setTemperatureUnit = (unit: TemperatureUnit | null): void => {
  chosenUnit = unit;
};

export const temperatureUnit = (): TemperatureUnit => chosenUnit ?? units().temperature;

export const formatNumber = (value: number, digits = 0): string =>
  numberFormat(localeTag(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // No "-0".
    signDisplay: 'negative',
  }).format(value);

/** 0.29 * 100 is 28.999…; added before rounding down. */
const ROUNDING = 1e-9;

export interface Quantity {
  readonly value: string;
  readonly unit: string;
}

export const temperature = (fahrenheit: number | null): Quantity => {
  const unit = temperatureUnit();
  return {
    value: fahrenheit === null ? PLACEHOLDER : formatNumber(showTemperature(fahrenheit, unit)),
    unit: `°${unit}`,
  };
};

export const kilowatts = (watts: number | null): Quantity => ({
  value: watts === null ? PLACEHOLDER : formatNumber(watts / 1_000, 1),
  unit: 'kW',
});

export const kilowattHours = (wattHours: number | null): Quantity => ({
  value: wattHours === null ? PLACEHOLDER : formatNumber(wattHours / 1_000, 1),
  unit: 'kWh',
});

export const percent = (fraction: number | null): Quantity => ({
  value: fraction === null ? PLACEHOLDER : formatNumber(Math.floor(fraction * 100 + ROUNDING)),
  unit: '%',
});

export const distance = (miles: number | null): Quantity => {
  const { distance: unit } = units();
  return { value: miles === null ? PLACEHOLDER : formatNumber(showDistance(miles, unit)), unit };
};

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const DAYS_NAMED = 7;

/** 'Nov 09, 2026' or '09 nov 2026'. */
export const cardDate = (instant: Date, zone: string): string =>
  t('date.card', cardDateParts(instant, zone, t('date.months')));

/** 'November 9, 2026' or '9 de noviembre de 2026'. */
export const longDate = (instant: Date, zone: string): string =>
  t('date.long', longDateParts(instant, zone, currentLanguage()));

/** "8:40 AM" on the house's clock, as the person's language writes it. */
export const timeOfDay = (instant: Date, zone: string): string =>
  dateTimeFormat(localeTag(), { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(instant);

/** "5:00 – 8:00 PM" on the house's clock, which no line breaks; without dates, also over midnight. */
export const rangeText = (start: number, end: number, zone: string): string => {
  const clock = dateTimeFormat(localeTag(), { hour: 'numeric', minute: '2-digit', timeZone: zone });
  const text =
    daysBetween(dayAt(start, zone), dayAt(end, zone)) === 0
      ? clock.formatRange(start, end)
      : `${clock.format(start)} – ${clock.format(end)}`;
  // Ranges are formatted with thin spaces; behind a dash a line breaks even before a space that does not break.
  return text.replaceAll(/\s/g, '\u00A0').replaceAll('–', '–\u2060');
};

/** Keeps number and unit on one line. */
const withNoBreakSpaces = (text: string): string => text.replaceAll(/(?<=\d) /g, '\u00A0');

/** "4 s ago", "yesterday", "3 days ago" up to a week, then date and time in the house's zone. */
export const formatAge = (time: Date, now: Date, zone: string, isTimeShown = false): string => {
  const seconds = Math.max(0, Math.round((now.getTime() - time.getTime()) / 1_000));
  if (seconds < MINUTE_SECONDS) return withNoBreakSpaces(t('age.seconds', { n: seconds }));
  if (seconds < HOUR_SECONDS)
    return withNoBreakSpaces(t('age.minutes', { n: Math.floor(seconds / MINUTE_SECONDS) }));
  // A person counts days by the calendar: 26 hours may reach back to the day before yesterday.
  const days = daysBetween(dayAt(time.getTime(), zone), dayAt(now.getTime(), zone));
  // When summer time ends, a day has 25 hours.
  if (seconds < DAY_SECONDS || days === 0)
    return withNoBreakSpaces(t('age.hours', { n: Math.floor(seconds / HOUR_SECONDS) }));
  const named = withNoBreakSpaces(t('age.days', { n: days }));
  if (days < DAYS_NAMED) return isTimeShown ? `${named}, ${timeOfDay(time, zone)}` : named;
  return `${cardDate(time, zone)}, ${timeOfDay(time, zone)}`;
};
