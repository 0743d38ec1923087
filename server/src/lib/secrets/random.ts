import { randomBytes } from 'node:crypto';

/** Cryptographic randomness as an argument, so that tests and demo data can be repeated. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

/** Without 0, 1, i, l and o, which are easily mistaken for each other. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 12;

export const newId = (random: Random): string => {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of random.bytes(ID_LENGTH * 2)) {
      // Bytes beyond a multiple of the alphabet's length are skipped: its first letters would come more often.
      if (byte >= 256 - (256 % ALPHABET.length) || id.length === ID_LENGTH) continue;
      id += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return id;
};

export const newToken = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url');
