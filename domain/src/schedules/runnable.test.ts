import { describe, expect, test } from 'vitest';
import { isRunnableSchedule } from './runnable.ts';
import { event, schedule } from './testing/schedules.ts';

describe('what a schedule needs to run', () => {
  test('[SCHED-1] days, a start time and something to do in every event are enough', () => {
    expect(isRunnableSchedule(schedule('a', event([1], 6.5, null, 120)))).toBe(true);
    expect(isRunnableSchedule(schedule('a', event([1], 0, 'HYBRID', null)))).toBe(true);
  });

  test.each([
    ['no event', schedule('a')],
    ['no day', schedule('a', event([], 6, 'HYBRID', 120))],
    ['no start time', schedule('a', event([1], null, 'HYBRID', 120))],
    ['nothing to do', schedule('a', event([1], 6, null, null))],
    ['one event of two without a day', schedule('a', event([1], 6, 'X', 1), event([], 6, 'X', 1))],
  ])('[SCHED-1] %s is not enough', (_what, one) => {
    expect(isRunnableSchedule(one)).toBe(false);
  });
});
