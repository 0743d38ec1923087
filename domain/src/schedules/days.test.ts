import { describe, expect, test } from 'vitest';
import { dayRuns, daysOf, isEveryDay } from './days.ts';
import { event } from './testing/schedules.ts';

describe('days and times', () => {
  test('[SCHED-1] days that follow one another are one run, counted from Monday', () => {
    const days = (...list: number[]) => daysOf(event(list, 0, null, null));
    expect(dayRuns(days(5, 1, 3, 2, 4))).toEqual([[1, 5]]);
    expect(dayRuns(days(0, 6))).toEqual([[6, 0]]);
    expect(dayRuns(days(1, 3, 0))).toEqual([
      [1, 1],
      [3, 3],
      [0, 0],
    ]);
    expect(isEveryDay(days(0, 1, 2, 3, 4, 5, 6, 6))).toBe(true);
  });
});
