import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { LANGUAGES } from '#contract/entities/account.ts';
import type { Language } from '#contract/entities/account.ts';
import { format } from '#domain/messages.ts';
import type { Compiled, MessageValues } from '#domain/messages.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../locales');

export type Translate = (key: string, values?: MessageValues) => string;

const load = (language: Language): Translate => {
  const texts = JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Record<
    string,
    string
  >;
  const compiled = new Map<string, Compiled>();
  return (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`No wording for ${key} in ${language}`);
    const message = compiled.get(key) ?? compileMessageOrThrow(text);
    compiled.set(key, message);
    return format(message, values, language);
  };
};

/** The same catalogue as the browser's, for answers, mails and messages. */
export const catalogue = Object.fromEntries(LANGUAGES.map((code) => [code, load(code)])) as Record<
  Language,
  Translate
>;

/** The most wanted language of an Accept-Language header that we speak. */
export const preferredLanguage = (header: string | undefined): Language => {
  const asked = (header ?? '').split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
    const language = LANGUAGES.find((known) => known === tag || tag.startsWith(`${known}-`));
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return asked.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? 'en';
};
