import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import { AppError } from '../lib/app-error.ts';
import { grantOwnerScope } from '../lib/grant-scope.ts';
import { after } from '../lib/clock.ts';
import { newId, newToken } from '../lib/random.ts';
import * as accounts from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import * as challenges from '../stores/challenge.ts';
import { rememberBrowser } from '../stores/known-browser.ts';
import { createSession } from '../stores/session.ts';
import type { AuthDeps, Browser } from './deps.ts';
import { LIFETIME, SESSION } from './rules.ts';
import type { ProviderScope } from '../lib/scope.ts';
import { hashSecret } from '../lib/hash-secret.ts';

export interface ProvenSignIn {
  readonly scope: ProviderScope;
  readonly account: accounts.Credentials;
  /** The first step; `totp` is only ever a second one. */
  readonly path: 'password' | 'pin' | 'link';
  readonly secondFactor: 'verified' | 'pending';
  readonly browser: Browser;
}

/**
 * The last step of every sign-in path and the only code that creates a session. Refuses an inactive account, asks for a
 * missing second factor, and refuses a secret that was replaced while it was being compared.
 */
export const completeSignIn = async (
  deps: Pick<AuthDeps, 'db' | 'clock' | 'random'>,
  { scope, account, path, secondFactor, browser }: ProvenSignIn,
): Promise<SignInAnswer> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const token = newToken(random);
  const owner = grantOwnerScope(scope, account.id);
  if (!account.active) {
    const detail = { path, inactive: true };
    await audit.record(db, random, now, { ...owner, action: 'sign-in-failed', detail });
    throw new AppError('account_inactive');
  }
  return db.transaction().execute(async (tx) => {
    if (!(await accounts.lockUnchanged(tx, scope, account))) throw new AppError('login_failed');
    if (account.totpEnabled && secondFactor !== 'verified') {
      await challenges.insert(tx, {
        ...owner,
        kind: 'totp',
        secretHash: hashSecret(token),
        subject: account.id,
        path,
        createdAt: now,
        expiresAt: after(now, LIFETIME.totp),
      });
      return { next: 'totp', challenge: token };
    }
    await createSession(tx, {
      ...owner,
      id: newId(random),
      tokenHash: hashSecret(token),
      userAgent: browser.userAgent,
      createdAt: now,
      expiresAt: after(now, SESSION.absolute),
    });
    await accounts.countSignIn(tx, scope, account.id);
    await rememberBrowser(tx, owner, hashSecret(browser.secret), now);
    const detail = { path, secondFactor: account.totpEnabled };
    await audit.record(tx, random, now, { ...owner, action: 'signed-in', detail });
    return { token, user: await accounts.getUser(tx, owner, { totp: true, hasPassword: true }) };
  });
};
