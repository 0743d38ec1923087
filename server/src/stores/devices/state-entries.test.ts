import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { changedEntries } from './state-entries.ts';

const NOW = Date.parse('2026-11-15T18:00:00Z');
/** The time of the newest reading that is taken in. */
const LATEST = NOW + 5 * MINUTE;

test.each([900, 7, 3, 1])(
  '[T-35] a value that was stored while the clock was %i days ahead is replaced by the next reading',
  (days) => {
    const ahead = NOW + days * DAY;
    const stored = { entries: { mode: { value: 'old' }, level: { value: 7 } }, reportedAt: ahead };
    const reported = { mode: { value: 'new', time: NOW } };
    expect(changedEntries(stored, reported, ahead, LATEST)).toEqual({
      mode: { value: 'new', time: new Date(NOW).toISOString() },
    });
  },
);

test.each([NOW, LATEST])('[T-35] a late reading replaces no newer value', (newest) => {
  const stored = { entries: { mode: { value: 'new' } }, reportedAt: newest };
  const reported = { mode: { value: 'old', time: NOW - 7 * DAY } };
  expect(changedEntries(stored, reported, newest, LATEST)).toBeNull();
});
