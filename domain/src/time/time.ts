import { DAY, HOUR } from './durations.ts';
import { dateTimeFormat } from '../text/intl-cache.ts';

/** Instants are UTC; a house's days and years are those of its own time zone. */

export { DAY, HOUR, MINUTE, SECOND } from './durations.ts';

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const WALL_FIELDS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

const formattedWall = (instant: Date, zone: string): Wall => {
  const parts = Object.fromEntries(
    dateTimeFormat('en-US', { ...WALL_FIELDS, timeZone: zone })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as unknown as Wall;
  const { year, month, day, hour, minute, second } = parts;
  return { year, month, day, hour, minute, second };
};

const asUtc = (wall: Wall): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);

/** Zones change their offset at full and half hours of UTC only. */
const HALF_HOUR = HOUR / 2;

/** Offsets by zone and half hour; a year has 17,520 half hours. Emptied at the most zones or half hours. */
const offsets = new Map<string, Map<number, number>>();
const MOST_HALF_HOURS = 20_000;
const MOST_ZONES = 50;

/** ms by which local time is ahead of UTC; cached by half hour, because computing it is slow and meters need it often. */
export const offsetAt = (instant: number, zone: string): number => {
  const slot = Math.floor(instant / HALF_HOUR);
  const ofZone = offsets.get(zone) ?? new Map<number, number>();
  const cached = ofZone.get(slot);
  if (cached !== undefined) return cached;
  if (ofZone.size >= MOST_HALF_HOURS) ofZone.clear();
  if (offsets.size >= MOST_ZONES && !offsets.has(zone)) offsets.clear();
  const from = slot * HALF_HOUR;
  const offset = asUtc(formattedWall(new Date(from), zone)) - from;
  offsets.set(zone, ofZone.set(slot, offset));
  return offset;
};

/** Local date and time in `zone` at `instant`. By the offset, which is cached: formatting takes a hundred times as long. */
export const wallTime = (instant: Date, zone: string): Wall => {
  const local = new Date(instant.getTime() + offsetAt(instant.getTime(), zone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  };
};

/** The first instant after `from` and up to `to` for which `holds` is true, by bisection. */
const firstInstant = (from: number, to: number, holds: (instant: number) => boolean): number => {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
};

/**
 * The instant at which the wall clock shows `wall` (ms, as if it were UTC): of two such instants the first, and where the
 * clock skips it, the one at which it goes on.
 */
export const instantAt = (wall: number, zone: string): number => {
  // Before and after any change of the clock near it.
  const instants = [wall - DAY, wall + DAY]
    .map((near) => wall - offsetAt(near, zone))
    .filter((instant) => instant + offsetAt(instant, zone) === wall);
  if (instants.length > 0) return Math.min(...instants);
  return firstInstant(wall - DAY, wall + DAY, (at) => at + offsetAt(at, zone) >= wall);
};

/** The first instant of the given day: midnight, or where the clock skips that, whatever it shows instead. */
export const startOfDay = (year: number, month: number, day: number, zone: string): Date =>
  new Date(instantAt(Date.UTC(year, month - 1, day), zone));

/** The instant at which the hour on the wall clock began. Shorter than an hour where the clock was moved within it. */
export const startOfHour = (instant: number, zone: string): number => {
  const offset = offsetAt(instant, zone);
  const start = Math.floor((instant + offset) / HOUR) * HOUR - offset;
  if (offsetAt(start, zone) === offset) return start;
  return firstInstant(start, instant, (at) => offsetAt(at, zone) === offset);
};

/** Whether the wall clock shows the time of this instant once more, as when summer time ends. */
export const isShownTwice = (instant: number, zone: string): boolean => {
  const wall = instant + offsetAt(instant, zone);
  return [-3 * HOUR, 3 * HOUR].some((away) => {
    const other = wall - offsetAt(instant + away, zone);
    return other !== instant && other + offsetAt(other, zone) === wall;
  });
};

/** The hours of the wall clock that begin from the one of `from` on and before `to`. */
export const hoursBetween = (from: number, to: number, zone: string): number[] => {
  const hours: number[] = [];
  for (let hour = startOfHour(from, zone); hour < to; hour = startOfHour(hour + HOUR, zone)) hours.push(hour);
  return hours;
};

export const startOfYear = (instant: Date, zone: string): Date =>
  startOfDay(new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).getUTCFullYear(), 1, 1, zone);
