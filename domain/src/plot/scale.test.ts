import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisExtent, digitsOf, durationAxis, linear, stepFor, ticksOf, twoSidedAxis } from './scale.ts';

const series = (...values: number[]) => [values.map((value, time) => ({ time, value }))];

describe('how far an axis reaches', () => {
  test('[PLOT-2] an axis of temperatures reaches 10 degrees beyond the values on both sides', () => {
    expect(axisExtent({ type: 'padded', by: 10 }, series(112.4, 121))).toEqual({ min: 102, max: 131 });
    expect(axisExtent({ type: 'padded', by: 10 }, series(70))).toEqual({ min: 60, max: 80 });
  });

  test('[PLOT-2] the power of a water heater goes to the next hundred', () => {
    const rule = { type: 'multiple', of: 100 } as const;
    expect(axisExtent(rule, series(0, 501))).toEqual({ min: 0, max: 600 });
    expect(axisExtent(rule, series(0, 4_500))).toEqual({ min: 0, max: 4_500 });
    expect(axisExtent(rule, series(0))).toEqual({ min: 0, max: 100 });
    expect(axisExtent(rule, [])).toEqual({ min: 0, max: 100 });
  });

  test('[PLOT-2] the power of a car goes to the next whole number, or to 10 when it is zero', () => {
    const rule = { type: 'rounded-up', empty: 10 } as const;
    expect(axisExtent(rule, series(0, 7.2))).toEqual({ min: 0, max: 8 });
    expect(axisExtent(rule, series(0, 7))).toEqual({ min: 0, max: 7 });
    expect(axisExtent(rule, series(0, 0))).toEqual({ min: 0, max: 10 });
    expect(axisExtent(rule, [])).toEqual({ min: 0, max: 10 });
  });

  test('[PLOT-2] percent charged is 0 to 100, and every name has its line', () => {
    expect(axisExtent({ type: 'fixed', range: [0, 100] }, series(55))).toEqual({ min: 0, max: 100 });
    expect(axisExtent({ type: 'names' }, [], 3)).toEqual({ min: -0.5, max: 2.5 });
    expect(axisExtent({ type: 'names' }, [], 0)).toEqual({ min: -0.5, max: 0.5 });
  });

  test('[PLOT-2] a battery goes below zero when it does', () => {
    const { min, max } = axisExtent({ type: 'from-zero' }, series(-4.8, 3.2));
    expect(min).toBeLessThanOrEqual(-4.8);
    expect(max).toBeGreaterThanOrEqual(3.2);
    expect(axisExtent({ type: 'from-zero' }, series(2.2, 3)).min).toBe(0);
    expect(axisExtent({ type: 'from-zero' }, series(0, 0))).toEqual({ min: 0, max: 0.2 });
  });

  test('[GRAPH-1] an axis of almost nothing reaches up to its least height, and not further below zero than a tick', () => {
    const rule = { type: 'from-zero', least: 0.5 } as const;
    expect(axisExtent(rule, series(0, 0))).toEqual({ min: 0, max: 0.5 });
    expect(axisExtent(rule, series(0.012, 0.003))).toEqual({ min: 0, max: 0.5 });
    expect(ticksOf(axisExtent(rule, series(-0.013, 0)))).toEqual([-0.2, 0, 0.2, 0.4, 0.6]);
    expect(axisExtent(rule, series(0, 1.7)).max).toBe(2);
  });
});

test('[UX-44] each side of an axis of amounts is as long as its own values need', () => {
  expect(twoSidedAxis({ min: -11, max: 38 })).toEqual({
    extent: { min: -20, max: 40 },
    ticks: [-20, -10, 0, 10, 20, 30, 40],
  });
  expect(twoSidedAxis({ min: -9, max: 24 }).extent).toEqual({ min: -10, max: 25 });
});

describe('ticks', () => {
  test('[PLOT-1] are round numbers, few, and inside of the axis', () => {
    expect(ticksOf({ min: 102, max: 131 })).toEqual([110, 120, 130]);
    expect(ticksOf({ min: 0, max: 600 })).toEqual([0, 200, 400, 600]);
    expect(ticksOf({ min: 0, max: 0.5 })).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(digitsOf([0, 2.5, 5])).toBe(1);
    const ends = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(ends, fc.double({ min: 0.01, max: 1e5, noNaN: true }), (min, width) => {
        const extent = { min, max: min + width };
        const ticks = ticksOf(extent);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(12);
        const step = stepFor(extent, 5);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(min - step * 1e-6);
          expect(tick).toBeLessThanOrEqual(extent.max + step * 1e-6);
        }
      }),
    );
  });

  test('[GRAPH-1] of durations are whole minutes or hours that an hour or a day is divided into', () => {
    const minutes = (longest: number) => durationAxis(longest).ticks.map((tick) => tick / 60);
    expect(minutes(1)).toEqual([0, 1]);
    expect(minutes(1_500)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(minutes(3_600)).toEqual([0, 15, 30, 45, 60]);
    expect(minutes(7_100)).toEqual([0, 30, 60, 90, 120]);
    expect(durationAxis(100_000).ticks.map((tick) => tick / 3_600)).toEqual([0, 6, 12, 18, 24, 30]);
    expect(durationAxis(1_000_000).max).toBeGreaterThanOrEqual(1_000_000);
  });

  test('[PLOT-1] values and pixels belong together one to one', () => {
    const y = linear({ min: 100, max: 130 }, [350, 0]);
    expect([y(100), y(115), y(130)]).toEqual([350, 175, 0]);
    expect(linear({ min: 1, max: 1 }, [0, 10])(1)).toBe(0);
  });
});
