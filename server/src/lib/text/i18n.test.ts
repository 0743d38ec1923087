import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import {
  LANGUAGES,
  assertLanguages,
  assertWorded,
  compileTexts,
  preferredLanguage,
  translatorFor,
} from './i18n.ts';

describe('the language of an answer', () => {
  const asked: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['es', 'es'],
    ['ES', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['fr-CA, es;q=0.5', 'es'],
    ['en;q=0.2, es;q=0.7', 'es'],
    ['es;q=0, en;q=0.1', 'en'],
    ['est, eng', 'en'],
    ['fr, de', 'en'],
    ['*', 'en'],
    [' ,;q=1,, es', 'es'],
    ['__proto__', 'en'],
  ];
  test.each(asked)('%j is answered in %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe.each(LANGUAGES)('the catalogue in %s', (language) => {
  const t = translatorFor(language);
  const texts = JSON.parse(
    readFileSync(new URL(`../../../../locales/${language}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;

  test.each(Object.keys(errors))('[AUTH-8] has a sentence for the refusal %s', (code) => {
    expect(t(`error.${code}`)).toMatch(/^\p{Lu}.+[.)]$/u);
  });

  test('every text compiles, with values for what it names', () => {
    const keys = Object.keys(texts);
    for (const key of keys) {
      const names = [...(texts[key] ?? '').matchAll(/\{\s*(\w+)/g)].map(([, name = '']) => name);
      expect(t(key, Object.fromEntries(names.map((name) => [name, 1]))), key).not.toBe('');
    }
    expect(keys.length).toBeGreaterThan(100);
  });

  test('a missing key throws', () => {
    expect(() => t('no.such.key')).toThrow('No wording for no.such.key');
  });
});

test('[LANG-1] a language that has no file any more reads as English', () => {
  expect(translatorFor('xx')('language.name')).toBe('English');
});

test('[LANG-1] a language of a request that has no file is refused, with those that there are', () => {
  expect(() => assertLanguages('language', 'en', null, undefined)).not.toThrow();
  expect(() => assertLanguages('language', 'en', 'xx')).toThrow(
    expect.objectContaining({
      code: 'bad_request',
      extras: { detail: `language: one of ${LANGUAGES.join(', ')}` },
    }),
  );
});

test('[AUTH-8] the sentences of the specification stand as it gives them', () => {
  const sentences = {
    login_failed: 'Your login attempt failed.',
    locked_out:
      'You have been locked out because of too many failed attempts. You can try again in 15 minutes.',
    account_inactive: 'Your account is inactive. Please contact support, if you think this is in error.',
    not_found: 'This page was not found. (Error 404)',
  };
  for (const [code, sentence] of Object.entries(sentences))
    expect(translatorFor('en')(`error.${code}`)).toBe(sentence);
});

describe('a catalogue that cannot be used is refused when it is loaded', () => {
  test.each([
    ['a type that is not supported', 'Sent at {at, date}', 'formats at as date'],
    ['one inside a choice', '{count, plural, one {# at {at, time}} other {#}}', 'formats at as time'],
    ['a text that is not ICU', 'Hello {name', ''],
  ])('%s', (_what, text, message) => {
    expect(() => compileTexts('en', { greeting: text })).toThrow(message);
  });

  test('choices and plain values are fine', () => {
    const t = compileTexts('en', { days: '{count, plural, one {# day} other {# days}} for {name}' });
    expect(t('days', { count: 2, name: 'Ana' })).toBe('2 days for Ana');
  });

  test('a key that a module needs and one language lacks', () => {
    const texts = { en: { a: 'A', b: 'B' }, es: { a: 'A' } };
    expect(() => assertWorded(['a'], texts)).not.toThrow();
    expect(() => assertWorded(['a', 'b'], texts)).toThrow('No wording for b in es');
  });
});
