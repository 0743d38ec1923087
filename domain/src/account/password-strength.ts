import { brokenRules } from './password.ts';

/** From weakest to strongest. */
export const PASSWORD_STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const;
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number];

interface Person {
  readonly email: string;
  readonly firstName: string;
}

/** Characters that count, from which on a password that keeps the rules is of this strength. */
const FAIR_FROM = 10;
const GOOD_FROM = 15;
const STRONG_FROM = 19;
/** What a shorter word says about a person is not worth leaving out. */
const LEAST_WORD = 3;

/** Whether a character goes on with a row of three or more, such as aaa, 1234 or dcba. */
const isInRow = (characters: readonly string[], index: number): boolean => {
  const step = (at: number): number =>
    (characters[at]?.codePointAt(0) ?? 0) - (characters[at - 1]?.codePointAt(0) ?? 0);
  return index > 1 && Math.abs(step(index)) <= 1 && step(index) === step(index - 1);
};

const withoutWord = (text: string, word: string): string =>
  word.length < LEAST_WORD ? text : text.replaceAll(word, word.charAt(0));

/** How many characters somebody who knows the person would have to guess; a sign that no rule asks for counts for two more. */
const countingCharacters = (password: string, { email, firstName }: Person): number => {
  const [local = ''] = email.toLowerCase().split('@');
  const words = [local, firstName.toLowerCase()];
  const rest = Array.from(words.reduce(withoutWord, password.toLowerCase()));
  const counted = rest.filter((_, index) => !isInRow(rest, index));
  const extra = /[^\p{L}\p{N}]/u.test(password) ? 2 : 0;
  // A few characters in turn are no more than those few, and as many again.
  return Math.min(counted.length, 2 * new Set(counted).size) + extra;
};

/** How hard a password is to guess, by its rules, length and variety; a list of common ones is left to the server. */
export const passwordStrength = (password: string, person: Person): PasswordStrength => {
  if (brokenRules(password, person).length > 0) return 'weak';
  const count = countingCharacters(password, person);
  if (count >= STRONG_FROM) return 'strong';
  if (count >= GOOD_FROM) return 'good';
  return count >= FAIR_FROM ? 'fair' : 'weak';
};
