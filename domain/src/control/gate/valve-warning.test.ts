import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { textsIn } from '../../text/testing/locales.ts';
import { VALVE_WARNING } from './valve-warning.ts';

const wordsIn = (language: string): string => {
  const texts = textsIn(language);
  const keys = [
    'valve.title',
    'valve.warning.lead',
    'valve.warning.noHigher',
    ...VALVE_WARNING.points.map((point) => `valve.warning.${point}`),
    'valve.confirm',
  ];
  return keys.map((key) => texts[key] ?? `no ${key}`).join('\n');
};

/** What was on the screen under each version; an old line is never edited. A language is entered once people have confirmed in it. */
const READ: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2026-11-15': { en: 'b012dd45e1f0f265', es: '921cf0853eb89acf' },
  '2026-11-15.2': { en: '27172fc7e30180cb', es: 'faf12f54a51f5e71' },
};

test('[T-27] [SET-2] a version of the warning always identifies the same text', () => {
  const read = READ[VALVE_WARNING.version] ?? {};
  expect(Object.keys(read).length).toBeGreaterThan(1);
  for (const [language, hash] of Object.entries(read)) {
    const words = createHash('sha256').update(wordsIn(language)).digest('hex').slice(0, 16);
    expect(words, language).toBe(hash);
  }
});
