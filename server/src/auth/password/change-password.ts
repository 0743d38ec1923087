import { brokenRules } from '#domain/account/password.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import { grantOwnerScope } from '../../lib/scope/grant-scope.ts';
import * as accounts from '../../stores/account/account.ts';
import type { Credentials } from '../../stores/account/account.ts';
import * as audit from '../../stores/system/audit.ts';
import * as budget from '../../stores/auth/budget.ts';
import * as challenges from '../../stores/auth/challenge.ts';
import { forgetBrowsers } from '../../stores/auth/known-browser.ts';
import { unlinkAll } from '../../stores/auth/provider-identity.ts';
import * as sessions from '../../stores/auth/session.ts';
import { isCommonPassword } from './common-passwords.ts';
import { checkPassword, requireFresh } from '../confirm-identity.ts';
import { auditExpiredLink } from '../mail-sign-in.ts';
import type { AuthDeps } from '../deps.ts';
import { sendSecurityMail } from '../security-mail.ts';
import { BUDGET_RULES } from '../rules.ts';
import type { AccountScope, ProviderScope } from '../../lib/scope/scope.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';

/** The text that the specification compares. */
const MISMATCH = 'The old password does not match';

export const refuseUnfitPassword = (
  password: string,
  account: Pick<Credentials, 'email' | 'firstName'>,
): void => {
  const broken: string[] = brokenRules(password, account);
  if (broken.length === 0 && isCommonPassword(password)) broken.push('common');
  if (broken.length > 0) throw new AppError('password_rejected', { detail: broken.join(', ') });
};

/** Somebody who knows the present password may be the reason for the change. */
const refusalOfPresent = (): AppError => new AppError('password_rejected', { detail: 'notOld' });

const store = async (
  tx: Db,
  deps: AuthDeps,
  scope: ProviderScope,
  account: Credentials,
  changed: { readonly passwordHash: string; readonly action: 'password-reset' | 'password-changed' },
): Promise<void> => {
  const owner = grantOwnerScope(scope, account.id);
  await accounts.setPassword(tx, owner, changed.passwordHash);
  await challenges.cancelAll(tx, owner);
  await audit.record(tx, deps.random, deps.clock.now(), { ...owner, action: changed.action });
  await sendSecurityMail(tx, deps, scope, account, 'passwordChanged');
};

/** The reset that a mailed token is for, and its account. */
const findReset = async (deps: AuthDeps, scope: ProviderScope, token: string) => {
  const { db, clock } = deps;
  const reset = await challenges.findOpen(db, scope, ['reset'], hashSecret(token), clock.now());
  const account = await accounts.credentialsOf(db, scope, reset?.accountId ?? null);
  if (!reset || !account) {
    await auditExpiredLink(deps, scope, 'reset', token);
    throw new AppError('link_expired');
  }
  if (!account.active) throw new AppError('account_inactive');
  return { reset, account };
};

/** Refuses a token that can set no password; one that can stays as it is. */
export const checkReset = async (deps: AuthDeps, scope: ProviderScope, token: string): Promise<void> => {
  await findReset(deps, scope, token);
};

/**
 * Sets a password with the token of a reset mail. Makes no session, and ends all sessions, known browsers and
 * links with the provider's identity system of the account.
 */
export const resetPassword = async (
  deps: AuthDeps,
  scope: ProviderScope,
  given: { readonly token: string; readonly newPassword: string },
): Promise<void> => {
  const { db, clock, passwords } = deps;
  const { reset, account } = await findReset(deps, scope, given.token);
  refuseUnfitPassword(given.newPassword, account);
  // Nobody can guess the password by this: one that differs is set, and the link is used up.
  if (account.passwordHash !== null && (await passwords.matches(account.passwordHash, given.newPassword))) {
    throw refusalOfPresent();
  }
  const passwordHash = await passwords.hash(given.newPassword);
  await db.transaction().execute(async (tx) => {
    if (!(await challenges.consume(tx, reset, clock.now()))) throw new AppError('link_expired');
    const owner = grantOwnerScope(scope, account.id);
    await store(tx, deps, scope, account, { passwordHash, action: 'password-reset' });
    await sessions.deleteAll(tx, owner);
    await forgetBrowsers(tx, owner);
    await unlinkAll(tx, owner);
    // The owner proved access to the mailbox: failures with the old password must not lock them out.
    await budget.clear(tx, scope, BUDGET_RULES.password, reset.subject);
  });
};

/**
 * Changes the password of a signed-in account; needs the old one, or a fresh session where there is none. Ends other
 * sessions, and the link with the provider's identity system, which somebody else may have made.
 */
export const changePassword = async (
  deps: AuthDeps,
  scope: AccountScope,
  given: { readonly oldPassword?: string | undefined; readonly newPassword: string },
): Promise<void> => {
  const { db, passwords } = deps;
  const account = await accounts.credentialsOf(db, scope, scope.accountId);
  if (!account) throw new AppError('not_found');
  if (account.passwordHash !== null) {
    const matched = await checkPassword(deps, scope, account, given.oldPassword ?? '');
    if (!matched) throw new AppError('old_password_mismatch', { detail: MISMATCH });
  } else await requireFresh(deps, scope);
  refuseUnfitPassword(given.newPassword, account);
  if (account.passwordHash !== null && given.newPassword === given.oldPassword) throw refusalOfPresent();
  const passwordHash = await passwords.hash(given.newPassword);
  await db.transaction().execute(async (tx) => {
    await store(tx, deps, scope, account, { passwordHash, action: 'password-changed' });
    await sessions.deleteOthers(tx, scope);
    await unlinkAll(tx, scope);
  });
};
