import { isPlainName } from './name.ts';

/** Longest of the short words that a point ends: St. John, Ma. Teresa, Mrs., Prof. */
const ABBREVIATION = 4;
/** Without its particles, and with them. */
const MOST_WORDS = 5;
const MOST_WORDS_IN_ALL = 8;

/** Marks of addresses and sentences; a name of a person has none. Also the full stop that browsers read as a point. */
const FOREIGN_MARKS = /[@/\\:;!?¡¿<>{}[\]|=*#%&$€£"“”«»_~^。]/u;
/** `bank.example`, `t.me`: letters after a point without a space, unless they are initials (J.R.). */
const DOMAIN = /[\p{L}\d-]\.[\p{L}\d]{2}|[\p{L}\d-]{2}\.[\p{L}\d]/u;
const DIGITS = /\d/gu;
const MOST_DIGITS = 2;
/** A year, or the number of a house. */
const MOST_DIGITS_OF_ALIAS = 4;
/** What an alias may not have of the foreign marks: people like & and ! in theirs. */
const ADDRESS_MARKS = /[@/\\:<>{}[\]|]/u;

/** Small words that stand between names. */
const PARTICLES = new Set(
  "a al and ap bin bint da das de del della den der des di do dos du e el i ibn in la las le lo los of op san 't ter ten van vom von y zu zum".split(
    ' ',
  ),
);
/** Words of sentences that are in hardly any name (Will, Bill and Call are), and only count among three words or more. */
const SENTENCE_WORDS = new Set(
  (
    'your our us is we was have been now today this please urgent alert warning notice important account suspended blocked ' +
    'payment click verify visit confirm update login password prize offer www ' +
    'sus usted nosotros es está ahora favor urgente alerta aviso importante cuenta suspendida bloqueada factura pague llame haga ' +
    'clic aquí visite verifique confirme actualice contraseña premio gratis oferta'
  ).split(' '),
);
/** So many words without a capital, after one with it: people who write in small letters write all of a name so. */
const MOST_SMALL_WORDS = 2;

const endsSentence = (word: string): boolean =>
  word.endsWith('.') && word.replaceAll(/[^\p{L}]/gu, '').length > ABBREVIATION;

const isSentence = (words: readonly string[]): boolean => {
  if (words.length < 3) return false;
  const names = words.filter((word) => !PARTICLES.has(word.toLowerCase()));
  const small = names.filter((word) => /^\p{Ll}/u.test(word));
  return (
    words.some((word) => SENTENCE_WORDS.has(word.toLowerCase().replaceAll(/[.,]/gu, ''))) ||
    (small.length > MOST_SMALL_WORDS && small.length < names.length)
  );
};

const digitsIn = (text: string): number => text.match(DIGITS)?.length ?? 0;

/** As it is looked at: full-width letters and points are read as the usual ones. */
const readable = (name: string): string => name.normalize('NFKC').trim();

/**
 * Whether a text can be the first or last name of a person, or both. It stands in mails of the provider to people who do not know
 * its writer, so it may be no address and no sentence.
 */
export const isPersonName = (name: string): boolean => {
  const text = readable(name);
  const words = text.split(/\s+/u);
  return (
    isPlainName(name) &&
    !FOREIGN_MARKS.test(text) &&
    !DOMAIN.test(text) &&
    digitsIn(text) <= MOST_DIGITS &&
    words.length <= MOST_WORDS_IN_ALL &&
    words.filter((word) => !PARTICLES.has(word.toLowerCase())).length <= MOST_WORDS &&
    !words.some(endsSentence) &&
    !isSentence(words)
  );
};

/** Whether a home may call itself so among those of others: no address, no number to call, no sentence. */
export const isAlias = (alias: string): boolean => {
  const text = readable(alias);
  return (
    isPlainName(alias) &&
    !ADDRESS_MARKS.test(text) &&
    !DOMAIN.test(text) &&
    digitsIn(text) <= MOST_DIGITS_OF_ALIAS &&
    !isSentence(text.split(/\s+/u))
  );
};
