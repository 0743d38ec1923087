import { verify } from '@node-rs/argon2';
import { beforeEach, expect, test } from 'vitest';
import type { AppError } from '../../lib/app-error.ts';
import { createPasswordHasher } from './password-hasher.ts';

const hashing = { running: 0, most: 0, done: 0 };
const countingVerify = async (hashed: string, password: string): Promise<boolean> => {
  hashing.running += 1;
  hashing.most = Math.max(hashing.most, hashing.running);
  try {
    return await verify(hashed, password);
  } finally {
    hashing.running -= 1;
    hashing.done += 1;
  }
};
const createHasher = () => createPasswordHasher(undefined, countingVerify);

beforeEach(() => Object.assign(hashing, { running: 0, most: 0, done: 0 }));

test('[T-9] a password is kept as argon2id of 19 MiB and two rounds, each time with another salt', async () => {
  const passwords = createHasher();
  const [one, two] = await Promise.all([passwords.hash('CorrectHorse42'), passwords.hash('CorrectHorse42')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.matches(one, 'CorrectHorse42')).toBe(true);
  expect(await passwords.matches(one, 'correctHorse42')).toBe(false);
});

test('[T-18] without a password hash the same work is done and the result is false', async () => {
  const passwords = createHasher();
  for (const guess of ['', 'CorrectHorse42', 'no account has this password']) {
    expect(await passwords.matches(null, guess)).toBe(false);
  }
  expect(hashing.done).toBe(3);
});

test('[T-39] two run, 64 wait, the rest is refused with Retry-After', async () => {
  const passwords = createHasher();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 70 }, () => passwords.matches(null, 'guess')),
  );
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
  expect(refused.map(({ code, extras }) => [code, extras.retryAfterSeconds])).toEqual(
    Array.from({ length: 4 }, () => ['busy', 2]),
  );
  expect([hashing.done, hashing.most]).toEqual([66, 2]);
  expect(await passwords.matches(null, 'guess')).toBe(false);
});

test('[T-39] clients take turns: one with many guesses delays itself alone', async () => {
  const passwords = createHasher();
  const order: string[] = [];
  const ask = async (client: string) => {
    await passwords.matches(null, 'guess', client);
    order.push(client);
  };
  const flood = Array.from({ length: 20 }, () => ask('stranger'));
  await Promise.all([ask('neighbour'), ...flood]);
  // Two of the flood ran already, and one was first in line.
  expect(order.indexOf('neighbour')).toBeLessThan(6);
  expect(order).toHaveLength(21);
});
