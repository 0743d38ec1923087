import { offsetAt } from '#domain/time.ts';
import type { Site } from './environment.ts';

/** Where a house stands, with the IANA zone of its clock. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

/** The plains before the Rocky Mountains: four seasons and much sun. */
export const SOMEWHERE: Place = { latitude: 40, longitude: -105, timezone: 'America/Denver' };

const HOUR = 3_600_000;

export const siteOf =
  ({ timezone, ...position }: Place): ((instant: Date) => Site) =>
  (instant) => ({ ...position, offsetHours: offsetAt(instant.getTime(), timezone) / HOUR });

/** Neighbours share their weather. */
export const regionOf = ({ latitude, longitude }: Place): string =>
  `${Math.round(latitude)} ${Math.round(longitude)}`;
