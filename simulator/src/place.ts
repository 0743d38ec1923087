import { wallTime } from '#domain/time.ts';
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
/** Zones change their offset at full and half hours of UTC only. */
const HALF_HOUR = HOUR / 2;

const offsetHours = (instant: Date, timezone: string): number => {
  const { year, month, day, hour, minute, second } = wallTime(instant, timezone);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return (wall - Math.floor(instant.getTime() / 1000) * 1000) / HOUR;
};

/** Asks for the offset once in half an hour: asking is dear, and a house asks every minute. */
export const siteOf = ({ timezone, ...position }: Place): ((instant: Date) => Site) => {
  let known: { readonly slot: number; readonly site: Site } | null = null;
  return (instant) => {
    const slot = Math.floor(instant.getTime() / HALF_HOUR);
    if (known?.slot !== slot) {
      known = { slot, site: { ...position, offsetHours: offsetHours(instant, timezone) } };
    }
    return known.site;
  };
};

/** Neighbours share their weather. */
export const regionOf = ({ latitude, longitude }: Place): string =>
  `${Math.round(latitude)} ${Math.round(longitude)}`;
