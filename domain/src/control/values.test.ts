import { describe, expect, test } from 'vitest';
import { isReached, isSame, numberOf, valueAt } from './values.ts';

describe('numbers', () => {
  test.each([
    [72, 72],
    ['72.5', 72.5],
    [0, 0],
    ['-4', -4],
  ])('%j is %d', (value, number) => {
    expect(numberOf(value)).toBe(number);
  });

  test.each([
    null,
    undefined,
    '',
    ' ',
    'warm',
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'Infinity',
    {},
    [5],
  ])('%j is none', (value) => {
    expect(numberOf(value)).toBeNull();
  });

  test('[T-26] minus zero becomes zero', () => {
    expect(Object.is(numberOf(-0), 0)).toBe(true);
    expect(Object.is(numberOf('-0'), 0)).toBe(true);
  });
});

describe('values by key', () => {
  test('what every object inherits is not a value', () => {
    expect(valueAt({ a: 1 }, 'a')).toBe(1);
    expect(valueAt({ a: 1 }, 'constructor')).toBeUndefined();
  });
});

describe('comparisons', () => {
  test('[REC-1] a value that differs by a rounding error only is the same', () => {
    expect(isSame(71.6, 71.600_000_000_000_01)).toBe(true);
    expect(isSame(72, '72')).toBe(true);
    expect(isSame(140, 140.4)).toBe(false);
    expect(isSame(72, null)).toBe(false);
    expect(isSame('cool', 'cool')).toBe(true);
    expect(isSame('cool', 'Cool')).toBe(false);
    expect(isSame(false, null)).toBe(false);
  });

  test('[UX-15] a device that holds whole degrees reaches a whole degree of the other unit, and no next step', () => {
    expect(isReached(71.6, 72)).toBe(true);
    expect(isReached(60.8, 61)).toBe(true);
    expect(isReached(72, 73)).toBe(false);
    expect(isReached(72, 71)).toBe(false);
    expect(isReached(71.6, 73.4)).toBe(false);
    expect(isReached(72, null)).toBe(false);
    expect(isReached('cool', 'heat')).toBe(false);
  });
});
