import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, Language, PhoneNumber } from '#contract/entities/account.ts';
import { internationalPhone, phoneDigits } from '#domain/phone.ts';
import { isSame } from '../auth/keys.ts';
import type { AuthMeans } from '../auth/means.ts';
import { BUDGET_RULES, LIFE, PHONE_CODE_DIGITS, SMS_BREAKER, TRIES_PER_PHONE_CODE } from '../auth/rules.ts';
import type { AccountScope } from '../auth/scope.ts';
import { hashSecret } from '../auth/secret.ts';
import { refuseIfLocked, take, tryToTake } from '../auth/take.ts';
import type { Draw } from '../auth/take.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import { newDigits, onlyDigits } from '../lib/codes.ts';
import { postText } from '../notify/post.ts';
import { languageFor, renderText } from '../notify/templates.ts';
import { credentialsOf } from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import { countSince } from '../stores/budget.ts';
import * as phones from '../stores/phones.ts';
import type { PhoneId } from '../stores/phones.ts';

/** Country code 1 covers islands whose texts cost a fortune; numbers of services and landlines take none. */
const COUNTRIES: readonly string[] = ['US', 'CA', 'AU'];
const TYPES: readonly string[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];
/** Country, area and exchange: numbers that are bought together stand together. */
const PREFIX_LENGTH = 8;

export const takesTexts = (international: string): boolean => {
  const parsed = parsePhoneNumberFromString(international);
  return (
    parsed?.isValid() === true &&
    COUNTRIES.includes(parsed.country ?? '') &&
    TYPES.includes(parsed.getType() ?? '')
  );
};

/** What people write numbers with; a text with anything else in it is none, and finds none. */
const NUMBER = /^[\d +().-]+$/;

/** Whatever form a caller writes a number in, it is kept and found in one. */
export const phoneIdOf = (
  { phone }: { readonly phone: string },
  { countryCode }: { readonly countryCode: CountryCode },
): PhoneId => ({ phone: NUMBER.test(phone) ? phoneDigits(phone, countryCode) : '', countryCode });

const audited = ({ providerId, accountId }: AccountScope) => ({ providerId, accountId });

export const addPhone = async (
  { db, clock, random }: Pick<AuthMeans, 'db' | 'clock' | 'random'>,
  scope: AccountScope,
  id: PhoneId,
): Promise<PhoneNumber> => {
  if (!takesTexts(internationalPhone(id.phone, id.countryCode))) throw new AppError('phone_invalid');
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

const signCode = ({ keys }: Pick<AuthMeans, 'keys'>, scope: AccountScope, id: PhoneId, code: string) =>
  keys.sign('phone-code', scope.providerId, scope.accountId, id.countryCode, id.phone, code);

/** Everybody's texts together; the lock says that they have stopped. */
const PAUSE: Draw = [BUDGET_RULES.smsPause, 'all'];
const SENT: Draw = [BUDGET_RULES.smsProvider, 'all'];
const VERIFIED: Draw = [BUDGET_RULES.smsVerified, 'all'];

/** Codes that are sent and hardly ever come back are texts that somebody earns by: sending stops for a while. */
const pauseIfPumped = async (
  { db, random }: Pick<AuthMeans, 'db' | 'random'>,
  scope: AccountScope,
  now: Date,
): Promise<void> => {
  const since = after(now, -SMS_BREAKER.windowMs);
  const sent = await countSince(db, scope, ...SENT, since);
  const verified = await countSince(db, scope, ...VERIFIED, since);
  if (sent >= SMS_BREAKER.fromSent && verified < sent * SMS_BREAKER.leastShare) {
    const first = 'refund' in (await tryToTake(db, scope, [PAUSE], now));
    const detail = { sent, verified };
    const entry = { providerId: scope.providerId, accountId: null, action: 'texts-paused', detail } as const;
    if (first) await audit.record(db, random, now, entry);
  }
  await refuseIfLocked(db, scope, [PAUSE], now);
};

/** Every text costs money and reaches somebody: budgets by number, account, neighbourhood and provider. */
export const sendPhoneCode = async (
  means: AuthMeans,
  scope: AccountScope,
  id: PhoneId,
  language: Language,
): Promise<PhoneNumber> => {
  const { db, clock, random, providers } = means;
  const number = await ownNumber(db, scope, id);
  if (number.optout) throw new AppError('phone_opted_out');
  if (number.verified) return number;
  const to = internationalPhone(id.phone, id.countryCode);
  if (!takesTexts(to)) throw new AppError('phone_invalid');
  const now = clock.now();
  const provider = providers.byId(scope.providerId);
  const account = await credentialsOf(db, scope, scope.accountId);
  if (!provider || !account) throw new AppError('not_found');
  await pauseIfPumped(means, scope, now);
  const { smsNumber, smsAccount, smsPrefix } = BUDGET_RULES;
  const taken = await take(
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
  const code = newDigits(random, PHONE_CODE_DIGITS);
  const expiresAt = after(now, LIFE.phoneCode);
  const spoken = languageFor(provider, account.language, language);
  const send = db.transaction().execute(async (tx) => {
    if (!(await phones.lock(tx, scope, id))) throw new AppError('not_found');
    await phones.setCode(tx, scope, id, {
      codeHash: signCode(means, scope, id, code),
      sentAt: now,
      expiresAt,
    });
    await audit.record(tx, random, now, { ...audited(scope), action: 'phone-code-sent' });
    await postText(tx, means, scope.providerId, {
      to,
      language: spoken,
      text: renderText('phoneCode', { provider, language: spoken, values: { code } }),
      until: expiresAt.toISOString(),
    });
  });
  try {
    await send;
  } catch (error) {
    // No text was sent: it counts toward no limit.
    await taken.refund();
    throw error;
  }
  return number;
};

export const verifyPhone = async (
  means: AuthMeans,
  scope: AccountScope,
  id: PhoneId,
  code: string,
): Promise<PhoneNumber> => {
  const { db, clock, random } = means;
  const now = clock.now();
  const number = await ownNumber(db, scope, id);
  if (number.verified) return number;
  const codeHash = await phones.takeCodeTry(db, scope, id, { limit: TRIES_PER_PHONE_CODE, now });
  if (codeHash === undefined) throw new AppError('code_expired');
  if (!isSame(signCode(means, scope, id, onlyDigits(code)), codeHash)) {
    await audit.record(db, random, now, { ...audited(scope), action: 'phone-code-wrong' });
    throw new AppError('code_incorrect');
  }
  await db.transaction().execute(async (tx) => {
    if (!(await phones.lock(tx, scope, id))) throw new AppError('not_found');
    await phones.markVerified(tx, scope, id, now);
    await tryToTake(tx, scope, [VERIFIED], now);
    await audit.record(tx, random, now, { ...audited(scope), action: 'phone-verified' });
  });
  return { ...number, verified: true };
};

export const deletePhone = (
  { db, clock, random }: Pick<AuthMeans, 'db' | 'clock' | 'random'>,
  scope: AccountScope,
  id: PhoneId,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await phones.remove(tx, scope, id))) throw new AppError('not_found');
    await audit.record(tx, random, clock.now(), { ...audited(scope), action: 'phone-deleted' });
  });
