import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { SECOND } from '../lib/clock.ts';
import * as budget from '../stores/budget.ts';
import type { Rule } from './rules.ts';
import type { ProviderScope } from './scope.ts';

/** Whose tries of which rule. */
export type Draw = readonly [rule: Rule, subject: string];

export interface Taken {
  /** One of the windows is full now. */
  readonly last: readonly Rule[];
  /** Gives all tries back: the secret was never looked at. */
  readonly refund: () => Promise<void>;
}

export interface Refused {
  readonly refused: Rule;
  readonly retryAfterSeconds: number;
}

const secondsTo = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / SECOND));

/** Takes a try of each rule, or of none: a try that is refused counts toward no other budget. */
export const tryToTake = async (
  db: Db,
  scope: ProviderScope,
  draws: readonly Draw[],
  now: Date,
): Promise<Taken | Refused> => {
  const taken: Draw[] = [];
  const last: Rule[] = [];
  const refund = async () => {
    for (const [rule, subject] of taken) await budget.refund(db, scope, rule, subject, now);
  };
  for (const [rule, subject] of draws) {
    const reservation = await budget.reserve(db, scope, rule, subject, now);
    if (!reservation.granted) {
      await refund();
      return { refused: rule, retryAfterSeconds: secondsTo(reservation.lockedUntil, now) };
    }
    taken.push([rule, subject]);
    if (reservation.last) last.push(rule);
  }
  return { last, refund };
};

export const take = async (
  db: Db,
  scope: ProviderScope,
  draws: readonly Draw[],
  now: Date,
): Promise<Taken> => {
  const result = await tryToTake(db, scope, draws, now);
  if ('refund' in result) return result;
  throw new AppError(result.refused.refusal, { retryAfterSeconds: result.retryAfterSeconds });
};

/** Says that the tries are used up, where they are, and takes none. */
export const refuseIfLocked = async (
  db: Db,
  scope: ProviderScope,
  draws: readonly Draw[],
  now: Date,
): Promise<void> => {
  for (const [rule, subject] of draws) {
    const until = await budget.lockedUntil(db, scope, rule, subject, now);
    if (until) throw new AppError(rule.refusal, { retryAfterSeconds: secondsTo(until, now) });
  }
};

/** The secret was right: failures of a short window are forgotten, those of a longer one keep counting. */
export const settle = async (
  db: Db,
  scope: ProviderScope,
  draws: { readonly clear: Draw; readonly refund: readonly Draw[] },
  now: Date,
): Promise<void> => {
  await budget.clear(db, scope, ...draws.clear);
  for (const [rule, subject] of draws.refund) await budget.refund(db, scope, rule, subject, now);
};
