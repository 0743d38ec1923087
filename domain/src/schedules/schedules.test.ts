import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { dayRuns, daysOf, isEveryDay } from './days.ts';
import { isRunnableSchedule } from './runnable.ts';
import { DEFAULT_ORDER, SCHEDULE_COLUMNS, isComplex, orderAfter, sortSchedules } from './table-order.ts';

const event = (
  days: number[],
  timeOfDay: number | null,
  mode: string | null,
  setpoint: number | null,
): DeviceSchedule['Event'][number] => ({
  DayOfWeek: days.map((day) => ({ day })),
  timeOfDay,
  command: { mode, setpoint },
});

const schedule = (name: string, ...Event: DeviceSchedule['Event']): DeviceSchedule => ({
  id: name,
  uid: name,
  name,
  deviceId: 'tank',
  Event,
});

const collate = (a: string, b: string) => a.localeCompare(b, 'en');
const labels = { labelOf: (mode: string) => mode.toLowerCase(), collate };

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

  test('[SCHED-1] more than one event is complex', () => {
    expect(isComplex(schedule('a', event([1], 6, 'X', 1)))).toBe(false);
    expect(isComplex(schedule('a', event([1], 6, 'X', 1), event([2], 6, 'X', 1)))).toBe(true);
  });
});

describe('the order of the table', () => {
  const list = [
    schedule('Weekday', event([1, 2, 3, 4, 5], 5.5, 'Z', 120)),
    schedule('always', event([0, 1, 2, 3, 4, 5, 6], 0, 'A', 118)),
    schedule('Draft', event([], null, null, null)),
  ];
  const names = (order: Parameters<typeof sortSchedules>[1]) =>
    sortSchedules(list, order, labels).map(({ name }) => name);

  test('[SCHED-1] by name unless a header was clicked, and each header ascending first', () => {
    expect(names(DEFAULT_ORDER)).toEqual(['always', 'Draft', 'Weekday']);
    expect(orderAfter(DEFAULT_ORDER, 'name')).toEqual({ column: 'name', descending: true });
    expect(orderAfter({ column: 'name', descending: true }, 'start')).toEqual({
      column: 'start',
      descending: false,
    });
    expect(orderAfter({ column: 'start', descending: true }, 'start').descending).toBe(false);
  });

  test.each([
    ['days', ['Weekday', 'always']],
    ['start', ['always', 'Weekday']],
    ['mode', ['always', 'Weekday']],
    ['setpoint', ['always', 'Weekday']],
  ] as const)('[SCHED-1] by %s; what is not known stands last both ways', (column, expected) => {
    expect(names({ column, descending: false })).toEqual([...expected, 'Draft']);
    expect(names({ column, descending: true })).toEqual([...expected.toReversed(), 'Draft']);
  });

  test('[SCHED-1] sorting loses and invents nothing', () => {
    const some = fc.array(fc.record({ name: fc.string(), at: fc.option(fc.integer({ min: 0, max: 23 })) }));
    fc.assert(
      fc.property(some, fc.constantFrom(...SCHEDULE_COLUMNS), fc.boolean(), (rows, column, descending) => {
        const all = rows.map(({ name, at }, index) => ({
          ...schedule(name, event([1], at, null, at)),
          uid: String(index),
        }));
        const sorted = sortSchedules(all, { column, descending }, labels);
        expect(sorted.map(({ uid }) => uid).toSorted()).toEqual(all.map(({ uid }) => uid).toSorted());
      }),
    );
  });
});

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
