import { expect, test } from 'vitest';
import { isMoreThanUsual, roundToShown } from './numbers.ts';

test.each([
  [594, 590],
  [595, 600],
  [-595, -600],
  [4, 0],
  [-4, 0],
])('[UX-44] %d Wh of an event are shown as %d Wh', (wh, shown) => {
  expect(roundToShown(wh)).toBe(shown);
});

test('[UX-47] more than usual was used where the energy that is shown says so', () => {
  expect([-5, -4, 0, 300].map(isMoreThanUsual)).toEqual([true, false, false, false]);
});
