import type { TemperatureUnit } from '#contract/entities/account.ts';
import type { Localization } from '#contract/entities/provider.ts';

/** Stored and sent in °F, W, Wh and miles; shown in the units of the person. The only place that converts. */
export type DistanceUnit = 'mi' | 'km';

export const fahrenheitToCelsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9;
export const celsiusToFahrenheit = (celsius: number): number => (celsius * 9) / 5 + 32;

const KM_PER_MILE = 1.60934;
export const milesToKm = (miles: number): number => miles * KM_PER_MILE;

type SpeedUnit = 'mph' | 'km/h';

interface Units {
  readonly temperature: TemperatureUnit;
  readonly distance: DistanceUnit;
  /** Of the wind. */
  readonly speed: SpeedUnit;
}

export const unitsOf: Readonly<Record<Localization, Units>> = {
  US: { temperature: 'F', distance: 'mi', speed: 'mph' },
  AU: { temperature: 'C', distance: 'mi', speed: 'km/h' },
  CA: { temperature: 'C', distance: 'km', speed: 'km/h' },
};

export const showTemperature = (fahrenheit: number, unit: TemperatureUnit): number =>
  Math.round(unit === 'C' ? fahrenheitToCelsius(fahrenheit) : fahrenheit);

/** A difference between two temperatures, to a tenth of a degree. */
export const showTemperatureDifference = (fahrenheit: number, unit: TemperatureUnit): number =>
  unit === 'C' ? Math.round((fahrenheit * 50) / 9) / 10 : fahrenheit;

export const showDistance = (miles: number, unit: DistanceUnit): number =>
  Math.round(unit === 'km' ? milesToKm(miles) : miles);

export const showSpeed = (milesPerHour: number, unit: SpeedUnit): number =>
  Math.round(unit === 'km/h' ? milesToKm(milesPerHour) : milesPerHour);
