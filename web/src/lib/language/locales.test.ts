import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { format } from '#domain/text/compiled-messages.ts';
import type { Compiled, MessageValues } from '#domain/text/compiled-messages.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { LANGUAGES, textsIn } from '../testing/locales.ts';

type Catalogue = Readonly<Record<string, string>>;

const en = textsIn(BASE_LANGUAGE);
const es = textsIn('es');

const compile = (text: string): Compiled => compileMessageOrThrow(text);

interface Place {
  readonly name: string;
  readonly type: string;
  readonly choices: readonly string[];
}

/** The values a message asks for, in every branch of it. */
const placesOf = (pieces: Compiled): Place[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const [name, type = 'plain', choices] = piece;
    const branches = typeof choices === 'object' && choices !== null ? Object.entries(choices) : [];
    const inner = branches.filter(([, branch]) => Array.isArray(branch));
    return [
      { name, type, choices: branches.map(([choice]) => choice) },
      ...inner.flatMap(([, branch]) => placesOf(branch as Compiled)),
    ];
  });

const KNOWN_TYPES = ['plain', 'plural', 'select', 'selectordinal'];

const sampleValues = (places: readonly Place[]): MessageValues =>
  Object.fromEntries(places.map(({ name, type }) => [name, type === 'plain' ? 'x' : 2]));

const namesOf = (places: readonly Place[]): string =>
  [...new Set(places.map(({ name }) => name))].toSorted().join(', ');

const faultOf = (from: string | undefined, to: string | undefined): string | null => {
  if (from === undefined) return 'is not in the original';
  if (to === undefined) return 'is not translated';
  if (from.trim() === '' || to.trim() === '') return 'is empty';
  if (to !== to.trim()) return 'has space around it';
  let compiled: Compiled;
  try {
    compiled = compile(to);
  } catch {
    return 'does not compile';
  }
  const places = placesOf(compiled);
  const strange = places.find(({ type }) => !KNOWN_TYPES.includes(type));
  if (strange) return `asks for the format ${strange.type}`;
  if (places.some(({ type, choices }) => type !== 'plain' && !choices.includes('other')))
    return 'has no branch for other';
  const [asked, wanted] = [namesOf(places), namesOf(placesOf(compile(from)))];
  if (asked !== wanted) return `asks for ${asked} instead of ${wanted}`;
  // The compiler lets a brace without a partner through as text.
  return /[{}]/.test(format(compiled, sampleValues(places), 'en')) ? 'has a loose brace' : null;
};

/** Every way in which a catalogue is not a full translation of another, one sentence each. */
const faults = (original: Catalogue, translation: Catalogue): string[] => {
  const keys = new Set([...Object.keys(original), ...Object.keys(translation)]);
  return [...keys].flatMap((key) => {
    const fault = faultOf(original[key], translation[key]);
    return fault === null ? [] : [`${key} ${fault}`];
  });
};

describe('the catalogues', () => {
  test('[LANG-1] the check itself finds each kind of fault', () => {
    const seeded: [key: string, from: string | null, to: string | null, fault: string][] = [
      ['a', 'A {x}', 'A {y}', 'asks for y instead of x'],
      ['b', 'B', '', 'is empty'],
      ['c', 'C', null, 'is not translated'],
      ['d', 'D {x}', 'D {x', 'does not compile'],
      ['e', 'E', '{e, number}', 'asks for the format number'],
      [
        'f',
        '{n, plural, one {#} other {#s}}',
        '{n, plural, other {# {who}}}',
        'asks for n, who instead of n',
      ],
      ['g', 'G', ' G', 'has space around it'],
      ['h', null, 'H', 'is not in the original'],
      ['i', 'I', 'I }', 'has a loose brace'],
      ['j', '{n, plural, other {#}}', '{n, plural, one {#}}', 'has no branch for other'],
    ];
    const side = (index: 1 | 2) =>
      Object.fromEntries(seeded.flatMap((row) => (row[index] === null ? [] : [[row[0], row[index]]])));
    const sound = { ok: '{n, plural, one {# of {who}} other {#}}' };
    expect(faults({ ...side(1), ...sound }, { ...side(2), ...sound }).toSorted()).toEqual(
      seeded.map(([key, , , fault]) => `${key} ${fault}`),
    );
  });

  test.each(LANGUAGES)(
    '[LANG-1] %s has the keys and placeholders of English, and every text compiles',
    (language) => {
      expect(Object.keys(en).length).toBeGreaterThan(200);
      expect(faults(en, textsIn(language))).toEqual([]);
    },
  );

  test('[LANG-1] the article of an hour follows the hour in every Spanish text', () => {
    const texts = Object.entries(es);
    expect(texts.filter(([, text]) => /\blas? \{/i.test(text)).map(([key]) => key)).toEqual([]);
    const named = texts.filter(([, text]) => text.includes('one {la} other {las}}'));
    expect(named.length).toBeGreaterThan(15);
    for (const [key, text] of named) {
      const places = placesOf(compile(text));
      const hours = [...text.matchAll(/\{(\w+), plural, one \{la\}/g)].map(([, name]) => name ?? '');
      const at = (time: string) =>
        format(
          compile(text),
          { ...sampleValues(places), ...Object.fromEntries(hours.map((name) => [name, time])) },
          'es',
        );
      for (const time of ['1:00 p.m.', '1:30 a.m.']) {
        expect(at(time), key).toContain(` la ${time}`);
        expect(at(time), key).not.toContain(`las ${time}`);
      }
      expect(at('2:00 p.m.'), key).toContain(` las 2:00 p.m.`);
    }
  });

  test('[LANG-1] who owns a home is called by one word in every Spanish text', () => {
    const others = Object.entries(es).filter(([, text]) => /propietari|dueñ/i.test(text));
    expect(others.map(([key]) => key)).toEqual([]);
  });

  test.each(LANGUAGES)(
    '[LANG-1] the keys of %s are sorted, so that concurrent additions of the same key conflict in git',
    (language) => {
      const keys = Object.keys(textsIn(language));
      expect(keys).toEqual(keys.toSorted());
    },
  );
});

describe('the compiler of the build and the formatter of the pages agree', () => {
  const say = (text: string, values: MessageValues, locale = 'en') => format(compile(text), values, locale);

  test.each([
    [0, 'No devices'],
    [1, '1 device'],
    [1_000, '1,000 devices'],
  ])('plural of %i', (n, said) => {
    expect(say('{n, plural, =0 {No devices} one {# device} other {# devices}}', { n })).toBe(said);
  });

  test('offset, select and nesting', () => {
    const text = '{n, plural, offset:1 =1 {You} other {You and # {who, select, kin {kin} other {others}}}}';
    expect(say(text, { n: 1, who: 'kin' })).toBe('You');
    expect(say(text, { n: 4, who: 'kin' })).toBe('You and 3 kin');
    expect(say(text, { n: 4, who: '?' })).toBe('You and 3 others');
  });

  test('a quoted brace and a lone number sign are text', () => {
    expect(say("Device #{id} '{'x'}'", { id: 'a' })).toBe('Device #a {x}');
  });
});

test('[LANG-6] [ERR-1] messages whose wording is given have it', () => {
  expect(es).toMatchObject({
    'error.code_incorrect': 'Código incorrecto. Intente de nuevo.',
    'error.old_password_mismatch': 'La contraseña anterior no es igual. Intente de nuevo.',
    'error.password_rejected':
      'La contraseña debe cumplir con los requisitos antes mencionados. Intente de nuevo.',
    'event.failed.optOut': 'No se ha podido excluir del evento',
    'password.done': 'La contraseña se actualizó con éxito.',
    'password.sameAsEmail': 'La contraseña no puede ser igual al correo electrónico.',
    'phone.add.failed': 'Ocurrió un error. Vuelva a ingresar el número de teléfono.',
    'profile.failed': 'Error al actualizar la cuenta.',
  });
  expect(en).toMatchObject({
    'error.account_inactive':
      'Your account is inactive. Please contact support, if you think this is in error.',
    'error.code_incorrect': 'Incorrect code. Please try again.',
    'error.locked_out':
      'You have been locked out because of too many failed attempts. You can try again in 15 minutes.',
    'error.login_failed': 'Your login attempt failed.',
    'error.not_found': 'This page was not found. (Error 404)',
    'event.failed.optOut': 'Failed to opt out of event.',
    'phone.code.failed': 'Unable to Send Code',
    'phone.duplicate': 'Duplicate phone number. Returning to phone number list.',
    'profile.failed': 'There was an error updating the account.',
  });
});
