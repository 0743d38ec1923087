import { expect, test } from 'vitest';
import { DAY } from '#domain/time.ts';
import { changedEntries } from './state-entries.ts';

const NOW = Date.parse('2026-11-15T18:00:00Z');

test('[T-35] a value that a clock far ahead has stored is replaced by the next reading', () => {
  const ahead = NOW + 900 * DAY;
  const stored = { entries: { mode: { value: 'old' }, level: { value: 7 } }, reportedAt: ahead };
  const reported = { mode: { value: 'new', time: NOW } };
  expect(changedEntries(stored, reported, ahead, 8 * DAY)).toEqual({
    mode: { value: 'new', time: new Date(NOW).toISOString() },
  });
});

test('[T-35] a late reading replaces no newer value', () => {
  const stored = { entries: { mode: { value: 'new' } }, reportedAt: NOW };
  const reported = { mode: { value: 'old', time: NOW - 7 * DAY } };
  expect(changedEntries(stored, reported, NOW, 8 * DAY)).toBeNull();
});
