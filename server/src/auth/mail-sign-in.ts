import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import type { Language } from '#contract/entities/account.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import { newNumericCode, withoutSeparators } from '../lib/numeric-codes.ts';
import { newToken } from '../lib/random.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import { credentialsOf, findCredentials, normalizeEmail } from '../stores/account.ts';
import type { Credentials } from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import * as challenges from '../stores/challenge.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { isSame } from '../lib/keys.ts';
import type { AuthDeps, Browser } from './deps.ts';
import { BUDGET_RULES, LIFETIME, TRIES_PER_PIN } from './rules.ts';
import type { ProviderScope } from '../lib/scope.ts';
import { hashSecret } from '../lib/hash-secret.ts';
import { refuseIfLocked, releaseAttempts, reserveAttempts, tryReserveAttempts } from './attempt-budgets.ts';
import type { BudgetUse } from './attempt-budgets.ts';

type Kind = 'pin' | 'link' | 'reset';

const SENDS = {
  pin: [BUDGET_RULES.sendPin, BUDGET_RULES.sendPinDay],
  link: [BUDGET_RULES.sendLink, BUDGET_RULES.sendLinkDay],
  reset: [BUDGET_RULES.sendReset, BUDGET_RULES.sendResetDay],
} as const;

/** Everybody's tries together; over the limit the PIN is turned off. */
const BREAKER: BudgetUse = [BUDGET_RULES.pinBreaker, 'all'];

/** A code is bound to the challenge it was made for, and to the key outside the database. */
const signPin = ({ keys }: Pick<AuthDeps, 'keys'>, secretHash: string, pin: string): string =>
  keys.sign('pin', secretHash, pin);

/**
 * Has a PIN, a link or a reset link sent. The answer and the work are the same whether anybody has the address, and
 * past the budget nothing is sent without a word: the challenge of the mail before then stays the one that counts.
 */
export const askByMail = async (
  deps: AuthDeps,
  scope: ProviderScope,
  kind: Kind,
  asked: {
    readonly email: string;
    readonly language: Language;
    readonly challenge?: string | undefined;
  },
): Promise<{ challenge: string }> => {
  const { db, clock, random, providers, publicUrl } = deps;
  const now = clock.now();
  const provider = providers.byId(scope.providerId);
  if (!provider) throw new AppError('not_found');
  if (kind === 'pin') await refuseIfLocked(db, scope, [BREAKER], now);
  const account = await findCredentials(db, scope, asked.email);
  const subject = hashSecret(normalizeEmail(asked.email));
  const draws = SENDS[kind].map((rule): BudgetUse => [rule, subject]);
  const mayBeSent = 'release' in (await tryReserveAttempts(db, scope, draws, now));

  if (!mayBeSent && asked.challenge !== undefined) {
    const kept = await challenges.findOpen(db, scope, ['pin', 'link'], hashSecret(asked.challenge), now);
    if (kept?.subject === subject) return { challenge: asked.challenge };
  }

  const [secret, token] = [newToken(random), newToken(random)];
  const pin = newNumericCode(random, provider.file.emailPinDigits);
  // Of a reset the token alone is the secret: it is opened wherever the mail is read.
  const secretHash = hashSecret(kind === 'reset' ? token : secret);
  const expiresAt = after(now, LIFETIME[kind]);
  const pinHash = signPin(deps, secretHash, pin);
  const links = {
    pin: '',
    link: `${publicUrl(provider)}#/auth?token=${token}&pin=${pin}`,
    reset: `${publicUrl(provider)}#/logon/password-reset?token=${token}`,
  };
  await db.transaction().execute(async (tx) => {
    await challenges.insert(tx, {
      providerId: scope.providerId,
      secretHash,
      kind,
      accountId: account?.id ?? null,
      subject,
      // What was not sent opens nothing, not even by chance.
      pinHash: mayBeSent && kind !== 'reset' ? pinHash : null,
      tokenHash: mayBeSent && kind === 'link' ? hashSecret(token) : null,
      createdAt: now,
      expiresAt,
    });
    await audit.record(tx, random, now, {
      providerId: scope.providerId,
      accountId: account?.id ?? null,
      action: 'sign-in-mail',
      detail: { kind, sent: mayBeSent },
    });
    if (!mayBeSent) return;
    await enqueueMail(tx, deps, scope.providerId, {
      to: account?.email ?? null,
      name: kind,
      language: languageFor(provider, account?.language ?? null, asked.language),
      values: { pin, link: links[kind] },
      until: expiresAt.toISOString(),
    });
  });
  return { challenge: secret };
};

/** Whose PIN it is. Takes the tries, then looks, and counts what was wrong. */
export const checkPin = async (
  deps: Pick<AuthDeps, 'db' | 'clock' | 'random' | 'keys'>,
  scope: ProviderScope,
  given: { readonly challenge: string; readonly pin: string },
): Promise<Credentials> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const found = await challenges.findOpen(db, scope, ['pin', 'link'], hashSecret(given.challenge), now);
  // The PIN in the mail of a link ends before the link does.
  if (!found || after(found.createdAt, LIFETIME.pin) <= now) throw new AppError('code_expired');
  const account = await credentialsOf(db, scope, found.accountId);
  const own: BudgetUse = [BUDGET_RULES.pin, found.subject];
  const shared: readonly BudgetUse[] = [[BUDGET_RULES.pinDay, found.subject], BREAKER];
  const taken = await reserveAttempts(db, scope, [own, ...shared], now);
  if (!(await challenges.countAttempt(db, found, TRIES_PER_PIN))) {
    await taken.release();
    throw new AppError('code_expired');
  }
  const matched = isSame(signPin(deps, found.secretHash, withoutSeparators(given.pin)), found.pinHash ?? '');
  const audited = { providerId: scope.providerId, accountId: found.accountId };
  if (!matched || !account) {
    const action = taken.exhausted.includes(own[0]) ? 'locked-out' : 'sign-in-failed';
    await audit.record(db, random, now, { ...audited, action, detail: { path: 'pin' } });
    if (taken.exhausted.includes(BREAKER[0])) {
      await audit.record(db, random, now, { ...audited, accountId: null, action: 'pin-turned-off' });
    }
    throw new AppError('login_failed');
  }
  if (!(await challenges.consume(db, found, now))) throw new AppError('code_expired');
  await releaseAttempts(db, scope, { clear: own, release: shared }, now);
  return account;
};

/** A link that no longer opens anything, noted if we made it; what we did not make is noise. */
export const recordDeadLink = async (
  { db, clock, random }: Pick<AuthDeps, 'db' | 'clock' | 'random'>,
  scope: ProviderScope,
  kind: 'link' | 'reset',
  secret: string,
): Promise<void> => {
  const made = await challenges.find(db, scope, kind, hashSecret(secret));
  if (!made) return;
  const entry = {
    providerId: scope.providerId,
    accountId: made.accountId,
    action: 'sign-in-failed',
  } as const;
  await audit.record(db, random, clock.now(), { ...entry, detail: { path: kind } });
};

export const signInWithPin = async (
  deps: AuthDeps,
  scope: ProviderScope,
  given: { readonly challenge: string; readonly pin: string; readonly browser: Browser },
): Promise<SignInAnswer> => {
  const account = await checkPin(deps, scope, given);
  const { browser } = given;
  return completeSignIn(deps, { scope, account, path: 'pin', secondFactor: 'not asked yet', browser });
};

/** Only the browser that asked has the challenge: a mail scanner that follows the link gets nowhere. */
export const signInWithLink = async (
  deps: AuthDeps,
  scope: ProviderScope,
  given: { readonly challenge: string; readonly token: string; readonly browser: Browser },
): Promise<SignInAnswer> => {
  const { db, clock } = deps;
  const now = clock.now();
  const found = await challenges.findOpen(db, scope, ['link'], hashSecret(given.challenge), now);
  const account = await credentialsOf(db, scope, found?.accountId ?? null);
  const matched = isSame(hashSecret(given.token), found?.tokenHash ?? '');
  if (!found || !account || !matched || !(await challenges.consume(db, found, now))) {
    await recordDeadLink(deps, scope, 'link', given.challenge);
    throw new AppError('link_expired');
  }
  const { browser } = given;
  return completeSignIn(deps, { scope, account, path: 'link', secondFactor: 'not asked yet', browser });
};
