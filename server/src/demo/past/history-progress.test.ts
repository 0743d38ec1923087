import { expect, test } from 'vitest';
import { HISTORY_PLANS } from './history-plan.ts';
import { progressOf } from './history-progress.ts';
import type { StoredHistory } from './history-progress.ts';

const begun: StoredHistory = {
  until: '2026-03-20T15:40:00.000Z',
  days: 395,
  parts: {},
  hasEvents: false,
  isDone: false,
};

test('nothing is stored before the houses are, nor before writing begins', () => {
  const { days: _, ...fresh } = begun;
  expect([progressOf(null), progressOf(fresh), progressOf(begun)]).toEqual([0, 0, 0]);
});

test('it grows with each part of each house and with the events, and is null when their results are in', () => {
  // In the order in which they are written; more than each house has.
  const written = HISTORY_PLANS.flatMap(({ house }, index) =>
    Array.from({ length: 200 }, (_, count) => ({
      ...Object.fromEntries(HISTORY_PLANS.slice(0, index).map((before) => [before.house, 200])),
      [house]: count + 1,
    })),
  );
  const steps = written.map((parts) => progressOf({ ...begun, parts }) ?? Number.NaN);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(new Set(steps).size).toBeGreaterThan(200);
  expect(steps[0]).toBeGreaterThan(0);
  const all = steps.at(-1) ?? Number.NaN;
  expect(all).toBeLessThan(1);
  const parts = written.at(-1) ?? {};
  expect(progressOf({ ...begun, parts, hasEvents: true })).toBeGreaterThanOrEqual(all);
  expect(progressOf({ ...begun, parts, hasEvents: true })).toBeLessThan(1);
  expect(progressOf({ ...begun, parts, hasEvents: true, isDone: true })).toBeNull();
});

test('of a shorter history a part is more', () => {
  const parts = { newcastle: 5 };
  expect(progressOf({ ...begun, days: 7, parts })).toBeGreaterThan(
    3 * (progressOf({ ...begun, parts }) ?? 1),
  );
});
