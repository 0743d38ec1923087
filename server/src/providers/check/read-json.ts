import { readFileSync } from 'node:fs';

export type Json = { readonly data: unknown } | { readonly says: string };

/** Where a parser stopped, from the place it names: "line 4, column 12". */
const placeIn = (text: string, message: string): string => {
  const position = /position (?<at>\d+)/.exec(message)?.groups?.['at'];
  const before = text.slice(0, position === undefined ? text.length : Number(position));
  const lines = before.split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** The content of a JSON file, or why there is none. */
export const readJson = (file: string): Json => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { says: code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? 'no reason given'})` };
  }
  try {
    return { data: JSON.parse(text) };
  } catch (error) {
    const place = placeIn(text, (error as Error).message);
    return { says: `is no JSON at ${place}: look for a comma, a quote or a bracket too much or too few` };
  }
};
