import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Language } from '#contract/entities/account.ts';
import { DEVICE_KINDS } from '#contract/entities/device.ts';
import { errors } from '#contract/errors.ts';
import { generic } from '../manufacturers/generic.ts';
import { manufacturers, modelOf } from '../manufacturers/index.ts';
import { everyRow } from '../manufacturers/testing/every-row.ts';
import { BASE_LANGUAGE } from './base-language.ts';
import { LANGUAGES, textsIn } from './testing/locales.ts';

type Catalogue = Readonly<Record<string, string>>;

const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const catalogues = LANGUAGES.map((language) => ({ language, texts: textsIn(language) }));

const lacking = (texts: Catalogue, keys: readonly string[]): string[] =>
  keys.filter((key) => !Object.hasOwn(texts, key) || texts[key]?.trim() === '');

/** Every row of every maker, and the generic row of each kind. */
const rows = [
  ...everyRow.map(({ mfg, kind, type }) => ({ mfg, kind, type })),
  ...DEVICE_KINDS.map((kind) => ({ mfg: 'generic', kind, type: null })),
];

/** The words that a row's facts need. */
const keysOf = (row: (typeof rows)[number]): string[] => {
  const model = row.mfg === 'generic' ? generic[row.kind] : modelOf(row);
  const parameters = model.modes.flatMap((mode) => mode.parameters);
  return [
    `kind.${row.kind}`,
    ...model.modes.map(({ name }) => `mode.${name}`),
    ...model.modes.filter(({ confirm }) => confirm).map(({ name }) => `confirmMode.${name}`),
    ...model.fanModes.map((fan) => `fan.${fan}`),
    ...model.equipment.map((part) => `equipment.${part}`),
    ...Object.values(model.statuses).flatMap((values) => values.map((value) => `${row.kind}.${value}`)),
    ...parameters.map(({ name }) => `parameter.${name}`),
    ...parameters.flatMap(({ name, options = [] }) => options.map((one) => `parameter.${name}.${one}`)),
  ];
};

describe('wording', () => {
  test('[LANG-1] every file is named after a language, and the one that all are translated from is there', () => {
    expect(LANGUAGES.filter((language) => !Language.safeParse(language).success)).toEqual([]);
    expect(LANGUAGES).toContain(BASE_LANGUAGE);
    expect(LANGUAGES.length).toBeGreaterThan(1);
  });

  test.each(catalogues)('[LANG-5] $language: a card has a name of its own for each month', ({ texts }) => {
    expect(new Set(texts['date.months']?.split(' ')).size).toBe(12);
  });

  test.each(catalogues)(
    '[LANG-1] $language: Intl knows the language and its voice',
    ({ language, texts }) => {
      const [voice = ''] = Intl.DateTimeFormat.supportedLocalesOf(texts['language.voice'] ?? '');
      expect(voice.split('-')[0]).toBe(language);
    },
  );

  test('[LANG-1] the check itself finds what lacks wording', () => {
    expect(
      lacking({ 'error.a': 'A', 'error.b': ' ' }, ['error.a', 'error.b', 'error.c', 'toString']),
    ).toEqual(['error.b', 'error.c', 'toString']);
  });

  test.each(catalogues)(
    '[LANG-1] [LANG-6] $language: every error code of the contract has wording',
    ({ texts }) => {
      const keys = Object.keys(errors).map((code) => `error.${code}`);
      expect(keys.length).toBeGreaterThan(10);
      expect(lacking(texts, keys)).toEqual([]);
    },
  );

  describe.each(catalogues)('$language', ({ texts }) => {
    test.each(rows)('[LANG-1] $mfg $kind $type: every mode, fan, status and part has wording', (row) => {
      expect(lacking(texts, keysOf(row))).toEqual([]);
    });
  });

  test('every row was walked', () => {
    expect(rows.length).toBeGreaterThan(40);
    const keys = new Set(rows.flatMap(keysOf));
    for (const key of [
      'mode.cool',
      'fan.position-five',
      'equipment.auxHeat3',
      'evse.INUSE',
      'parameter.watts',
    ]) {
      expect(keys).toContain(key);
    }
  });
});

describe('texts that the specification fixes', () => {
  test.each([
    ['es', 'error.old_password_mismatch', 'La contraseña anterior no es igual. Intente de nuevo.'],
    [
      'es',
      'error.password_rejected',
      'La contraseña debe cumplir con los requisitos antes mencionados. Intente de nuevo.',
    ],
    ['es', 'password.sameAsEmail', 'La contraseña no puede ser igual al correo electrónico.'],
    ['es', 'password.done', 'La contraseña se actualizó con éxito.'],
  ] as const)('[LANG-6] [PWD-2] %s %s', (language, key, text) => {
    expect(textsIn(language)[key]).toBe(text);
  });
});

/** Keys that are named, and beginnings of keys that are computed: `theme.${choice}`, labelFor('fan', …). */
const usedIn = (sources: string) => ({
  // A lookahead, because the end of one text may be the beginning of another.
  names: new Set(Array.from(sources.matchAll(/(['"`])(?=([^'"`\n]+)\1)/g), ([, , name]) => name)),
  beginnings: new Set(
    Array.from(
      sources.matchAll(/`([\w.]+)\.\$\{|labelFor\('([\w.]+)',/g),
      ([, dotted, label]) => dotted ?? label,
    ),
  ),
});

const unused = (keys: readonly string[], sources: string): string[] => {
  const { names, beginnings } = usedIn(sources);
  return keys.filter((key) => {
    const parts = key.split('.');
    const ofKey = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
    return !names.has(key) && !ofKey.some((beginning) => beginnings.has(beginning));
  });
};

const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);
const sourceFiles = ['web', 'server', 'domain', 'contract']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((file) => path.posix.join(folder, 'src', file)),
  )
  // What the build takes from the files itself.
  .concat('tools/bundle/web-build.ts')
  // Its lists of first texts use none of them.
  .filter((file) => !file.startsWith('domain/src/apps/'));
const sources = sourceFiles.map(read).join('\n');

describe('languages in the sources', () => {
  /** People of the demo and of tests read certain languages. */
  const MAY_NAME = /^server\/src\/demo\/|\/testing\//;
  // Other codes are words of English or of the code, such as no, it and id.
  const NAMES_SPANISH = /['"`]es(-[A-Z]{2})?['"`]|\bes: [{'"]|\.es\b/;

  test.each(["code === 'es'", "{ es: 'es-MX' }", 'words.es ?? words.en', '[`es`]'])(
    'the check itself finds %s',
    (code) => {
      expect(code).toMatch(NAMES_SPANISH);
    },
  );

  test('[LANG-1] no source names Spanish, which stands for every language but English', () => {
    expect(sourceFiles.length).toBeGreaterThan(500);
    expect(sourceFiles.filter((file) => !MAY_NAME.test(file) && NAMES_SPANISH.test(read(file)))).toEqual([]);
  });
});

test.each(LANGUAGES)(
  '[PROF-1] in %s no subject and no first line of a mail begins with what a person wrote',
  (language) => {
    const first = Object.entries(textsIn(language)).filter(([key]) =>
      /^mail\..*\.(?:subject|lead)$/.test(key),
    );
    expect(first.length).toBeGreaterThan(30);
    expect(first.filter(([, text]) => /^\{(?!provider\})/.test(text))).toEqual([]);
  },
);

describe('use', () => {
  const keys = Object.keys(textsIn('en'));

  test('[LANG-1] the check itself finds a key that nothing uses', () => {
    const seeded = "t('a.one'); t(\"a.two\"); t(`b.${x}`); labelFor('c', y); t(`d.e.${z}`); 'f.longer'";
    const keys = ['a.one', 'a.two', 'a.three', 'b.any', 'c.any', 'd.e.any', 'd.other', 'f', 'f.long', 'g.h'];
    expect(unused(keys, seeded)).toEqual(['a.three', 'd.other', 'f', 'f.long', 'g.h']);
  });

  test('[LANG-1] every key is used by the code', () => {
    expect(keys.length).toBeGreaterThan(200);
    expect(unused(keys, sources)).toEqual([]);
  });

  test('[LANG-1] every mode and fan that has wording is one that a maker names', () => {
    const known = new Set(rows.flatMap(keysOf));
    const worded = keys.filter((key) => /^(mode|fan|equipment|kind)\./.test(key));
    // A maker's own word for a mode stands under its name.
    const plain = worded.map((key) =>
      key.replace(/^mode\.(\w+)\.(?=\w)/, (all, mfg: string) => (mfg in manufacturers ? 'mode.' : all)),
    );
    expect(plain.filter((key) => !known.has(key))).toEqual([]);
  });
});
