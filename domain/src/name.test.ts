import { describe, expect, test } from 'vitest';
import { isPlainName } from './name.ts';

describe('names', () => {
  const plain = [
    'Maya',
    'José Ñuñez',
    "O'Brien-Smith",
    'Nguyễn',
    '李小龍',
    'Wohnzimmer 2',
    'Café ☕',
    ' Ann ',
  ];
  test.each(plain)('[PROF-1] [SET-1] %j is one', (name) => {
    expect(isPlainName(name)).toBe(true);
  });

  const strange: [string, string][] = [
    ['Ma\u0000ya', 'a NUL'],
    ['Ma\tya', 'a tab'],
    ['Ma\nya', 'a line break'],
    ['Ma\u0085ya', 'a control character past ASCII'],
    ['Ma\u00ADya', 'a soft hyphen'],
    ['Ma\u200Bya', 'a zero-width space'],
    ['Ma\u200Dya', 'a zero-width joiner'],
    ['Ma\u202Eya', 'an override of the direction'],
    ['Ma\u2066ya', 'an isolate'],
    ['\uFEFFMaya', 'a byte order mark'],
    ['Ma\u2028ya', 'a line separator'],
    ['Ma\u2029ya', 'a paragraph separator'],
    ['Ma\uD800ya', 'half a character'],
  ];
  test.each(strange)('[PROF-1] [SET-1] %j is none: %s', (name) => {
    expect(isPlainName(name)).toBe(false);
  });
});
