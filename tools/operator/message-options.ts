import { readFileSync } from 'node:fs';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { Failure } from './failure.ts';
import type { GivenWords, Options } from './options.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const htmlOfText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((block) => block.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\n', '<br>'))
    .map((block) => `<p>${block}</p>`)
    .join('');

const readHtml = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure(`The file cannot be read: ${(error as Error).message}`);
  }
};

/** The body of a message; undefined: none was given. */
export const htmlOf = (text: string | undefined, file: string | undefined): string | undefined => {
  if (text !== undefined && file !== undefined) throw new Failure('Either --text or --html-file, not both.');
  if (file !== undefined) return readHtml(file);
  return text === undefined ? undefined : htmlOfText(text);
};

/** The words in each language that some were given in; refuses an order without any. */
export const inEachLanguage = <Words>(
  options: Options,
  toWords: (given: GivenWords) => Words | undefined,
  needed: string,
): Record<string, Words> => {
  const words: Record<string, Words> = {};
  for (const [language, given] of Object.entries({ [BASE_LANGUAGE]: options, ...options.translations })) {
    const worded = toWords(given);
    if (worded) words[language] = worded;
  }
  if (Object.keys(words).length === 0) throw new Failure(needed);
  return words;
};

const NEEDED = 'A message has a --subject, and --text or --html-file.';

const wordsOf = ({ subject, text, 'html-file': file }: GivenWords) => {
  const html = htmlOf(text, file);
  if (subject === undefined && html === undefined) return undefined;
  if (subject === undefined || html === undefined) throw new Failure(NEEDED);
  return { subject, html };
};

/** The body of the order of a message; what was not given is left out. */
export const messageOf = (options: Options) => {
  const words = inEachLanguage(options, wordsOf, NEEDED);
  const [programId, ...more] = options.program ?? [];
  if (more.length > 0) throw new Failure('A message goes to one --program, to one --house, or to all.');
  return { programId, houseId: options.house, incentive: options.incentive, words };
};
