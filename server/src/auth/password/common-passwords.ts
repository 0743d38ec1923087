import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, 'common-passwords.txt');

/** Letters and digits in lower case: upper case and punctuation make a common password no harder to guess. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Refused alone or repeated, with any digits before or after them. */
const WORDS = [
  'password',
  'passwort',
  'passw0rd',
  'contrasena',
  'contraseña',
  'welcome',
  'bienvenido',
  'letmein',
  'iloveyou',
  'teamo',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyasdf',
  'administrator',
  'admin',
  'changeme',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'abcdefgh',
  'abcdefghij',
  'abcdefghijkl',
];

const COMMON_WORDS_ONLY = new RegExp(`^\\d*(?:${WORDS.join('|')})+\\d*$`, 'u');

let list: ReadonlySet<string> | undefined;

/** Whether a password is in the list of common ones or built from WORDS. */
export const isCommonPassword = (password: string): boolean => {
  list ??= new Set(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map(normalize),
  );
  const given = normalize(password);
  return list.has(given) || COMMON_WORDS_ONLY.test(given);
};
