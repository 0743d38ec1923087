import { AppError } from '../../lib/app-error.ts';
import { withoutSeparators } from '../../lib/secrets/numeric-codes.ts';
import * as accounts from '../../stores/account/account.ts';
import * as audit from '../../stores/system/audit.ts';
import * as challenges from '../../stores/auth/challenge.ts';
import * as stored from '../../stores/auth/recovery-codes.ts';
import * as sessions from '../../stores/auth/session.ts';
import { checkPassword, requireFresh } from '../confirm-identity.ts';
import type { AuthDeps } from '../deps.ts';
import { sendSecurityMail } from '../security-mail.ts';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { rotateSessionToken } from '../rotate-session-token.ts';
import type { AccountScope } from '../../lib/scope/scope.ts';
import { totpBinding, totpBudgetsOf } from './second-factor.ts';
import { releaseAttempts, reserveAttempts } from '../attempt-budgets.ts';
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts';

const accountOf = async ({ db }: AuthDeps, scope: AccountScope) => {
  const account = await accounts.credentialsOf(db, scope, scope.accountId);
  if (!account) throw new AppError('not_found');
  return account;
};

/** Stores a pending secret; sign-in does not ask for codes until the first one is confirmed. */
export const enrolTotp = async (
  deps: AuthDeps,
  scope: AccountScope,
): Promise<{ secret: string; uri: string }> => {
  const { db, random, keys, providers } = deps;
  await requireFresh(deps, scope);
  const account = await accountOf(deps, scope);
  if (account.totpEnabled) throw new AppError('totp_already_on');
  const secret = newTotpSecret(random);
  await accounts.setTotp(db, scope, { totpPending: keys.seal('totp', totpBinding(scope), secret) });
  const issuer = providers.byId(scope.providerId)?.file.name ?? scope.providerId;
  return { secret, uri: totpUri(secret, { issuer, label: account.email }) };
};

/** New recovery codes, as shown once and as stored. */
const makeRecoveryCodes = async ({ random, passwords }: AuthDeps) => {
  const shown = newRecoveryCodes(random);
  const hashed: { selector: string; codeHash: string }[] = [];
  for (const code of shown) {
    const { selector, secret } = readRecoveryCode(code) ?? { selector: '', secret: '' };
    hashed.push({ selector, codeHash: await passwords.hash(secret) });
  }
  return { shown, hashed };
};

/** Turns two-factor sign-in on with the first code. Ends the other sessions, which were made without one. */
export const confirmTotp = async (
  deps: AuthDeps,
  scope: AccountScope,
  code: string,
): Promise<{ recoveryCodes: string[]; token: string }> => {
  const { db, clock, random, keys } = deps;
  const now = clock.now();
  await requireFresh(deps, scope);
  const account = await accountOf(deps, scope);
  if (account.totpEnabled) throw new AppError('totp_already_on');
  const { totpPending } = await accounts.totpSecretsOf(db, scope);
  if (totpPending === null) throw new AppError('code_expired');
  const [perAccount, perDay] = totpBudgetsOf(scope.accountId);
  const reserved = await reserveAttempts(db, scope, [perAccount, perDay], now);
  const step = totpStepOf(keys.open('totp', totpBinding(scope), totpPending), withoutSeparators(code), now);
  if (step === null) {
    const { providerId, accountId } = scope;
    const action = reserved.exhausted.length > 0 ? 'locked-out' : 'totp-not-confirmed';
    await audit.record(db, random, now, {
      providerId,
      accountId,
      action,
      detail: { path: 'totp-enrolment' },
    });
    throw new AppError('code_incorrect');
  }
  await releaseAttempts(db, scope, { clear: perAccount, release: [perDay] }, now);

  const { shown, hashed } = await makeRecoveryCodes(deps);
  return db.transaction().execute(async (tx) => {
    if (!(await accounts.claimTotpStep(tx, scope, step))) throw new AppError('code_incorrect');
    await accounts.setTotp(tx, scope, { totpSecret: totpPending, totpPending: null });
    await stored.replaceAll(tx, scope, hashed);
    await sessions.deleteOthers(tx, scope);
    await challenges.cancelAll(tx, scope);
    const { providerId, accountId } = scope;
    await audit.record(tx, random, now, { providerId, accountId, action: 'totp-on' });
    await sendSecurityMail(tx, deps, scope, account, 'totpOn');
    return { recoveryCodes: shown, token: await rotateSessionToken(tx, random, scope) };
  });
};

/** Replaces the recovery codes, used or not. */
export const renewRecoveryCodes = async (
  deps: AuthDeps,
  scope: AccountScope,
): Promise<{ recoveryCodes: string[] }> => {
  const { db, clock, random } = deps;
  await requireFresh(deps, scope);
  const account = await accountOf(deps, scope);
  if (!account.totpEnabled) throw new AppError('totp_off');
  const { shown, hashed } = await makeRecoveryCodes(deps);
  await db.transaction().execute(async (tx) => {
    await stored.replaceAll(tx, scope, hashed);
    await sessions.lockLiveSession(tx, scope);
    const { providerId, accountId } = scope;
    await audit.record(tx, random, clock.now(), { providerId, accountId, action: 'recovery-codes-renewed' });
    await sendSecurityMail(tx, deps, scope, account, 'recoveryCodesRenewed');
  });
  return { recoveryCodes: shown };
};

/** Needs the password, or a fresh session where the account has none. */
export const disableTotp = async (
  deps: AuthDeps,
  scope: AccountScope,
  password: string | undefined,
): Promise<void> => {
  const { db, clock, random } = deps;
  const account = await accountOf(deps, scope);
  if (account.passwordHash === null) await requireFresh(deps, scope);
  else if (!(await checkPassword(deps, scope, account, password ?? ''))) {
    throw new AppError('password_mismatch');
  }
  if (!account.totpEnabled) return;
  await db.transaction().execute(async (tx) => {
    await accounts.setTotp(tx, scope, { totpSecret: null, totpPending: null, totpLastStep: null });
    await stored.replaceAll(tx, scope, []);
    await sessions.deleteOthers(tx, scope);
    await challenges.cancelAll(tx, scope);
    const { providerId, accountId } = scope;
    await audit.record(tx, random, clock.now(), { providerId, accountId, action: 'totp-off' });
    await sendSecurityMail(tx, deps, scope, account, 'totpOff');
  });
};
