import { HOUR, offsetAt } from '#domain/time/time.ts';
import type { Site } from './environment.ts';
import { areaOf } from './postcodes.ts';

/** The position of a house and its IANA time zone. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

/** Near Boulder, Colorado: four seasons and much sun. */
export const DEFAULT_PLACE: Place = { latitude: 40, longitude: -105, timezone: 'America/Denver' };

export const siteOf =
  ({ timezone, ...position }: Place): ((instant: Date) => Site) =>
  (instant) => ({ ...position, offsetHours: offsetAt(instant.getTime(), timezone) / HOUR });

interface Address {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly zipcode: string | null;
  readonly country: string | null;
  readonly timezone: string;
}

/** Where a house is: by its position, or roughly by its postal code; null: unknown. */
export const placeOf = ({ latitude, longitude, zipcode, country, timezone }: Address): Place | null => {
  if (latitude !== null && longitude !== null) return { latitude, longitude, timezone };
  const area = zipcode !== null && country !== null ? areaOf(zipcode, country) : null;
  return area && { latitude: area.latitude, longitude: area.longitude, timezone };
};

/** Rounded to tenths first, as requests for weather are, so that both give the same region. */
const wholeDegree = (degrees: number): number => Math.round(Math.round(degrees * 10) / 10);

/** Houses of one region, a whole degree wide, have the same weather. */
export const regionOf = ({ latitude, longitude }: Place): string =>
  `${wholeDegree(latitude)} ${wholeDegree(longitude)}`;
