import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../lib/app-error.ts';

const ARGON2ID = 2;

interface HashCost {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
}
const FULL_COST: HashCost = { memoryCost: 19_456, timeCost: 2 };

const MAX_RUNNING = 2;
const MAX_WAITING = 64;

export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Takes the same time whether the account has a password, has none, or does not exist. `client` is who asks, where nobody is
   * signed in.
   */
  readonly matches: (passwordHash: string | null, password: string, client?: string) => Promise<boolean>;
}

const SIGNED_IN = 'signed in';

/** Those who wait, a queue for each client; the clients take turns, so that one with many calls delays itself alone. */
const createTurns = () => {
  let count = 0;
  const queues = new Map<string, (() => void)[]>();
  const wait = (client: string): Promise<void> =>
    new Promise((resolve) => {
      count += 1;
      queues.set(client, [...(queues.get(client) ?? []), resolve]);
    });
  const next = (): (() => void) | undefined => {
    const [first] = queues;
    if (!first) return undefined;
    const [client, [start, ...others]] = first;
    count -= 1;
    queues.delete(client);
    if (others.length > 0) queues.set(client, others);
    return start;
  };
  return { count: () => count, wait, next };
};

/**
 * Hashing is slow on purpose, so at most MAX_RUNNING run and at most MAX_WAITING wait; more are refused as `busy`. `verifyHash` is
 * argon2's own, or one that counts.
 */
export const createPasswordHasher = (
  cost: HashCost = FULL_COST,
  verifyHash: (hashed: string, password: string) => Promise<boolean> = verify,
): PasswordHasher => {
  const options = { ...cost, algorithm: ARGON2ID, parallelism: 1 };
  let running = 0;
  const turns = createTurns();

  const limited = async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    if (running < MAX_RUNNING) running += 1;
    else {
      if (turns.count() >= MAX_WAITING) throw new AppError('busy', { retryAfterSeconds: 2 });
      await turns.wait(client);
    }
    try {
      return await work();
    } finally {
      // The slot goes straight to the next in line; freed first, a new call could take it as well.
      const next = turns.next();
      if (next) next();
      else running -= 1;
    }
  };

  const dummyHash = hash('no account has this password', options);

  return {
    hash: (password) => limited(SIGNED_IN, () => hash(password, options)),
    matches: (passwordHash, password, client = SIGNED_IN) =>
      limited(client, async () => {
        const matched = await verifyHash(passwordHash ?? (await dummyHash), password);
        return matched && passwordHash !== null;
      }),
  };
};
