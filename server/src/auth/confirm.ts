import type { Renewed } from '#contract/endpoints/auth.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import * as accounts from '../stores/account.ts';
import type { Credentials } from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import * as sessions from '../stores/session.ts';
import { checkPin } from './mail-sign-in.ts';
import type { AuthMeans } from './means.ts';
import { renewToken } from './renew-token.ts';
import { BUDGET_RULES, SESSION } from './rules.ts';
import type { AccountScope } from './scope.ts';
import { checkSecondFactor } from './second-factor.ts';
import { settle, take } from './take.ts';
import type { Draw } from './take.ts';

/** The password of somebody signed in, with a budget of its own: a stolen session must not help to guess it. */
export const checkPassword = async (
  means: Pick<AuthMeans, 'db' | 'clock' | 'random' | 'passwords'>,
  scope: AccountScope,
  account: Credentials,
  password: string,
): Promise<boolean> => {
  const { db, clock, random, passwords } = means;
  const now = clock.now();
  const own: Draw = [BUDGET_RULES.confirm, scope.accountId];
  const taken = await take(db, scope, [own], now);
  let matched: boolean;
  try {
    matched = await passwords.matches(account.passwordHash, password);
  } catch (error) {
    await taken.refund();
    throw error;
  }
  if (matched) await settle(db, scope, { clear: own, refund: [] }, now);
  else {
    const { providerId, accountId } = scope;
    const action = taken.last.length > 0 ? 'locked-out' : 'identity-not-confirmed';
    await audit.record(db, random, now, { providerId, accountId, action, detail: { path: 'confirm' } });
  }
  return matched;
};

export interface Proof {
  readonly password?: string | undefined;
  readonly totp?: string | undefined;
  readonly pin?: string | undefined;
  readonly challenge?: string | undefined;
}

/** Makes the session fresh: what may lock the owner out asks for it. */
export const confirmIdentity = async (
  means: AuthMeans,
  scope: AccountScope,
  proof: Proof,
): Promise<Renewed> => {
  const { db, clock, random } = means;
  const account = await accounts.credentialsOf(db, scope, scope.accountId);
  if (!account) throw new AppError('not_found');
  if (proof.password !== undefined) {
    if (!(await checkPassword(means, scope, account, proof.password))) {
      throw new AppError('password_mismatch');
    }
  } else if (proof.totp !== undefined) {
    if ((await checkSecondFactor(means, scope, proof.totp)) === null) throw new AppError('code_incorrect');
  } else if (proof.pin !== undefined && proof.challenge !== undefined) {
    const { pin, challenge } = proof;
    const owner = await checkPin(means, scope, { pin, challenge }).catch((error: unknown) => {
      // 401 would say that the session is over.
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
    return { token: await renewToken(tx, random, scope) };
  });
};

export const requireFresh = async (
  { db, clock }: Pick<AuthMeans, 'db' | 'clock'>,
  scope: AccountScope,
): Promise<void> => {
  const fresh = await sessions.isFresh(db, scope, after(clock.now(), -SESSION.fresh));
  if (!fresh) throw new AppError('confirm_identity');
};
