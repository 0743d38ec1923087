import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/entities/account.ts';
import { VALVE_WARNING } from './valve-warning.ts';

const locales = path.resolve(import.meta.dirname, '../../../../locales');

const wordsIn = (language: string): string => {
  const texts = JSON.parse(readFileSync(path.join(locales, `${language}.json`), 'utf8')) as Record<
    string,
    string
  >;
  const keys = [
    'valve.title',
    'valve.warning.lead',
    'valve.warning.noHigher',
    ...VALVE_WARNING.points.map((point) => `valve.warning.${point}`),
    'valve.confirm',
  ];
  return keys.map((key) => texts[key] ?? `no ${key}`).join('\n');
};

/** What was on the screen under each version; an old line is never edited. */
const READ: Readonly<Record<string, string>> = {
  '2026-11-15': '72826516c9cb4965',
  '2026-11-15.2': 'c1aaa02f75a38929',
};

test('[T-27] [SET-2] a version of the warning always identifies the same text', () => {
  const words = LANGUAGES.map(wordsIn).join('\n\n');
  const hash = createHash('sha256').update(words).digest('hex').slice(0, 16);
  expect(hash).toBe(READ[VALVE_WARNING.version]);
});
