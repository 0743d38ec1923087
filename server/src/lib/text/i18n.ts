import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { Language } from '#contract/entities/account.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { CHOICE_TYPES, format, withOneFullStop } from '#domain/text/compiled-messages.ts';
import type { Compiled, MessageValues } from '#domain/text/compiled-messages.ts';
import { AppError } from '../app-error.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../locales');

export type Texts = Readonly<Record<string, string>>;
export type Translate = (key: string, values?: MessageValues) => string;

/** Refuses what `format` cannot show, such as `{at, date}`, before anybody reads it. */
const assertSupported = (pieces: Compiled, where: string): void => {
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    const [name, type, choices] = piece;
    if (type === undefined) continue;
    if (!CHOICE_TYPES.includes(type))
      throw new Error(`${where} formats ${name} as ${type}, which is not supported`);
    // Besides the choices there may be the offset of a plural.
    for (const choice of Object.values(choices as object) as unknown[]) {
      if (Array.isArray(choice)) assertSupported(choice as Compiled, where);
    }
  }
};

/** Compiles every text, so that one which cannot be shown stops the start and not the mail it is needed for. */
export const compileTexts = (language: Language, texts: Texts): Translate => {
  const compiled = new Map<string, Compiled>();
  for (const [key, text] of Object.entries(texts)) {
    const message = compileMessageOrThrow(text);
    assertSupported(message, `The message ${key} in ${language}`);
    compiled.set(key, message);
  }
  return (key, values = {}) => {
    const message = compiled.get(key);
    if (message === undefined) throw new Error(`No wording for ${key} in ${language}`);
    return withOneFullStop(format(message, values, language));
  };
};

const readTexts = (language: Language): Texts =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Texts;

/** Those that have a file. */
export const LANGUAGES: readonly Language[] = readdirSync(FOLDER).map((name) => {
  const { success, data } = Language.safeParse(path.basename(name, '.json'));
  if (!success) throw new Error(`${path.join(FOLDER, name)} is not named after a language.`);
  return data;
});

const TEXTS: Readonly<Record<Language, Texts>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, readTexts(language)]),
);

const TRANSLATORS = new Map(
  Object.entries(TEXTS).map(([language, texts]) => [language, compileTexts(language, texts)]),
);

/** The catalogue of the web application, for refusals, mails and text messages. A stored language may have no file any more. */
export const translatorFor = (language: Language): Translate => {
  const translate = TRANSLATORS.get(language) ?? TRANSLATORS.get(BASE_LANGUAGE);
  if (!translate) throw new Error(`There is no file of ${BASE_LANGUAGE} in ${FOLDER}.`);
  return translate;
};

/** Refuses languages of a request that have no file. */
export const assertLanguages = (field: string, ...asked: readonly (Language | null | undefined)[]): void => {
  if (asked.every((one) => one === null || one === undefined || LANGUAGES.includes(one))) return;
  throw new AppError('bad_request', { detail: `${field}: one of ${LANGUAGES.join(', ')}` });
};

/** The label of a value such as a mode, from `<group>.<word>` of the catalogue; the word itself if there is none. */
export const labelIn = (language: Language, group: string, word: string): string => {
  const key = `${group}.${word}`;
  return Object.hasOwn(TEXTS[language] ?? {}, key) ? translatorFor(language)(key) : word;
};

/** To be called when a module is loaded, with the keys that it will ask for. */
export const assertWorded = (keys: readonly string[], all: Readonly<Record<string, Texts>> = TEXTS): void => {
  for (const [language, texts] of Object.entries(all)) {
    const missing = keys.find((key) => texts[key] === undefined);
    if (missing !== undefined) throw new Error(`No wording for ${missing} in ${language}`);
  }
};

/** The most wanted language of an Accept-Language header that the catalogue has. */
export const preferredLanguage = (header: string | undefined): Language => {
  const accepted = (header ?? '').split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
    const language = LANGUAGES.find((known) => known === tag || tag.startsWith(`${known}-`));
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return accepted.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? BASE_LANGUAGE;
};
