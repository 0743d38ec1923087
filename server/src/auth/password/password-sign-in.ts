import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import { AppError } from '../../lib/app-error.ts';
import { grantOwnerScope } from '../../lib/scope/grant-scope.ts';
import { findCredentials, normalizeEmail } from '../../stores/account/account.ts';
import * as audit from '../../stores/system/audit.ts';
import { isKnownBrowser } from '../../stores/auth/known-browser.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import type { AuthDeps, Browser } from '../deps.ts';
import { BUDGET_RULES } from '../rules.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { releaseAttempts, reserveAttempts } from '../attempt-budgets.ts';
import type { BudgetUse } from '../attempt-budgets.ts';

export interface PasswordSignIn {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  readonly browser: Browser;
}

/** Reserves an attempt, compares the password, and gives the attempt back if it was right. */
export const signInWithPassword = async (
  deps: Pick<AuthDeps, 'db' | 'clock' | 'random' | 'passwords' | 'demo'>,
  scope: ProviderScope,
  { email, password, network, browser }: PasswordSignIn,
): Promise<SignInAnswer> => {
  const { db, clock, random, passwords } = deps;
  const now = clock.now();
  const account = await findCredentials(db, scope, email);
  const secretHash = hashSecret(browser.secret);
  const isKnown = await isKnownBrowser(db, grantOwnerScope(scope, account?.id ?? ''), secretHash);
  const ownBudget: BudgetUse = isKnown
    ? [BUDGET_RULES.knownBrowser, hashSecret(`${account?.id}:${secretHash}`)]
    : [BUDGET_RULES.password, hashSecret(normalizeEmail(email))];
  // A browser that signed in before has its own budget alone: wrong tries of its neighbours must not lock it out.
  const sharedBudgets: readonly BudgetUse[] = isKnown ? [] : [[BUDGET_RULES.network, network]];

  const reserved = await reserveAttempts(db, scope, [ownBudget, ...sharedBudgets], now);
  let matched: boolean;
  try {
    matched = await passwords.matches(account?.passwordHash ?? null, password, network);
  } catch (error) {
    // The password was not compared: the attempt does not count.
    await reserved.release();
    throw error;
  }
  if (!matched || !account) {
    const action = reserved.exhausted.includes(ownBudget[0]) ? 'locked-out' : 'sign-in-failed';
    const audited = { providerId: scope.providerId, accountId: account?.id ?? null };
    await audit.record(db, random, now, { ...audited, action, detail: { path: 'password' } });
    throw new AppError('login_failed');
  }
  await releaseAttempts(db, scope, { clear: ownBudget, release: sharedBudgets }, now);
  return completeSignIn(deps, { scope, account, path: 'password', secondFactor: 'pending', browser });
};
