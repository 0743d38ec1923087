/** Instants are UTC; a house's days and years are those of its own zone. */

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
};

/** What clock and calendar on the wall of a house in `zone` show at `instant`. */
export const wallTime = (instant: Date, zone: string): Wall => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as unknown as Wall;
  const { year, month, day, hour, minute, second } = parts;
  return { year, month, day, hour, minute, second };
};

const asUtc = (wall: Wall): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);

/** The instant at which the wall clock shows midnight of the given day. */
export const startOfDay = (year: number, month: number, day: number, zone: string): Date => {
  const wanted = Date.UTC(year, month - 1, day);
  let instant = wanted;
  // The offset found at the first guess may differ from the one in force at midnight; twice is enough.
  for (let round = 0; round < 2; round += 1) {
    instant += wanted - asUtc(wallTime(new Date(instant), zone));
  }
  return new Date(instant);
};

export const startOfYear = (instant: Date, zone: string): Date =>
  startOfDay(wallTime(instant, zone).year, 1, 1, zone);
