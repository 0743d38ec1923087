import { SECOND } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { ProviderScope } from '../lib/scope/scope.ts';
import * as budget from '../stores/auth/budget.ts';
import type { Rule } from './rules.ts';

/** One attempt of a subject (an account, an address, a network) that counts against a rule. */
export type BudgetUse = readonly [rule: Rule, subject: string];

export interface ReservedAttempts {
  /** Rules whose window this attempt filled. */
  readonly exhausted: readonly Rule[];
  /** Gives all attempts back: the secret was never compared. */
  readonly release: () => Promise<void>;
}

export interface BudgetExhausted {
  readonly exceeded: Rule;
  readonly retryAfterSeconds: number;
}

const secondsTo = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / SECOND));

/** Reserves one attempt of each rule, or of none: a refused attempt counts toward no other budget. */
export const tryReserveAttempts = async (
  db: Db,
  scope: ProviderScope,
  uses: readonly BudgetUse[],
  now: Date,
): Promise<ReservedAttempts | BudgetExhausted> => {
  const reserved: BudgetUse[] = [];
  const exhausted: Rule[] = [];
  const release = async () => {
    for (const [rule, subject] of reserved) await budget.releaseAttempt(db, scope, rule, subject, now);
  };
  for (const [rule, subject] of uses) {
    const reservation = await budget.reserveAttempt(db, scope, rule, subject, now);
    if (!reservation.granted) {
      await release();
      return { exceeded: rule, retryAfterSeconds: secondsTo(reservation.lockedUntil, now) };
    }
    reserved.push([rule, subject]);
    if (reservation.fillsWindow) exhausted.push(rule);
  }
  return { exhausted, release };
};

/** As tryReserveAttempts, but an exceeded budget throws the rule's refusal. */
export const reserveAttempts = async (
  db: Db,
  scope: ProviderScope,
  uses: readonly BudgetUse[],
  now: Date,
): Promise<ReservedAttempts> => {
  const result = await tryReserveAttempts(db, scope, uses, now);
  if ('release' in result) return result;
  throw new AppError(result.exceeded.refusal, { retryAfterSeconds: result.retryAfterSeconds });
};

/** Throws the refusal of the first exceeded rule; reserves nothing. */
export const refuseIfLocked = async (
  db: Db,
  scope: ProviderScope,
  uses: readonly BudgetUse[],
  now: Date,
): Promise<void> => {
  for (const [rule, subject] of uses) {
    const until = await budget.lockedUntil(db, scope, rule, subject, now);
    if (until) throw new AppError(rule.refusal, { retryAfterSeconds: secondsTo(until, now) });
  }
};

/** After a right secret: `clear` forgets all failures of a short window; of `release` only this attempt is given back. */
export const releaseAttempts = async (
  db: Db,
  scope: ProviderScope,
  uses: { readonly clear: BudgetUse; readonly release: readonly BudgetUse[] },
  now: Date,
): Promise<void> => {
  await budget.clear(db, scope, ...uses.clear);
  for (const [rule, subject] of uses.release) await budget.releaseAttempt(db, scope, rule, subject, now);
};
