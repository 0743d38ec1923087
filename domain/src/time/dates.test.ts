import { expect, test } from 'vitest';
import { cardDate, clockTime, longDate } from './dates.ts';

const evening = new Date('2026-11-10T00:05:00Z');
const zone = 'America/Denver';

test.each([
  ['en', 'Nov 09, 2026', 'November 9, 2026'],
  ['es', '09 nov 2026', '9 de noviembre de 2026'],
] as const)('[LANG-5] dates in %s', (language, card, long) => {
  expect(cardDate(evening, zone, language)).toBe(card);
  expect(longDate(evening, zone, language)).toBe(long);
});

test('[LANG-5] every month is three letters on a card, in both languages', () => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15, 12)));
  for (const month of months) {
    expect(cardDate(month, 'UTC', 'en')).toMatch(/^[A-Z][a-z]{2} 15, 2026$/);
    expect(cardDate(month, 'UTC', 'es')).toMatch(/^15 [a-z]{3} 2026$/);
  }
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
