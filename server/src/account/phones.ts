import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, Language, PhoneNumber } from '#contract/entities/account.ts';
import { internationalPhone, phoneDigits, phoneForms } from '#domain/account/phone.ts';
import { isEqualSecret } from '../lib/secrets/keys.ts';
import type { AuthDeps } from '../auth/deps.ts';
import {
  BUDGET_RULES,
  LIFETIME,
  PHONE_CODE_DIGITS,
  SMS_BREAKER,
  TRIES_PER_PHONE_CODE,
} from '../auth/rules.ts';
import type { AccountScope } from '../lib/scope/scope.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { refuseIfLocked, reserveAttempts, tryReserveAttempts } from '../auth/attempt-budgets.ts';
import type { BudgetUse } from '../auth/attempt-budgets.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import { newNumericCode, withoutSeparators } from '../lib/secrets/numeric-codes.ts';
import { enqueueText } from '../notify/enqueue.ts';
import { languageFor, renderText } from '../notify/templates.ts';
import { credentialsOf } from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import { countSince } from '../stores/auth/budget.ts';
import * as phones from '../stores/account/phones.ts';
import type { PhoneId } from '../stores/account/phones.ts';

/** Country code 1 covers islands where texts are expensive; service numbers and landlines take none. */
const COUNTRIES: readonly string[] = ['US', 'CA', 'AU'];
const TYPES: readonly string[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];
/** Country, area and exchange: numbers bought in bulk share them. */
const PREFIX_LENGTH = 8;

export const canReceiveTexts = (international: string): boolean => {
  const parsed = parsePhoneNumberFromString(international);
  return (
    parsed?.isValid() === true &&
    COUNTRIES.includes(parsed.country ?? '') &&
    TYPES.includes(parsed.getType() ?? '')
  );
};

/** Characters of a written telephone number; any other text matches no number. */
const NUMBER = /^[\d +().-]+$/;

/** Normalizes a telephone number to the form in which it is stored. */
export const phoneIdOf = (
  { phone }: { readonly phone: string },
  given: { readonly countryCode: CountryCode | 1 | 61 },
): PhoneId => {
  const countryCode = String(given.countryCode) === '1' ? '1' : '61';
  return { phone: NUMBER.test(phone) ? phoneDigits(phone, countryCode) : '', countryCode };
};

const audited = ({ providerId, accountId }: AccountScope) => ({ providerId, accountId });

export const addPhone = async (
  { db, clock, random, providers }: Pick<AuthDeps, 'db' | 'clock' | 'random' | 'providers'>,
  scope: AccountScope,
  id: PhoneId,
): Promise<PhoneNumber> => {
  // As in the form: a number of the provider's country. Texts abroad are expensive, and nobody there has its devices.
  const localization = providers.byId(scope.providerId)?.file.localization;
  if (!localization || phoneForms[localization].countryCode !== id.countryCode) {
    throw new AppError('phone_invalid');
  }
  if (!canReceiveTexts(internationalPhone(id.phone, id.countryCode))) throw new AppError('phone_invalid');
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    if (!(await phones.add(tx, scope, id, now))) throw new AppError('phone_duplicate');
    await audit.record(tx, random, now, { ...audited(scope), action: 'phone-added' });
    return ownNumber(tx, scope, id);
  });
};

const ownNumber = async (
  db: Parameters<typeof phones.find>[0],
  scope: AccountScope,
  id: PhoneId,
): Promise<PhoneNumber> => {
  const number = await phones.find(db, scope, id);
  if (!number) throw new AppError('not_found');
  return number;
};

const signCode = ({ keys }: Pick<AuthDeps, 'keys'>, scope: AccountScope, id: PhoneId, code: string) =>
  keys.sign('phone-code', scope.providerId, scope.accountId, id.countryCode, id.phone, code);

/** Locked while sending is paused for the whole provider. */
const PAUSE: BudgetUse = [BUDGET_RULES.smsPause, 'all'];
const SENT: BudgetUse = [BUDGET_RULES.smsProvider, 'all'];
const VERIFIED: BudgetUse = [BUDGET_RULES.smsVerified, 'all'];

/** Against SMS pumping: pauses sending when few of the sent codes are verified. */
const pauseIfPumped = async (
  { db, random }: Pick<AuthDeps, 'db' | 'random'>,
  scope: AccountScope,
  now: Date,
): Promise<void> => {
  const since = addMs(now, -SMS_BREAKER.windowMs);
  const sent = await countSince(db, scope, ...SENT, since);
  const verified = await countSince(db, scope, ...VERIFIED, since);
  if (sent >= SMS_BREAKER.fromSent && verified < sent * SMS_BREAKER.leastShare) {
    const first = 'release' in (await tryReserveAttempts(db, scope, [PAUSE], now));
    const detail = { sent, verified };
    const entry = { providerId: scope.providerId, accountId: null, action: 'texts-paused', detail } as const;
    if (first) await audit.record(db, random, now, entry);
  }
  await refuseIfLocked(db, scope, [PAUSE], now);
};

/** Sends a verification code, within budgets by number, account, number prefix and provider. */
export const sendPhoneCode = async (
  deps: AuthDeps,
  scope: AccountScope,
  id: PhoneId,
  language: Language,
): Promise<PhoneNumber> => {
  const { db, clock, random, providers } = deps;
  const number = await ownNumber(db, scope, id);
  if (number.optout) throw new AppError('phone_opted_out');
  if (number.verified) return number;
  const to = internationalPhone(id.phone, id.countryCode);
  if (!canReceiveTexts(to)) throw new AppError('phone_invalid');
  const now = clock.now();
  const provider = providers.byId(scope.providerId);
  const account = await credentialsOf(db, scope, scope.accountId);
  if (!provider || !account) throw new AppError('not_found');
  await pauseIfPumped(deps, scope, now);
  const { smsNumber, smsAccount, smsPrefix } = BUDGET_RULES;
  const reserved = await reserveAttempts(
    db,
    scope,
    [
      [smsNumber, hashSecret(to)],
      [smsAccount, scope.accountId],
      [smsPrefix, to.slice(0, PREFIX_LENGTH)],
      SENT,
    ],
    now,
  );
  const code = newNumericCode(random, PHONE_CODE_DIGITS);
  const expiresAt = addMs(now, LIFETIME.phoneCode);
  const spoken = languageFor(provider, account.language, language);
  const send = db.transaction().execute(async (tx) => {
    if (!(await phones.lock(tx, scope, id))) throw new AppError('not_found');
    await phones.setCode(tx, scope, id, {
      codeHash: signCode(deps, scope, id, code),
      sentAt: now,
      expiresAt,
    });
    await audit.record(tx, random, now, { ...audited(scope), action: 'phone-code-sent' });
    await enqueueText(tx, deps, scope.providerId, {
      to,
      language: spoken,
      text: renderText('phoneCode', { provider, language: spoken, values: { code } }),
      until: expiresAt.toISOString(),
    });
  });
  try {
    await send;
  } catch (error) {
    // No text was sent: it does not count.
    await reserved.release();
    throw error;
  }
  return number;
};

export const verifyPhone = async (
  deps: AuthDeps,
  scope: AccountScope,
  id: PhoneId,
  code: string,
): Promise<PhoneNumber> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const number = await ownNumber(db, scope, id);
  if (number.verified) return number;
  const codeHash = await phones.countCodeAttempt(db, scope, id, { limit: TRIES_PER_PHONE_CODE, now });
  if (codeHash === undefined) throw new AppError('code_expired');
  if (!isEqualSecret(signCode(deps, scope, id, withoutSeparators(code)), codeHash)) {
    await audit.record(db, random, now, { ...audited(scope), action: 'phone-code-wrong' });
    throw new AppError('code_incorrect');
  }
  await db.transaction().execute(async (tx) => {
    if (!(await phones.lock(tx, scope, id))) throw new AppError('not_found');
    await phones.markVerified(tx, scope, id, now);
    await tryReserveAttempts(tx, scope, [VERIFIED], now);
    await audit.record(tx, random, now, { ...audited(scope), action: 'phone-verified' });
  });
  return { ...number, verified: true };
};

export const deletePhone = (
  { db, clock, random }: Pick<AuthDeps, 'db' | 'clock' | 'random'>,
  scope: AccountScope,
  id: PhoneId,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await phones.remove(tx, scope, id))) throw new AppError('not_found');
    await audit.record(tx, random, clock.now(), { ...audited(scope), action: 'phone-deleted' });
  });
