import { expect, test } from 'vitest';
import type { ScheduleEvent } from './runnable.ts';
import { weekOf } from './week-of.ts';

const change = (days: readonly number[], timeOfDay: number | null, setpoint: number | null) =>
  ({
    DayOfWeek: days.map((day) => ({ day })),
    timeOfDay,
    command: { mode: null, setpoint },
  }) as ScheduleEvent;

test('[SCHED-1] each day of a week begins with what the days before it ended with', () => {
  const week = weekOf([
    change([1, 2, 3, 4, 5], 5.5, 120),
    change([5, 1, 2, 3, 4], 9, 112),
    change([6, 0], 7.5, 118),
  ]);
  expect(week.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  expect(week[0]?.spans).toEqual([
    { from: 0, to: 5.5, setpoint: 118 },
    { from: 5.5, to: 9, setpoint: 120 },
    { from: 9, to: 24, setpoint: 112 },
  ]);
  expect(week[1]?.spans[0]).toEqual({ from: 0, to: 5.5, setpoint: 112 });
  expect(week[6]?.spans).toEqual([{ from: 0, to: 24, setpoint: 118 }]);
});

test('[SCHED-1] a change at midnight, one to the same target, and those that lack something', () => {
  expect(
    weekOf([change([2], 0, 120), change([3], 8, 120), change([4], null, 90), change([4], 5, null)]),
  ).toEqual([1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, spans: [{ from: 0, to: 24, setpoint: 120 }] })));
  expect(weekOf([change([], 5, 120), change([4], 5, null)])).toEqual([]);
});
