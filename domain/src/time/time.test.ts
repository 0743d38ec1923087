import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../testing/property-runs.ts';
import { HOUR, MINUTE, hoursBetween, startOfDay, startOfHour, startOfYear, wallTime } from './time.ts';

/** West and east of Greenwich, with half-hour offsets, with and without summer time, and one that moves by half an hour. */
const ZONES = [
  'America/Denver',
  'America/St_Johns',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
] as const;

const midnight = (year: number, month: number, day: number) => ({
  year,
  month,
  day,
  hour: 0,
  minute: 0,
  second: 0,
});

describe('wallTime', () => {
  test.each([
    ['America/Denver', '2026-07-01T05:59:59Z', [2026, 6, 30, 23, 59, 59]],
    ['America/Denver', '2026-01-01T07:00:00Z', [2026, 1, 1, 0, 0, 0]],
    ['America/St_Johns', '2026-01-01T03:30:00Z', [2026, 1, 1, 0, 0, 0]],
    ['Australia/Adelaide', '2026-06-30T14:30:00Z', [2026, 7, 1, 0, 0, 0]],
    ['Asia/Kolkata', '2026-02-28T18:30:00Z', [2026, 3, 1, 0, 0, 0]],
  ])('in %s the clock shows at %s', (zone, instant, [year, month, day, hour, minute, second]) => {
    expect(wallTime(new Date(instant), zone)).toEqual({ year, month, day, hour, minute, second });
  });

  test('[T-35] is what the formatter of the platform writes, in every zone of ours and at any second', () => {
    const fields = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const;
    const formatters = new Map(
      ZONES.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { ...fields, timeZone: zone })]),
    );
    const pad = (value: number): string => String(value).padStart(2, '0');
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        (zone, instant) => {
          const { year, month, day, hour, minute, second } = wallTime(instant, zone);
          const shown = `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
          expect(shown).toBe(formatters.get(zone)?.format(instant));
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});

describe('startOfDay', () => {
  test.each([
    ['America/Denver', [2026, 1, 15], '2026-01-15T07:00:00.000Z'],
    ['America/Denver', [2026, 7, 15], '2026-07-15T06:00:00.000Z'],
    ['America/St_Johns', [2026, 1, 15], '2026-01-15T03:30:00.000Z'],
    ['America/St_Johns', [2026, 7, 15], '2026-07-15T02:30:00.000Z'],
    ['Australia/Adelaide', [2026, 1, 15], '2026-01-14T13:30:00.000Z'],
    ['Australia/Adelaide', [2026, 7, 15], '2026-07-14T14:30:00.000Z'],
    ['Asia/Kolkata', [2026, 7, 15], '2026-07-14T18:30:00.000Z'],
  ] as const)('in %s the day %j begins at %s', (zone, [year, month, day], instant) => {
    expect(startOfDay(year, month, day, zone).toISOString()).toBe(instant);
  });

  test.each([
    ['America/Denver', [2026, 3, 8], 23],
    ['America/Denver', [2026, 11, 1], 25],
    ['America/St_Johns', [2026, 3, 8], 23],
    ['America/St_Johns', [2026, 11, 1], 25],
    ['Australia/Adelaide', [2026, 10, 4], 23],
    ['Australia/Adelaide', [2026, 4, 5], 25],
    ['Australia/Lord_Howe', [2026, 10, 4], 23.5],
    ['Australia/Lord_Howe', [2026, 4, 5], 24.5],
    ['Asia/Kolkata', [2026, 4, 5], 24],
  ] as const)('[T-35] in %s the day %j has its real length', (zone, [year, month, day], hours) => {
    const length =
      startOfDay(year, month, day + 1, zone).getTime() - startOfDay(year, month, day, zone).getTime();
    expect(length / HOUR).toBe(hours);
  });

  test('[T-35] the wall clock shows midnight of that day, on any day of any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2012, max: 2037 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.constantFrom(...ZONES),
        (year, month, day, zone) => {
          expect(wallTime(startOfDay(year, month, day, zone), zone)).toEqual(midnight(year, month, day));
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});

describe('days without midnight', () => {
  test.each([
    ['America/Sao_Paulo', [2018, 11, 4], '2018-11-04T03:00:00.000Z', 1],
    ['Africa/Cairo', [2024, 4, 26], '2024-04-25T22:00:00.000Z', 1],
    ['Asia/Beirut', [2024, 3, 31], '2024-03-30T22:00:00.000Z', 1],
    ['America/Havana', [2026, 3, 8], '2026-03-08T05:00:00.000Z', 1],
    // Midnight twice: the day begins with the first.
    ['America/Havana', [2026, 11, 1], '2026-11-01T04:00:00.000Z', 0],
  ] as const)(
    '[T-35] in %s the day %j begins at %s, when the clock shows %i',
    (zone, [y, m, d], begin, hour) => {
      const start = startOfDay(y, m, d, zone);
      expect(start.toISOString()).toBe(begin);
      expect(wallTime(start, zone)).toEqual({ ...midnight(y, m, d), hour });
      expect(wallTime(new Date(start.getTime() - 1), zone).day).not.toBe(d);
    },
  );
});

describe('hours', () => {
  test.each([
    ['America/Denver', [2026, 3, 8], 23],
    ['America/Denver', [2026, 11, 1], 25],
    ['America/St_Johns', [2026, 3, 8], 23],
    ['Australia/Adelaide', [2026, 10, 4], 23],
    ['Australia/Adelaide', [2026, 4, 5], 25],
    ['Asia/Kolkata', [2026, 4, 5], 24],
    ['Asia/Kathmandu', [2026, 4, 5], 24],
    // Its clock moves by half an hour, so one hour of these days is cut short.
    ['Australia/Lord_Howe', [2026, 10, 4], 24],
    ['Australia/Lord_Howe', [2026, 4, 5], 25],
  ] as const)(
    '[T-35] in %s the day %j has %i hours, which fill it without a gap',
    (zone, [y, m, d], count) => {
      const [from, to] = [startOfDay(y, m, d, zone).getTime(), startOfDay(y, m, d + 1, zone).getTime()];
      const hours = hoursBetween(from, to, zone);
      expect(hours).toHaveLength(count);
      expect(hours[0]).toBe(from);
      for (let at = from; at < to; at += MINUTE) {
        expect(startOfHour(at, zone)).toBe(hours.findLast((hour) => hour <= at));
      }
    },
  );

  test('[T-35] every instant lies in an hour that is at most an hour long and begins where it says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2037, 0, 1) }),
        fc.constantFrom(...ZONES, 'Asia/Kathmandu', 'Pacific/Chatham'),
        (instant, zone) => {
          const start = startOfHour(instant, zone);
          expect(start).toBeLessThanOrEqual(instant);
          expect(instant - start).toBeLessThan(HOUR);
          expect(startOfHour(start, zone)).toBe(start);
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});

describe('startOfYear', () => {
  test.each([
    ['America/Denver', '2026-01-01T06:59:59Z', '2025-01-01T07:00:00.000Z'],
    ['America/Denver', '2026-01-01T07:00:00Z', '2026-01-01T07:00:00.000Z'],
    ['America/St_Johns', '2026-07-01T00:00:00Z', '2026-01-01T03:30:00.000Z'],
    ['Australia/Adelaide', '2025-12-31T13:29:59Z', '2024-12-31T13:30:00.000Z'],
    ['Australia/Adelaide', '2025-12-31T13:30:00Z', '2025-12-31T13:30:00.000Z'],
    ['Asia/Kolkata', '2026-06-01T00:00:00Z', '2025-12-31T18:30:00.000Z'],
  ])('[LEAD-3] in %s the year of %s began at %s', (zone, instant, start) => {
    expect(startOfYear(new Date(instant), zone).toISOString()).toBe(start);
  });
});
