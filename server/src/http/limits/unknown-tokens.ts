import { AppError } from '../../lib/app-error.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Hashes of tokens that had a session at their last call; kept so many, those used last. */
const MAX_GOOD = 10_000;

export type TokenGuard = <T>(
  client: string,
  token: string | undefined,
  lookUp: () => Promise<T>,
) => Promise<T>;

/**
 * Limits how many tokens without a session a client may have looked up. Once it has used that up, tokens that were good a
 * moment ago still work, so that it cannot shut out those who share its address.
 */
export const createTokenGuard = (rateLimit: RateLimiter): TokenGuard => {
  const good = new Set<string>();
  const remember = (hash: string) => {
    good.delete(hash);
    good.add(hash);
    const [first] = good;
    if (good.size > MAX_GOOD && first !== undefined) good.delete(first);
  };
  return async (client, token, lookUp) => {
    if (token === undefined) return lookUp();
    const hash = hashSecret(token);
    const takeBack = good.has(hash) ? () => {} : rateLimit('unknown-token', client);
    try {
      const session = await lookUp();
      remember(hash);
      takeBack();
      return session;
    } catch (error) {
      if (error instanceof AppError && error.code === 'session_expired') good.delete(hash);
      else takeBack();
      throw error;
    }
  };
};
