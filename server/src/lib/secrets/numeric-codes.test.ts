import { expect, test } from 'vitest';
import { newNumericCode, withoutSeparators } from './numeric-codes.ts';

const from = (...bytes: number[]) => ({
  bytes: (count: number) => Uint8Array.from(bytes.splice(0, count)),
});

test('[AUTH-3] [T-12] each byte below 250 is a digit, the rest are passed over', () => {
  expect(newNumericCode(from(0, 9, 10, 249, 123), 5)).toBe('09093');
  expect(newNumericCode(from(250, 255, 1, 252, 2, 3, 4, 5, 6, 7), 5)).toBe('12345');
  expect(newNumericCode(from(7, 7, 7, 7, 7, 7), 6)).toBe('777777');
});

test('[AUTH-3] [T-12] every digit comes about as often as any other', () => {
  let state = 1;
  const bytes = (count: number) =>
    Uint8Array.from({ length: count }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return Math.floor(state / 8_388_608);
    });
  const counts = new Map<string, number>();
  for (const digit of newNumericCode({ bytes }, 20_000)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  expect(counts.size).toBe(10);
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(250);
});

test('[UX-38] spaces and dashes between digits are removed; letters stay', () => {
  expect(withoutSeparators(' 12 3-45\t')).toBe('12345');
  expect(withoutSeparators('12a45')).toBe('12a45');
});
