import { MINUTE, SECOND } from '#domain/time/time.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { PER_MINUTE } from './client-limits.ts';
import type { LimitedUse } from './client-limits.ts';

/** Subjects counted in one minute: networks are as many as an attacker likes. */
const MAX_SUBJECTS = 100_000;

/** Counts a call or refuses it; the function returned takes the call back. */
export type RateLimiter = (use: LimitedUse, subject: string) => () => void;

/** Fixed windows of a minute, counted per process, against runaway clients. Sign-in lockouts are counted in the database. */
export const createRateLimiter = (clock: Clock): RateLimiter => {
  let window = 0;
  let used = new Map<string, number>();
  return (use, subject) => {
    if (PER_MINUTE[use] === Infinity) return () => {};
    const now = clock.now().getTime();
    const current = Math.floor(now / MINUTE);
    if (current !== window) {
      window = current;
      used = new Map();
    }
    const key = `${use} ${subject}`;
    const count = (used.get(key) ?? 0) + 1;
    if (count > PER_MINUTE[use]) {
      const retryAfterSeconds = Math.max(1, Math.ceil(((current + 1) * MINUTE - now) / SECOND));
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    used.set(key, count);
    if (used.size > MAX_SUBJECTS) {
      // The subject that was counted first begins anew.
      const [first] = used.keys();
      if (first !== undefined) used.delete(first);
    }
    const counted = used;
    return () => {
      const still = counted.get(key);
      if (still !== undefined) counted.set(key, still - 1);
    };
  };
};
