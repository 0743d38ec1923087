import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import { AppError } from '../lib/app-error.ts';
import { SECOND } from '../lib/clock.ts';
import { findCredentials, normalizeEmail } from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import * as budget from '../stores/budget.ts';
import type { BudgetRule } from '../stores/budget.ts';
import { isKnownBrowser } from '../stores/known-browser.ts';
import { completeSignIn } from './complete-sign-in.ts';
import type { Means } from './complete-sign-in.ts';
import type { PasswordHasher } from './password.ts';
import { BUDGET_RULES } from './rules.ts';
import type { ProviderScope } from './scope.ts';
import { hashSecret } from './secret.ts';

export interface PasswordTry {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  /** From the browser's cookie, or new; the browser is known once it has signed in with it. */
  readonly browserSecret: string;
  readonly userAgent: string | null;
}

const secondsUntil = (lockedUntil: Date, now: Date): number =>
  Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / SECOND));

/** Takes the try, then looks at the password, then gives the try back if it was right. */
export const signInWithPassword = async (
  means: Means & { readonly passwords: PasswordHasher },
  scope: ProviderScope,
  attempt: PasswordTry,
): Promise<SignInAnswer> => {
  const { db, clock, random, passwords } = means;
  const now = clock.now();
  const account = await findCredentials(db, scope, attempt.email);
  const secretHash = hashSecret(attempt.browserSecret);
  const known = await isKnownBrowser(db, { ...scope, accountId: account?.id ?? '', secretHash });
  const own: [BudgetRule, string] = known
    ? [BUDGET_RULES.knownBrowser, hashSecret(`${account?.id}:${secretHash}`)]
    : [BUDGET_RULES.password, hashSecret(normalizeEmail(attempt.email))];
  const network: [BudgetRule, string] = [BUDGET_RULES.network, attempt.network];
  const audited = { providerId: scope.providerId, accountId: account?.id ?? null };

  const mine = await budget.reserve(db, scope, ...own, now);
  if (!mine.granted) {
    throw new AppError('locked_out', { retryAfterSeconds: secondsUntil(mine.lockedUntil, now) });
  }
  const shared = await budget.reserve(db, scope, ...network, now);
  if (!shared.granted) {
    await budget.refund(db, scope, ...own);
    throw new AppError('too_many_requests', { retryAfterSeconds: secondsUntil(shared.lockedUntil, now) });
  }

  let matched: boolean;
  try {
    matched = await passwords.matches(account?.passwordHash ?? null, attempt.password);
  } catch (error) {
    // Never looked at: the try does not count.
    await budget.refund(db, scope, ...own);
    await budget.refund(db, scope, ...network);
    throw error;
  }
  if (!matched || !account) {
    const action = mine.last ? 'locked-out' : 'sign-in-failed';
    await audit.record(db, random, now, { ...audited, action, detail: { path: 'password' } });
    throw new AppError('login_failed');
  }
  await budget.clear(db, scope, ...own);
  await budget.refund(db, scope, ...network);
  return completeSignIn(means, {
    scope,
    account,
    path: 'password',
    browserSecret: attempt.browserSecret,
    userAgent: attempt.userAgent,
  });
};
