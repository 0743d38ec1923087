import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_ORDER, SCHEDULE_COLUMNS, isComplex, orderAfter, sortSchedules } from './table-order.ts';
import { event, schedule } from './testing/schedules.ts';

const collate = (a: string, b: string) => a.localeCompare(b, 'en');
const labels = { labelOf: (mode: string) => mode.toLowerCase(), collate };

test('[SCHED-1] more than one event is complex', () => {
  expect(isComplex(schedule('a', event([1], 6, 'X', 1)))).toBe(false);
  expect(isComplex(schedule('a', event([1], 6, 'X', 1), event([2], 6, 'X', 1)))).toBe(true);
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
