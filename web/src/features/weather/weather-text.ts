import type { WeatherDay } from '#contract/entities/weather.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { dayAt, daysBetween } from '#domain/time/calendar-day.ts';
import { showSpeed, unitsOf } from '#domain/units.ts';
import { shortDescription, shownPrecipitation } from '#domain/weather/weather.ts';
import { boot } from '#web/lib/boot-state.ts';
import { formatNumber, temperature } from '#web/lib/language/format.ts';
import { localeTag, t } from '#web/lib/language/i18n.ts';

export const PLACEHOLDER = '--';

export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const percentText = (fraction: number | null): string =>
  fraction === null ? PLACEHOLDER : `${formatNumber(100 * fraction)}%`;

export const precipitationText = (probability: number | null): string =>
  percentText(shownPrecipitation(probability));

export const cloudsText = percentText;

/** "46 °F" */
export const temperatureWithUnit = (fahrenheit: number | null): string => {
  const { value, unit } = temperature(fahrenheit);
  return fahrenheit === null ? value : `${value}\u00A0${unit}`;
};

/** "46°", where the unit stands beside it already. */
export const degreesText = (fahrenheit: number | null): string =>
  fahrenheit === null ? PLACEHOLDER : `${temperature(fahrenheit).value}°`;

export const windText = (milesPerHour: number | null): string => {
  const { speed } = unitsOf[boot().page.provider.localization];
  return milesPerHour === null
    ? PLACEHOLDER
    : `${formatNumber(showSpeed(milesPerHour, speed))}\u00A0${speed}`;
};

export const descriptionText = (description: string | null): string =>
  description === null ? PLACEHOLDER : shortDescription(description);

/** "Today", else the day of the week. */
export const dayName = (day: Pick<WeatherDay, 'time'>, now: Date, zone: string): string => {
  const time = new Date(day.time);
  return daysBetween(dayAt(now.getTime(), zone), dayAt(time.getTime(), zone)) === 0
    ? t('weather.today')
    : capitalized(dateTimeFormat(localeTag(), { weekday: 'short', timeZone: zone }).format(time));
};

/** "Nov 17" */
export const dayDate = ({ time }: Pick<WeatherDay, 'time'>, zone: string): string =>
  dateTimeFormat(localeTag(), { month: 'short', day: 'numeric', timeZone: zone }).format(new Date(time));
