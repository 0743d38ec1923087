import { expect, test } from 'vitest';
import { PASSWORD_STRENGTHS, passwordStrength } from './password-strength.ts';

const maya = { email: 'maya.reyes@sunvale.example', firstName: 'Maya' };

test.each([
  ['', 'weak'],
  ['Short1', 'weak'],
  // Long, and against a rule.
  ['correct horse battery staple', 'weak'],
  ['Aaaaaaaaaaa1', 'weak'],
  ['Abcdefgh12345678', 'weak'],
  ['Abababababab1', 'weak'],
  ['Kitchen42Lamp', 'fair'],
  ['HomeEnergy2026', 'fair'],
  ['Kitchen42Lamp?', 'good'],
  ['Tundra7WicketMop', 'good'],
  ['Tundra7 wicket mop glue', 'strong'],
  // Without the name a short one is left.
  ['Maya.Reyes48271', 'weak'],
  ['MayaKitchen42', 'fair'],
  ['Müllerstraße 9 hinten', 'strong'],
])('[PWD-1] %s is %s', (password, strength) => {
  expect(passwordStrength(password, maya)).toBe(strength);
});

test('[PWD-1] more of different characters never makes it weaker', () => {
  const full = 'Tundra7 wicket mop glue, Zebra9';
  const ranks = Array.from({ length: full.length }, (_, end) =>
    PASSWORD_STRENGTHS.indexOf(passwordStrength(full.slice(0, end + 1), maya)),
  );
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(ranks.at(-1)).toBe(3);
});
