import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../lib/app-error.ts';

const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_RUNNING = 2;
const MAX_WAITING = 64;

export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>;
  /** Takes the same time whether the account has a password, has none, or does not exist. */
  readonly matches: (passwordHash: string | null, password: string) => Promise<boolean>;
}

/** Hashing is slow on purpose, so at most MAX_RUNNING run and at most MAX_WAITING wait; more are refused as `busy`. */
export const createPasswordHasher = (): PasswordHasher => {
  let running = 0;
  const waiting: (() => void)[] = [];

  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < MAX_RUNNING) running += 1;
    else {
      if (waiting.length >= MAX_WAITING) throw new AppError('busy', { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      // The slot goes straight to the next in line; freed first, a new call could take it as well.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  const decoy = hash('no account has this password', OPTIONS);

  return {
    hash: (password) => limited(() => hash(password, OPTIONS)),
    matches: (passwordHash, password) =>
      limited(async () => {
        const matched = await verify(passwordHash ?? (await decoy), password);
        return matched && passwordHash !== null;
      }),
  };
};
