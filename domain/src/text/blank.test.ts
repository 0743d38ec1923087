import { expect, test } from 'vitest';
import { isBlank } from './blank.ts';

test.each([
  '',
  ' \n\t',
  '\u00A0',
  '\u200B \uFEFF',
  '\u2800',
  '\u3164',
  '\u115F',
  '\uFFA0',
  '\u034F',
  '\uFE0F',
  '\u202E',
])('[MSG-2] there is nothing to see in %j', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', ' .', '\u200Bé', '\u202Eשלום', '👩\u200D🌾', '0'])(
  '[MSG-2] there is something to see in %j',
  (text) => {
    expect(isBlank(text)).toBe(false);
  },
);
