import { isPlainName } from './name.ts';

/** Longest of the short words that a point ends: St. John, Ma. Teresa, Mrs., Prof. */
const ABBREVIATION = 4;
const MOST_WORDS = 8;

/** Marks of addresses and sentences; a name of a person has none. */
const FOREIGN_MARKS = /[@/\\:;!?¡¿<>{}[\]|=*#%&$€£"“”«»_~^]/u;
/** `bank.example`, `www.bank`: a point inside a word of letters, unless initials stand before it (J.R.). */
const DOMAIN = /[\p{L}\d-]{2,}\.[\p{L}\d]/u;
const DIGITS = /\d/gu;
const MOST_DIGITS = 2;

const endsSentence = (word: string): boolean =>
  word.endsWith('.') && word.replaceAll(/[^\p{L}]/gu, '').length > ABBREVIATION;

/**
 * Whether a text can be the first or last name of a person. It stands in mails of the provider to people who do not know its
 * writer, so it may be no address and no sentence.
 */
export const isPersonName = (name: string): boolean => {
  const words = name.trim().split(/\s+/u);
  return (
    isPlainName(name) &&
    !FOREIGN_MARKS.test(name) &&
    !DOMAIN.test(name) &&
    (name.match(DIGITS)?.length ?? 0) <= MOST_DIGITS &&
    words.length <= MOST_WORDS &&
    !words.some(endsSentence)
  );
};
