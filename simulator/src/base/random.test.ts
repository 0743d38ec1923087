import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uniformBetween, hashOf, noiseAt, randomOf } from './random.ts';

const first = (seed: string, count = 20) => {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => random());
};

test('the same seed gives the same stream, another seed another', () => {
  expect(first('a')).toEqual(first('a'));
  expect(first('a')).not.toEqual(first('b'));
  expect(new Set(Array.from({ length: 1000 }, (_, index) => hashOf(`device-${index}`))).size).toBe(1000);
});

test('numbers lie from 0 up to 1 and fill it evenly', () => {
  const numbers = first('even', 10_000);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => numbers.filter((number) => Math.floor(number * 10) === tenth).length,
  );
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('between keeps to its ends', () => {
  const random = randomOf('ends');
  for (let round = 0; round < 1000; round += 1) {
    const number = uniformBetween(random, -3, 5);
    expect(number).toBeGreaterThanOrEqual(-3);
    expect(number).toBeLessThan(5);
  }
});

test('noise is smooth and within 0 and 1', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: -1e6, max: 1e6, noNaN: true }), (seed, x) => {
      const here = noiseAt(seed, x);
      expect(here).toBeGreaterThanOrEqual(0);
      expect(here).toBeLessThanOrEqual(1);
      expect(Math.abs(noiseAt(seed, x + 0.001) - here)).toBeLessThan(0.01);
    }),
  );
});
