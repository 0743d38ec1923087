import { randomBytes } from 'node:crypto';

/** Cryptographic randomness as an argument, so that tests and demo data can be repeated. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

/** No 0, 1, i, l, o: an id can be read out over the telephone. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 12;

export const newId = (random: Random): string => {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of random.bytes(ID_LENGTH * 2)) {
      // Bytes past the last full round of the alphabet would favour its first letters.
      if (byte >= 256 - (256 % ALPHABET.length) || id.length === ID_LENGTH) continue;
      id += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return id;
};

export const newToken = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url');
