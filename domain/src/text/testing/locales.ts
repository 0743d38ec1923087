import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../../locales');

/** Every language that has a file. */
export const LANGUAGES: readonly string[] = readdirSync(FOLDER).map((file) => path.basename(file, '.json'));

export const textsIn = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Record<string, string>;
