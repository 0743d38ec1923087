import type { SignedIn } from '#contract/endpoints/auth.ts';
import { AppError } from '../../lib/app-error.ts';
import { grantOwnerScope } from '../../lib/scope/grant-scope.ts';
import { withoutSeparators } from '../../lib/secrets/numeric-codes.ts';
import * as accounts from '../../stores/account/account.ts';
import * as audit from '../../stores/system/audit.ts';
import * as challenges from '../../stores/auth/challenge.ts';
import * as recoveryCodes from '../../stores/auth/recovery-codes.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import type { ProvenSignIn } from '../complete-sign-in.ts';
import type { AuthDeps, Browser } from '../deps.ts';
import { sendSecurityMail } from '../security-mail.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import { BUDGET_RULES } from '../rules.ts';
import type { OwnerScope, ProviderScope } from '../../lib/scope/scope.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { refuseIfLocked, releaseAttempts, reserveAttempts } from '../attempt-budgets.ts';
import type { BudgetUse } from '../attempt-budgets.ts';
import { isTotpCode, totpStepOf } from './totp.ts';

/** Associated data of a sealed TOTP secret: copied into another account's row it cannot be opened. */
export const totpBinding = ({
  providerId,
  accountId,
}: Pick<OwnerScope, 'providerId' | 'accountId'>): string => `${providerId} ${accountId}`;

/** Budgets of a quarter of an hour and of a day. */
export const totpBudgetsOf = (accountId: string): readonly [BudgetUse, BudgetUse] => [
  [BUDGET_RULES.totp, accountId],
  [BUDGET_RULES.totpDay, accountId],
];

type Factor = 'totp' | 'recovery-code';

/** Consumes a right code and says what it was; `used`: it was right but consumed before; null: it is wrong. */
const factorOf = async (
  deps: AuthDeps,
  owner: OwnerScope,
  typed: string,
): Promise<Factor | 'used' | null> => {
  const { db, clock, keys, passwords } = deps;
  const now = clock.now();
  const { totpSecret } = await accounts.totpSecretsOf(db, owner);
  if (totpSecret === null) return null;
  const code = withoutSeparators(typed);
  if (isTotpCode(code)) {
    const step = totpStepOf(keys.open('totp', totpBinding(owner), totpSecret), code, now);
    if (step === null) return null;
    return (await accounts.claimTotpStep(db, owner, step)) ? 'totp' : 'used';
  }
  const recovery = readRecoveryCode(typed);
  if (!recovery) return null;
  const codeHash = await recoveryCodes.findUnused(db, owner, recovery.selector);
  const matched = await passwords.matches(codeHash, recovery.secret);
  if (!matched) return null;
  return (await recoveryCodes.use(db, owner, recovery.selector, now)) ? 'recovery-code' : 'used';
};

/** Reserves attempts, then compares the code. The lockout also closes every open second step of the account. */
export const checkSecondFactor = async (
  deps: AuthDeps,
  owner: OwnerScope,
  code: string,
): Promise<Factor | null> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const [perAccount, perDay] = totpBudgetsOf(owner.accountId);
  const reserved = await reserveAttempts(db, owner, [perAccount, perDay], now);
  let factor: Awaited<ReturnType<typeof factorOf>>;
  try {
    factor = await factorOf(deps, owner, code);
  } catch (error) {
    await reserved.release();
    throw error;
  }
  if (factor === 'used') {
    // A right code sent twice is no guess: the repeat must not use up attempts.
    await reserved.release();
    await audit.record(db, random, now, {
      ...owner,
      action: 'sign-in-failed',
      detail: { path: 'totp-again' },
    });
    return null;
  }
  if (factor === null) {
    const locks = reserved.exhausted.length > 0;
    if (locks) await challenges.closeAll(db, owner, 'totp', now);
    const action = locks ? 'locked-out' : 'sign-in-failed';
    await audit.record(db, random, now, { ...owner, action, detail: { path: 'totp' } });
    return null;
  }
  await releaseAttempts(db, owner, { clear: perAccount, release: [perDay] }, now);
  return factor;
};

const FIRST_STEPS: readonly string[] = [
  'password',
  'pin',
  'link',
  'provider',
] satisfies ProvenSignIn['path'][];

/** The second step of a sign-in, with the challenge from the first. */
export const signInWithSecondFactor = async (
  deps: AuthDeps,
  scope: ProviderScope,
  given: { readonly challenge: string; readonly code: string; readonly browser: Browser },
): Promise<SignedIn> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const challenge = await challenges.find(db, scope, 'totp', hashSecret(given.challenge));
  const account = await accounts.credentialsOf(db, scope, challenge?.accountId ?? null);
  const path = FIRST_STEPS.find((step): step is ProvenSignIn['path'] => step === challenge?.path);
  if (!challenge || !account || !path || challenge.expiresAt <= now) throw new AppError('code_expired');
  const owner = grantOwnerScope(scope, account.id);
  if (challenge.usedAt !== null) {
    await refuseIfLocked(db, scope, totpBudgetsOf(account.id), now);
    throw new AppError('code_expired');
  }
  const factor = await checkSecondFactor(deps, owner, given.code);
  if (factor === null) throw new AppError('login_failed');
  if (!(await challenges.consume(db, challenge, now))) throw new AppError('code_expired');
  if (factor === 'recovery-code') {
    await audit.record(db, random, now, { ...owner, action: 'recovery-code-used' });
    await sendSecurityMail(db, deps, scope, account, 'recoveryCodeUsed');
  }
  const { browser } = given;
  const answer = await completeSignIn(deps, { scope, account, path, secondFactor: 'verified', browser });
  if ('next' in answer) throw new Error('a second factor that was shown was asked for again');
  return answer;
};
