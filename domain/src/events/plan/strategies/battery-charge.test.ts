import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latestValuesOf } from '../../../control/latest-values.ts';
import { runs } from '../../../testing/property-runs.ts';
import { HOUR } from '../../../time/time.ts';
import { chargeOf, givingAhead, percentOf } from './battery-charge.ts';

const NOW = Date.parse('2026-07-22T23:12:00Z');
const reported = (capacity: number | null, stored: number | null) =>
  chargeOf(
    latestValuesOf(
      [
        ...(capacity === null ? [] : [{ key: 'battery-max-capacity', value: capacity }]),
        ...(stored === null ? [] : [{ key: 'battery-present-capacity', value: stored }]),
      ].map((entry) => ({ ...entry, status: null, time: new Date(NOW).toISOString() })),
    ),
  );

describe('[T-28] what a battery has reported of its charge', () => {
  test.each([
    ['no capacity', null, 5_000],
    ['no charge', 13_500, null],
    ['a capacity of nothing', 0, 0],
    ['less than nothing', 13_500, -1],
    ['more than its capacity', 13_500, 14_300],
  ])('%s: not known', (_, capacity, stored) => expect(reported(capacity, stored)).toBeNull());

  test('a little more than its capacity is rounding', () => {
    expect(reported(13_500, 13_600)).toEqual({ capacity: 13_500, stored: 13_600, at: NOW });
    expect(percentOf({ capacity: 13_500, stored: 13_600 })).toBe(100);
  });
});

describe('about what it still gives', () => {
  const charge = { capacity: 10_000, stored: 7_000, at: NOW };

  test('until the end, if the charge lasts', () => {
    const ahead = givingAhead(charge, { watts: 1_800, reserve: 30, from: NOW, until: NOW + HOUR });
    expect(ahead).toEqual({ endsAt: NOW + HOUR, wh: 1_800, percent: 50 });
  });

  test('down to 2 % above the reserve, and then no more', () => {
    const ahead = givingAhead(charge, { watts: 3_800, reserve: 30, from: NOW, until: NOW + 4 * HOUR });
    expect(ahead.percent).toBe(32);
    expect(ahead.wh).toBe(3_420);
    expect(ahead.endsAt).toBe(NOW + 0.9 * HOUR);
  });

  test('nothing while it gives nothing', () => {
    const ahead = givingAhead(charge, { watts: 0, reserve: 30, from: NOW, until: NOW + HOUR });
    expect(ahead).toEqual({ endsAt: NOW + HOUR, wh: 0, percent: 70 });
  });

  test('[T-28] never below the reserve that it has, and a higher one never gives more', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 10, max: 100 }),
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 0, max: 12_000 }),
        fc.integer({ min: 0, max: 6 }),
        (share, reserve, more, watts, hours) => {
          const stored = share * charge.capacity;
          const given = (percent: number) =>
            givingAhead(
              { ...charge, stored },
              { watts, reserve: percent, from: NOW, until: NOW + hours * HOUR },
            );
          const ahead = given(reserve);
          expect(ahead.percent).toBeGreaterThanOrEqual(
            Math.min(percentOf({ ...charge, stored }), reserve) - 1e-9,
          );
          expect(given(Math.min(100, reserve + more)).wh).toBeLessThanOrEqual(ahead.wh + 1e-9);
          expect(ahead.endsAt).toBeLessThanOrEqual(NOW + hours * HOUR);
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});
