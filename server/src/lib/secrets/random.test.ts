import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../demo/seeded-random.ts';
import { newId, newToken, systemRandom } from './random.ts';

const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

describe('ids', () => {
  test('[T-8] have 12 characters of an alphabet without lookalikes', () => {
    for (let count = 0; count < 200; count += 1)
      expect(newId(systemRandom)).toMatch(/^[2-9a-hj-km-np-z]{12}$/);
    for (const letter of '01ilo') expect(ALPHABET).not.toContain(letter);
  });

  test('[T-8] do not repeat', () => {
    const ids = Array.from({ length: 5_000 }, () => newId(systemRandom));
    expect(new Set(ids).size).toBe(5_000);
  });

  test('[T-8] favour no letter', () => {
    const random = seededRandom('letters');
    const counts = new Map<string, number>();
    const ids = 10_000;
    for (let count = 0; count < ids; count += 1) {
      for (const letter of newId(random)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted().join('')).toBe(ALPHABET);
    const expected = (ids * 12) / ALPHABET.length;
    const chiSquare = [...counts.values()].reduce(
      (sum, count) => sum + (count - expected) ** 2 / expected,
      0,
    );
    // 30 degrees of freedom: 59.7 is exceeded by chance once in a thousand; the modulo bias alone would give 1,000.
    expect(chiSquare).toBeLessThan(59.7);
  });

  test('[T-8] skip the bytes that would favour the first letters', () => {
    let draws = 0;
    const bytes = (count: number) => {
      draws += 1;
      return new Uint8Array(count).fill(draws === 1 ? 255 : 0);
    };
    expect(newId({ bytes })).toBe('222222222222');
    expect(draws).toBe(2);
  });
});

describe('tokens', () => {
  test('[T-19] are 32 bytes, written without padding', () => {
    const token = newToken(systemRandom);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(newToken({ bytes: (count) => new Uint8Array(count).fill(255) })).toBe(`${'_'.repeat(42)}8`);
  });

  test('[T-19] do not repeat', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newToken(systemRandom))).size).toBe(1_000);
  });
});
