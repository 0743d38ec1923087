import { createHash } from 'node:crypto';
import { newId } from '../lib/secrets/random.ts';
import type { Random } from '../lib/secrets/random.ts';

/** The same bytes for the same seed on every installation; different seeds give independent streams. */
export const seededRandom = (seed: string): Random => {
  let block = 0;
  let pool = new Uint8Array();
  return {
    bytes: (count) => {
      const parts = [pool];
      for (let length = pool.length; length < count; block += 1) {
        const next = createHash('sha256').update(`${block}:${seed}`).digest();
        parts.push(next);
        length += next.length;
      }
      const all = Buffer.concat(parts);
      pool = all.subarray(count);
      return all.subarray(0, count);
    },
  };
};

export const idOf = (name: string): string => newId(seededRandom(name));

/** A number from 0 up to, but without, 1. */
const share = (random: Random): number => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32;

/** A whole number, both ends included. */
export const between = (random: Random, min: number, max: number): number =>
  min + Math.floor(share(random) * (max - min + 1));

export const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[between(random, 0, list.length - 1)] ?? list[0];
