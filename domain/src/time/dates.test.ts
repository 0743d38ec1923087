import { expect, test } from 'vitest';
import { cardDateParts, clockTime, longDateParts } from './dates.ts';

const evening = new Date('2026-11-10T00:05:00Z');
const zone = 'America/Denver';
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec';

test('[LANG-5] a date has the day of the zone, with two digits and a short month on a card', () => {
  expect(cardDateParts(evening, zone, MONTHS)).toEqual({ day: '09', month: 'Nov', year: '2026' });
  expect(cardDateParts(evening, 'UTC', MONTHS)).toEqual({ day: '10', month: 'Nov', year: '2026' });
  expect(longDateParts(evening, zone, 'en')).toEqual({ day: '9', month: 'November', year: '2026' });
  expect(longDateParts(evening, zone, 'es')).toEqual({ day: '9', month: 'noviembre', year: '2026' });
});

test('[LANG-5] the month of a long date is inflected as after a day', () => {
  expect(longDateParts(evening, zone, 'pl').month).toBe('listopada');
});

test('[LANG-5] every month has its own name on a card', () => {
  const names = Array.from(
    { length: 12 },
    (_, month) => cardDateParts(new Date(Date.UTC(2026, month, 15, 12)), 'UTC', MONTHS).month,
  );
  expect(names.join(' ')).toBe(MONTHS);
});

test.each([
  ['2026-11-10T00:05:00Z', '05:05 PM'],
  ['2026-11-09T07:00:00Z', '12:00 AM'],
  ['2026-11-09T19:30:00Z', '12:30 PM'],
])('[LANG-5] the time of %s in Denver is %s', (instant, shown) => {
  expect(clockTime(new Date(instant), zone)).toBe(shown);
});

test('[LANG-5] a half-hour zone shows its own clock', () => {
  expect(clockTime(new Date('2026-11-10T00:00:00Z'), 'Australia/Adelaide')).toBe('10:30 AM');
});
