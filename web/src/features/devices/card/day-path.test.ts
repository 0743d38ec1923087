import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayPath } from './day-path.ts';

const LEAST = { leastSpan: 4 };

test('[DEV-5] a day runs from its first half hour to now, the highest value at the top', () => {
  const { runs, now, target } = dayPath({ values: [60, 70, 65], value: 68, target: 64, ...LEAST });
  expect(runs).toEqual([
    [
      [0, 100],
      [50, 0],
      [100, 20],
    ],
  ]);
  expect([now, target]).toEqual([[100, 20], 60]);
});

test('[DEV-5] a gap stays a gap, and a single point is no line', () => {
  const { runs, now } = dayPath({
    values: [60, 61, null, 63, null, 64],
    value: null,
    target: null,
    ...LEAST,
  });
  expect(runs.map(({ length }) => length)).toEqual([2]);
  expect(now).toBeNull();
});

test('[DEV-5] a value that hardly moves is a flat line in the middle', () => {
  const { runs } = dayPath({ values: [70, 70, 70.2], value: 70, target: null, ...LEAST });
  for (const [, y] of runs[0] ?? []) expect(Math.abs(y - 50)).toBeLessThan(5);
});

test('[DEV-5] every point lies in the drawing', () => {
  const value = fc.option(fc.double({ min: -1e4, max: 1e4, noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 2 }), value, value, (values, now, target) => {
      for (const [x, y] of dayPath({ values, value: now, target, ...LEAST }).runs.flat()) {
        expect(x >= 0 && x <= 100 && y >= -1e-6 && y <= 100 + 1e-6).toBe(true);
      }
    }),
  );
});
