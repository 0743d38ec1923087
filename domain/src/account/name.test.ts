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
    '👨‍👩‍👧‍👦',
    '👩🏽‍⚕️ Ann',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'علی\u200Cرضا',
    'क्\u200Dष',
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
    ['\u200D👨', 'a joiner that joins nothing'],
    ['علی\u200C', 'a joiner at the end'],
    ['Ann\u{E0067}', 'a letter of a flag without a flag'],
    ['🏴\u{E0067}\u{E0062}', 'a flag that does not end'],
    ['\u3164', 'a filler'],
    ['\u2800\u2800', 'a pattern of no dots'],
  ];
  test.each(strange)('[PROF-1] [SET-1] %j is none: %s', (name) => {
    expect(isPlainName(name)).toBe(false);
  });
});
