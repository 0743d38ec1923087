import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../lib/app-error.ts';

const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const QUEUE = 64;

export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>;
  /** The same work whether the account has a password, has none, or does not exist. */
  readonly matches: (passwordHash: string | null, password: string) => Promise<boolean>;
}

/** Hashing is meant to be slow: only so many run at once, and only so many may wait. */
export const createPasswordHasher = (): PasswordHasher => {
  let running = 0;
  const waiting: (() => void)[] = [];

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < AT_ONCE) running += 1;
    else {
      if (waiting.length >= QUEUE) throw new AppError('busy', { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      // Who waits takes the place over: were it given free first, a newcomer could take it too.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  const decoy = hash('no account has this password', OPTIONS);

  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    matches: (passwordHash, password) =>
      inTurn(async () => {
        const matched = await verify(passwordHash ?? (await decoy), password);
        return matched && passwordHash !== null;
      }),
  };
};
