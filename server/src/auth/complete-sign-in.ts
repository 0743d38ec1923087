import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { grantOwnerScope } from '../lib/scope/grant-scope.ts';
import { addMs } from '../lib/clock/clock.ts';
import { newId, newToken } from '../lib/secrets/random.ts';
import * as accounts from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import * as challenges from '../stores/auth/challenge.ts';
import { addBrowserSecret, isKnownBrowser, rememberBrowser } from '../stores/auth/known-browser.ts';
import { createSession } from '../stores/auth/session.ts';
import type { AuthDeps, Browser } from './deps.ts';
import { LIFETIME, SESSION } from './rules.ts';
import type { ProviderScope } from '../lib/scope/scope.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';

export interface ProvenSignIn {
  readonly scope: ProviderScope;
  readonly account: accounts.Credentials;
  /** The first step; `totp` is only ever a second one. */
  readonly path: 'password' | 'pin' | 'link' | 'provider';
  readonly secondFactor: 'verified' | 'pending';
  readonly browser: Browser;
}

/**
 * The last step of every sign-in path and the only code that creates a session. Refuses an inactive account, and one of the
 * demo data where those are not wanted; asks for a missing second factor, and refuses a secret that was replaced while it was
 * being compared.
 */
export const completeSignIn = async (
  deps: Pick<AuthDeps, 'db' | 'clock' | 'random' | 'demo'>,
  { scope, account, path, secondFactor, browser }: ProvenSignIn,
): Promise<SignInAnswer> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const token = newToken(random);
  const owner = grantOwnerScope(scope, account.id);
  const refuse = async (
    code: 'login_failed' | 'account_inactive',
    why: 'demo' | 'inactive',
  ): Promise<never> => {
    const detail = { path, [why]: true };
    await audit.record(db, random, now, { ...owner, action: 'sign-in-failed', detail });
    throw new AppError(code);
  };
  if (account.demo && !deps.demo) await refuse('login_failed', 'demo');
  if (!account.active) await refuse('account_inactive', 'inactive');
  /** A secret that the account does not know is replaced: whoever planted it would have tries of a known browser. */
  const rememberSecret = async (tx: Db): Promise<string> => {
    const givenHash = hashSecret(browser.secret);
    const secret = (await isKnownBrowser(tx, owner, givenHash)) ? browser.secret : newToken(random);
    if (secret !== browser.secret)
      await addBrowserSecret(tx, scope, { from: givenHash, to: hashSecret(secret) });
    await rememberBrowser(tx, owner, hashSecret(secret), now);
    return secret;
  };
  let browserSecret: string | null = null;
  const answer = await db.transaction().execute(async (tx): Promise<SignInAnswer> => {
    if (!(await accounts.lockUnchanged(tx, scope, account))) throw new AppError('login_failed');
    if (account.totpEnabled && secondFactor !== 'verified') {
      await challenges.insert(tx, {
        ...owner,
        kind: 'totp',
        secretHash: hashSecret(token),
        subject: account.id,
        path,
        createdAt: now,
        expiresAt: addMs(now, LIFETIME.totp),
      });
      return { next: 'totp', challenge: token };
    }
    await createSession(tx, {
      ...owner,
      id: newId(random),
      tokenHash: hashSecret(token),
      userAgent: browser.userAgent,
      createdAt: now,
      expiresAt: addMs(now, SESSION.absolute),
    });
    await accounts.countSignIn(tx, scope, account.id);
    browserSecret = await rememberSecret(tx);
    const detail = { path, secondFactor: account.totpEnabled };
    await audit.record(tx, random, now, { ...owner, action: 'signed-in', detail });
    return { token, user: await accounts.getUser(tx, owner, { totp: true, hasPassword: true }) };
  });
  if (browserSecret !== null) browser.keep(browserSecret);
  return answer;
};
