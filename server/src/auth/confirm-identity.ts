import type { Renewed } from '#contract/endpoints/auth.ts';
import { AppError } from '../lib/app-error.ts';
import * as accounts from '../stores/account/account.ts';
import type { Credentials } from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import * as sessions from '../stores/auth/session.ts';
import { checkPin } from './mail-sign-in.ts';
import type { AuthDeps } from './deps.ts';
import { rotateSessionToken } from './rotate-session-token.ts';
import { BUDGET_RULES, SESSION } from './rules.ts';
import type { AccountScope } from '../lib/scope/scope.ts';
import { checkSecondFactor } from './two-factor/second-factor.ts';
import { releaseAttempts, reserveAttempts } from './attempt-budgets.ts';
import type { BudgetUse } from './attempt-budgets.ts';

/** Compares the password of a signed-in account. Has a budget of its own, so that a stolen session does not help to guess it. */
export const checkPassword = async (
  deps: Pick<AuthDeps, 'db' | 'clock' | 'random' | 'passwords'>,
  scope: AccountScope,
  account: Credentials,
  password: string,
): Promise<boolean> => {
  const { db, clock, random, passwords } = deps;
  const now = clock.now();
  const confirmBudget: BudgetUse = [BUDGET_RULES.confirm, scope.accountId];
  const reserved = await reserveAttempts(db, scope, [confirmBudget], now);
  let matched: boolean;
  try {
    matched = await passwords.matches(account.passwordHash, password);
  } catch (error) {
    await reserved.release();
    throw error;
  }
  if (matched) await releaseAttempts(db, scope, { clear: confirmBudget, release: [] }, now);
  else {
    const { providerId, accountId } = scope;
    const action = reserved.exhausted.length > 0 ? 'locked-out' : 'identity-not-confirmed';
    await audit.record(db, random, now, { providerId, accountId, action, detail: { path: 'confirm' } });
  }
  return matched;
};

export interface Proof {
  readonly password?: string | undefined;
  readonly totp?: string | undefined;
  readonly pin?: string | undefined;
  readonly challenge?: string | undefined;
  readonly network: string;
}

/** Marks the session as fresh, which changes of sign-in methods require, and rotates its token. */
export const confirmIdentity = async (
  deps: AuthDeps,
  scope: AccountScope,
  proof: Proof,
): Promise<Renewed> => {
  const { db, clock, random } = deps;
  const account = await accounts.credentialsOf(db, scope, scope.accountId);
  if (!account) throw new AppError('not_found');
  if (proof.password !== undefined) {
    if (!(await checkPassword(deps, scope, account, proof.password))) {
      throw new AppError('password_mismatch');
    }
  } else if (proof.totp !== undefined) {
    if ((await checkSecondFactor(deps, scope, proof.totp)) === null) throw new AppError('code_incorrect');
  } else if (proof.pin !== undefined && proof.challenge !== undefined) {
    const { pin, challenge, network } = proof;
    const owner = await checkPin(deps, scope, { pin, challenge, network }).catch((error: unknown) => {
      // 401 would tell the client that the session has ended.
      if (error instanceof AppError && error.code === 'login_failed') throw new AppError('code_incorrect');
      throw error;
    });
    if (owner.id !== scope.accountId) throw new AppError('code_incorrect');
  } else throw new AppError('bad_request', { detail: 'password, totp, or pin with challenge' });
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await sessions.markFresh(tx, scope, now);
    const { providerId, accountId } = scope;
    await audit.record(tx, random, now, { providerId, accountId, action: 'identity-confirmed' });
    return { token: await rotateSessionToken(tx, random, scope) };
  });
};

export const requireFresh = async (
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  scope: AccountScope,
): Promise<void> => {
  const fresh = await sessions.isFresh(db, scope, { now: clock.now(), within: SESSION.fresh });
  if (!fresh) throw new AppError('confirm_identity');
};
