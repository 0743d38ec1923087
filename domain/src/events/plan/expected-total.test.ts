import { expect, test } from 'vitest';
import { expectedTotal } from './expected-total.ts';

const saving = (rule: 'none' | 'per-event' | 'per-kwh', wh: number, amount: number | null) => ({
  rule,
  wh,
  amount,
  currency: 'USD',
});

test.each([
  ['nothing is expected', [], null],
  ['no reward', [saving('none', 400, null)], { wh: 400, amount: 0, rule: 'none' }],
  [
    'a sum for each event',
    [saving('per-event', 400, 25), saving('per-event', 0, 25)],
    { wh: 400, amount: 50, rule: 'per-event' },
  ],
  [
    'by energy',
    [saving('per-kwh', 400, 10), saving('per-kwh', 600, 15)],
    { wh: 1_000, amount: 25, rule: 'per-kwh' },
  ],
  [
    'by two rules',
    [saving('per-kwh', 400, 10), saving('per-event', 600, 50)],
    { wh: 1_000, amount: 60, rule: 'mixed' },
  ],
  ['by energy, of which none is expected', [saving('per-kwh', 0, 0)], { wh: 0, amount: 0, rule: 'none' }],
])('what a home may earn in all: %s', (_name, expected, total) => {
  expect(expectedTotal(expected)).toEqual(total && { ...total, currency: 'USD' });
});
