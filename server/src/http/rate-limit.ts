import type { Budget } from '#contract/endpoint.ts';
import { MINUTE, SECOND } from '#domain/time.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';

/** Calls per minute: reads per session, writes per account, sign-in tries and public reads per network. */
const PER_MINUTE: Readonly<Record<Budget, number>> = {
  read: 600,
  write: 60,
  command: 120,
  'sign-in': 300,
  free: Infinity,
};

/** Subjects counted in one minute: networks are as many as an attacker likes. */
const MAX_SUBJECTS = 100_000;

export type RateLimiter = (budget: Budget, subject: string) => void;

/** Fixed windows of a minute, counted per process, against runaway clients. Sign-in lockouts are counted in the database. */
export const createRateLimiter = (clock: Clock): RateLimiter => {
  let window = 0;
  let used = new Map<string, number>();
  return (budget, subject) => {
    if (PER_MINUTE[budget] === Infinity) return;
    const now = clock.now().getTime();
    const current = Math.floor(now / MINUTE);
    if (current !== window) {
      window = current;
      used = new Map();
    }
    const key = `${budget} ${subject}`;
    const count = (used.get(key) ?? 0) + 1;
    if (count > PER_MINUTE[budget]) {
      const retryAfterSeconds = Math.max(1, Math.ceil(((current + 1) * MINUTE - now) / SECOND));
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    used.set(key, count);
    if (used.size > MAX_SUBJECTS) {
      // The subject that was counted first begins anew.
      const [first] = used.keys();
      if (first !== undefined) used.delete(first);
    }
  };
};
