import { AppError } from '../lib/app-error.ts';
import { onlyDigits } from '../lib/codes.ts';
import * as accounts from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import * as challenges from '../stores/challenge.ts';
import * as stored from '../stores/recovery-codes.ts';
import * as sessions from '../stores/session.ts';
import { checkPassword, requireFresh } from './confirm.ts';
import type { AuthMeans } from './means.ts';
import { sendNotice } from './notice.ts';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { BUDGET_RULES } from './rules.ts';
import type { AccountScope } from './scope.ts';
import { totpBinding } from './second-factor.ts';
import { settle, take } from './take.ts';
import type { Draw } from './take.ts';
import { newTotpSecret, stepOf, totpUri } from './totp.ts';

const accountOf = async ({ db }: AuthMeans, scope: AccountScope) => {
  const account = await accounts.credentialsOf(db, scope, scope.accountId);
  if (!account) throw new AppError('not_found');
  return account;
};

/** A secret that waits for its first code; until then nothing changes. */
export const enrolTotp = async (
  means: AuthMeans,
  scope: AccountScope,
): Promise<{ secret: string; uri: string }> => {
  const { db, random, keys, providers } = means;
  await requireFresh(means, scope);
  const account = await accountOf(means, scope);
  if (account.totpEnabled) throw new AppError('totp_already_on');
  const secret = newTotpSecret(random);
  await accounts.setTotp(db, scope, { totpPending: keys.seal('totp', totpBinding(scope), secret) });
  const issuer = providers.byId(scope.providerId)?.file.name ?? scope.providerId;
  return { secret, uri: totpUri(secret, { issuer, label: account.email }) };
};

/** The first code turns it on. Other sessions end: they were made when a password alone was enough. */
export const confirmTotp = async (
  means: AuthMeans,
  scope: AccountScope,
  code: string,
): Promise<{ recoveryCodes: string[] }> => {
  const { db, clock, random, keys, passwords } = means;
  const now = clock.now();
  await requireFresh(means, scope);
  const account = await accountOf(means, scope);
  if (account.totpEnabled) throw new AppError('totp_already_on');
  const { totpPending } = await accounts.totpSecretsOf(db, scope);
  if (totpPending === null) throw new AppError('code_expired');
  const own: Draw = [BUDGET_RULES.totp, scope.accountId];
  const day: Draw = [BUDGET_RULES.totpDay, scope.accountId];
  await take(db, scope, [own, day], now);
  const step = stepOf(keys.open('totp', totpBinding(scope), totpPending), onlyDigits(code), now);
  if (step === null) throw new AppError('code_incorrect');
  await settle(db, scope, { clear: own, refund: [day] }, now);

  const codes = newRecoveryCodes(random);
  const hashed: { selector: string; codeHash: string }[] = [];
  for (const one of codes) {
    const { selector, secret } = readRecoveryCode(one) ?? { selector: '', secret: '' };
    hashed.push({ selector, codeHash: await passwords.hash(secret) });
  }
  await db.transaction().execute(async (tx) => {
    if (!(await accounts.takeTotpStep(tx, scope, step))) throw new AppError('code_incorrect');
    await accounts.setTotp(tx, scope, { totpSecret: totpPending, totpPending: null });
    await stored.replaceAll(tx, scope, hashed);
    await sessions.deleteOthers(tx, scope);
    await challenges.cancelAll(tx, scope);
    const { providerId, accountId } = scope;
    await audit.record(tx, random, now, { providerId, accountId, action: 'totp-on' });
    await sendNotice(tx, means, scope, account, 'totpOn');
  });
  return { recoveryCodes: codes };
};

/** With the password where there is one; it proves who asks, as a fresh sign-in does. */
export const disableTotp = async (
  means: AuthMeans,
  scope: AccountScope,
  password: string | undefined,
): Promise<void> => {
  const { db, clock, random } = means;
  const account = await accountOf(means, scope);
  if (account.passwordHash === null) await requireFresh(means, scope);
  else if (!(await checkPassword(means, scope, account, password ?? ''))) {
    throw new AppError('old_password_mismatch');
  }
  if (!account.totpEnabled) return;
  await db.transaction().execute(async (tx) => {
    await accounts.setTotp(tx, scope, { totpSecret: null, totpPending: null });
    await stored.replaceAll(tx, scope, []);
    await sessions.deleteOthers(tx, scope);
    await challenges.cancelAll(tx, scope);
    const { providerId, accountId } = scope;
    await audit.record(tx, random, clock.now(), { providerId, accountId, action: 'totp-off' });
    await sendNotice(tx, means, scope, account, 'totpOff');
  });
};
