import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { GAP, HEIGHT, bandHeight, ribbonsOf } from './ribbons.ts';

/** Two sides with the same sum, of hundreds of W. */
const sides = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 3 }),
  )
  .map(([a, b]) => {
    const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
    const scaled = (all: readonly number[], by: number) => all.map((value) => value * by * 100);
    return [scaled(a, sum(b)), scaled(b, sum(a))] as const;
  });

describe('[DASH-1] the ribbons of power now', () => {
  test('bars are as high as their power on both sides, fit one below the other, and leave room for words', () => {
    fc.assert(
      fc.property(sides, ([from, to]) => {
        const { sources, sinks } = ribbonsOf(from, to);
        const scale = (sources[0]?.bar.height ?? 0) / (from[0] ?? 1);
        for (const [watts, slots] of [[from, sources] as const, [to, sinks] as const]) {
          const all = slots.reduce((sum, { height }) => sum + height, GAP * (slots.length - 1));
          expect(all).toBeLessThanOrEqual(HEIGHT + 1e-6);
          for (const [index, { height, bar }] of slots.entries()) {
            expect(bar.height).toBeCloseTo((watts[index] ?? 0) * scale, 6);
            expect(height).toBeGreaterThanOrEqual(Math.max(40, bar.height) - 1e-6);
          }
        }
      }),
    );
  });

  test('little power is a thin ribbon, even if it is all there is', () => {
    const [first] = ribbonsOf([300, 200], [500]).sources;
    expect(first?.bar.height).toBeCloseTo((HEIGHT * 300) / 5_000);
  });

  test('a band between two places is neither a hair nor a block, and higher with more power', () => {
    expect([100, 300, 4_000, 8_000, 40_000].map(bandHeight)).toEqual([6, 6, 12, 24, 30]);
  });

  test('the sun feeds the home first, then the battery and the grid', () => {
    const ways = (from: number[], to: number[]) =>
      ribbonsOf(from, to).ribbons.map((one) => [one.from, one.to]);
    expect(ways([4_200], [2_800, 1_000, 400])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
    expect(ways([1_000, 500, 2_000], [3_500])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(ways([1_000, 2_000], [1_000, 2_000])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});
