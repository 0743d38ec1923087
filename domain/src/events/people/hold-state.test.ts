import { expect, test } from 'vitest';
import { holdState } from './hold-state.ts';

test.each([
  ['pending', 66, 'held'],
  ['responded', 66, 'held'],
  // 19 °C
  ['responded', 66.2, 'held'],
  ['pending', 68, 'waiting'],
  ['responded', 68, 'waiting'],
  ['responded', null, 'held'],
  ['pending', null, 'waiting'],
] as const)(
  '[UX-15] [UX-43] a device that is %s and reports %s °F where the event sets 66 °F is %s',
  (outcome, reported, state) => {
    expect(holdState({ wanted: 66, reported, outcome })).toBe(state);
  },
);
