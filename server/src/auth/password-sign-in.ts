import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import { AppError } from '../lib/app-error.ts';
import { findCredentials, normalizeEmail } from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import { isKnownBrowser } from '../stores/known-browser.ts';
import { completeSignIn } from './complete-sign-in.ts';
import type { AuthMeans, Browser } from './means.ts';
import { BUDGET_RULES } from './rules.ts';
import type { ProviderScope } from './scope.ts';
import { hashSecret } from './secret.ts';
import { settle, take } from './take.ts';
import type { Draw } from './take.ts';

export interface PasswordTry {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  readonly browser: Browser;
}

/** Takes the try, then looks at the password, then gives the try back if it was right. */
export const signInWithPassword = async (
  means: Pick<AuthMeans, 'db' | 'clock' | 'random' | 'passwords'>,
  scope: ProviderScope,
  { email, password, network, browser }: PasswordTry,
): Promise<SignInAnswer> => {
  const { db, clock, random, passwords } = means;
  const now = clock.now();
  const account = await findCredentials(db, scope, email);
  const secretHash = hashSecret(browser.secret);
  const known = await isKnownBrowser(db, { ...scope, accountId: account?.id ?? '', secretHash });
  const own: Draw = known
    ? [BUDGET_RULES.knownBrowser, hashSecret(`${account?.id}:${secretHash}`)]
    : [BUDGET_RULES.password, hashSecret(normalizeEmail(email))];
  const shared: Draw = [BUDGET_RULES.network, network];

  const taken = await take(db, scope, [own, shared], now);
  let matched: boolean;
  try {
    matched = await passwords.matches(account?.passwordHash ?? null, password);
  } catch (error) {
    // Never looked at: the try does not count.
    await taken.refund();
    throw error;
  }
  if (!matched || !account) {
    const action = taken.last.includes(own[0]) ? 'locked-out' : 'sign-in-failed';
    const audited = { providerId: scope.providerId, accountId: account?.id ?? null };
    await audit.record(db, random, now, { ...audited, action, detail: { path: 'password' } });
    throw new AppError('login_failed');
  }
  await settle(db, scope, { clear: own, refund: [shared] }, now);
  return completeSignIn(means, { scope, account, path: 'password', secondFactor: 'not asked yet', browser });
};
