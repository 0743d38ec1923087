import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, 'common-passwords.txt');

/** Upper case and punctuation make a common password no rarer. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words that guessers try first, with any digits before or after them. */
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

const repeated = new RegExp(`^\\d*(?:${WORDS.join('|')})+\\d*$`, 'u');

let list: ReadonlySet<string> | undefined;

/** Whether a password that meets the rules is one of those everybody's guessing begins with. */
export const isCommonPassword = (password: string): boolean => {
  list ??= new Set(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map(plain),
  );
  const given = plain(password);
  return list.has(given) || repeated.test(given);
};
