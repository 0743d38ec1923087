import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { newId, newToken } from '../lib/random.ts';
import type { Random } from '../lib/random.ts';
import * as accounts from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import { rememberBrowser } from '../stores/known-browser.ts';
import { createSession } from '../stores/session.ts';
import { SESSION } from './rules.ts';
import type { ProviderScope } from './scope.ts';
import { hashSecret } from './secret.ts';

export interface Means {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
}

export interface ProvenSignIn {
  readonly scope: ProviderScope;
  readonly account: accounts.Credentials;
  readonly path: 'password';
  readonly browserSecret: string;
  readonly userAgent: string | null;
}

/**
 * The end of every sign-in path and the only maker of sessions: an inactive account or a missing second factor
 * stops here, whichever way the person came.
 */
export const completeSignIn = async (means: Means, proven: ProvenSignIn): Promise<SignInAnswer> => {
  const { db, clock, random } = means;
  const { scope, account, path, userAgent } = proven;
  if (!account.active) throw new AppError('account_inactive');
  if (account.totpEnabled) throw new AppError('second_factor_unavailable');
  const now = clock.now();
  const token = newToken(random);
  const owner = { providerId: scope.providerId, accountId: account.id };
  return db.transaction().execute(async (tx) => {
    await createSession(tx, {
      ...owner,
      id: newId(random),
      tokenHash: hashSecret(token),
      userAgent,
      createdAt: now,
      expiresAt: after(now, SESSION.absolute),
    });
    await accounts.countSignIn(tx, scope, account.id);
    await rememberBrowser(tx, { ...owner, secretHash: hashSecret(proven.browserSecret) }, now);
    await audit.record(tx, random, now, { ...owner, action: 'signed-in', detail: { path } });
    return { token, user: await accounts.getUser(tx, owner, { totp: true, hasPassword: true }) };
  });
};
