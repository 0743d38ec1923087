import type { Program } from '#contract/entities/program.ts';
import { numberFormat } from '#domain/text/intl-cache.ts';
import { showTemperature, showTemperatureDifference } from '#domain/units.ts';
import { temperatureUnit } from './format.ts';
import { localeTag } from './i18n.ts';

const degrees = (value: number): string =>
  `${numberFormat(localeTag(), { maximumFractionDigits: 1 }).format(value)}\u00A0°${temperatureUnit()}`;

/** "76 °F", in the person's unit. */
export const temperatureText = (fahrenheit: number): string =>
  degrees(showTemperature(fahrenheit, temperatureUnit()));

/** "$5.18"; `amount` in the smallest unit of the currency. */
export const moneyText = (amount: number, currency: Program['currency']): string =>
  numberFormat(localeTag(), { style: 'currency', currency }).format(amount / 100);

/** "3 °F" between two temperatures. */
export const temperatureDifferenceText = (fahrenheit: number): string =>
  degrees(showTemperatureDifference(fahrenheit, temperatureUnit()));
