import { afterEach, expect, test } from 'vitest';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F\u2009]/g, ' ').replaceAll('\u2060', '');

test('[UX-20] the hours of an event over which the clock is changed name both zones, the others one', async () => {
  const { hoursText } = await withTexts('en', () => import('./event-times.ts'));
  const hours = (start: string, end: string) =>
    plain(hoursText({ startTime: Date.parse(start), endTime: Date.parse(end) }, 'America/Denver'));
  expect(hours('2026-07-14T23:00:00Z', '2026-07-15T02:00:00Z')).toBe('5:00 – 8:00 PM MDT');
  // Two hours, though the clock shows one.
  expect(hours('2026-11-01T06:30:00Z', '2026-11-01T08:30:00Z')).toBe('12:30 AM MDT – 1:30 AM MST');
  expect(hours('2026-03-08T08:30:00Z', '2026-03-08T09:30:00Z')).toBe('1:30 AM MST – 3:30 AM MDT');
});
