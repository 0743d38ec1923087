import { expect, test } from 'vitest';
import { isTimeZone } from './time-zone.ts';

test.each([
  'America/Denver',
  'Australia/Lord_Howe',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
  'Etc/GMT+7',
  'UTC',
])('[T-35] %s is a time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(true);
});

test.each(['', 'Mars/Olympus', '+05:30', '-07:00', 'America/', ' UTC', 'America/Denver\n', 'MDT;drop table'])(
  '[T-35] %j is not a time zone',
  (zone) => {
    expect(isTimeZone(zone)).toBe(false);
    // And again, from what is known by now.
    expect(isTimeZone(zone)).toBe(false);
  },
);
