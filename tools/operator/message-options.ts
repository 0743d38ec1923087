import { readFileSync } from 'node:fs';
import { Failure } from './failure.ts';
import type { Options } from './options.ts';

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

const wordsOf = (subject: string | undefined, html: string | undefined) => {
  if (subject === undefined && html === undefined) return undefined;
  if (subject === undefined || html === undefined) {
    throw new Failure('A message has a --subject, and --text or --html-file.');
  }
  return { subject, html };
};

/** The body of the order of a message; what was not given is left out. */
export const messageOf = (options: Options) => {
  const en = wordsOf(options.subject, htmlOf(options.text, options['html-file']));
  const es = wordsOf(options['subject-es'], htmlOf(options['text-es'], options['html-file-es']));
  if (!en && !es) throw new Failure('A message has a --subject, and --text or --html-file.');
  const [programId, ...more] = options.program ?? [];
  if (more.length > 0) throw new Failure('A message goes to one --program, to one --house, or to all.');
  return { programId, houseId: options.house, incentive: options.incentive, en, es };
};
