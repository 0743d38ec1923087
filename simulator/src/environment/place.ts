import { HOUR, offsetAt } from '#domain/time.ts';
import type { Site } from './environment.ts';
import { areaOf } from './postcodes.ts';

/** Where a house stands, with the IANA zone of its clock. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

/** The plains before the Rocky Mountains: four seasons and much sun. */
export const SOMEWHERE: Place = { latitude: 40, longitude: -105, timezone: 'America/Denver' };

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

/** Where a house stands: by its position, or about, by its postal code; null: nobody knows. */
export const placeOf = ({ latitude, longitude, zipcode, country, timezone }: Address): Place | null => {
  if (latitude !== null && longitude !== null) return { latitude, longitude, timezone };
  const area = zipcode !== null && country !== null ? areaOf(zipcode, country) : null;
  return area && { latitude: area.latitude, longitude: area.longitude, timezone };
};

/** First to the tenth of a degree to which weather is asked for, so that both name the same region. */
const wholeDegree = (degrees: number): number => Math.round(Math.round(degrees * 10) / 10);

/** Neighbours share their weather. */
export const regionOf = ({ latitude, longitude }: Place): string =>
  `${wholeDegree(latitude)} ${wholeDegree(longitude)}`;
