import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/time/time.ts';
import { monthsOf, monthsToLoad, pastEventDays } from './event-months.ts';

const zone = 'America/Denver';
const now = Date.parse('2026-11-16T18:00:00Z');
const from = Date.parse('2026-01-01T07:00:00Z');

const entry = (startTime: string, hours: number | null = 2) => ({
  startTime,
  endTime: hours === null ? null : new Date(Date.parse(startTime) + hours * HOUR).toISOString(),
});

describe('[CAL-4] days that can be picked', () => {
  test('are those with an event that ended, before today, by the calendar of the house', () => {
    const log = [
      // Still runs; has no end; ended today.
      entry('2026-11-16T17:00:00Z'),
      entry('2026-11-12T17:00:00Z', null),
      entry('2026-11-16T09:00:00Z'),
      // 23:30 of the 14th in Denver.
      entry('2026-11-15T06:30:00Z'),
      entry('2026-07-09T23:00:00Z'),
      // Before the start of the leaderboard.
      entry('2025-12-20T23:00:00Z'),
    ];
    expect(pastEventDays(log, { zone, now, from })).toEqual(['2026-11-14', '2026-07-09']);
  });
});

describe('[CAL-3] months that are loaded', () => {
  const days = (count: number, last: string) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.parse(last) - index * DAY).toISOString().slice(0, 10),
    );

  test('are asked for from the newest on until 20 events are loaded, and again with each further load', () => {
    const months = monthsOf([
      ...days(12, '2026-11-14'),
      ...days(7, '2026-08-20'),
      ...days(9, '2026-07-20'),
      ...days(5, '2026-01-20'),
    ]);
    expect(months).toEqual([
      { month: '2026-11', events: 12 },
      { month: '2026-08', events: 7 },
      { month: '2026-07', events: 9 },
      { month: '2026-01', events: 5 },
    ]);
    expect([...monthsToLoad(months, 1, [])]).toEqual(['2026-11', '2026-08', '2026-07']);
    expect([...monthsToLoad(months, 2, [])]).toEqual(['2026-11', '2026-08', '2026-07', '2026-01']);
    expect([...monthsToLoad(months, 3, [])]).toHaveLength(4);
  });

  test('are at most 12 in one load', () => {
    const months = Array.from({ length: 30 }, (_, index) => ({
      month: `${2030 - Math.floor(index / 12)}-${12 - (index % 12)}`,
      events: 1,
    }));
    expect(monthsToLoad(months, 1, []).size).toBe(12);
    expect(monthsToLoad(months, 2, []).size).toBe(24);
  });

  test('take in the month of a chosen day', () => {
    const months = monthsOf([...days(20, '2026-11-24'), '2026-02-03']);
    expect([...monthsToLoad(months, 1, ['2026-02'])]).toEqual(['2026-02', '2026-11']);
  });
});
