import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import type { Language } from '#contract/entities/account.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import { newNumericCode, withoutSeparators } from '../lib/secrets/numeric-codes.ts';
import { newToken } from '../lib/secrets/random.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import { credentialsOf, findCredentials, normalizeEmail } from '../stores/account/account.ts';
import type { Credentials } from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import * as challenges from '../stores/auth/challenge.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { isEqualSecret } from '../lib/secrets/keys.ts';
import type { AuthDeps, Browser } from './deps.ts';
import { reserveMail } from './mail-budgets.ts';
import type { Asker, MailKind } from './mail-budgets.ts';
import { BUDGET_RULES, LIFETIME, TRIES_PER_PIN } from './rules.ts';
import type { ProviderScope } from '../lib/scope/scope.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { refuseIfLocked, releaseAttempts, reserveAttempts } from './attempt-budgets.ts';
import type { BudgetUse } from './attempt-budgets.ts';

/** Wrong PINs of all accounts of a provider; when it is exceeded, sign-in by PIN is refused for all of them. */
const BREAKER: BudgetUse = [BUDGET_RULES.pinBreaker, 'all'];

/** Binds a PIN to its challenge and to the key that is not in the database. */
const signPin = ({ keys }: Pick<AuthDeps, 'keys'>, secretHash: string, pin: string): string =>
  keys.sign('pin', secretHash, pin);

/**
 * Enqueues a mail with a PIN, a sign-in link or a reset link. Answer and work are the same whether or not an account has
 * the address. Past the budget nothing is sent, silently, and the challenge of the previous mail stays valid.
 */
export const sendSignInMail = async (
  deps: AuthDeps,
  scope: ProviderScope,
  kind: MailKind,
  asked: {
    readonly email: string;
    readonly language: Language;
    readonly challenge?: string | undefined;
    readonly asker: Asker;
  },
): Promise<{ challenge: string }> => {
  const { db, clock, random, providers, publicUrl } = deps;
  const now = clock.now();
  const provider = providers.byId(scope.providerId);
  if (!provider) throw new AppError('not_found');
  if (kind === 'pin') await refuseIfLocked(db, scope, [BREAKER], now);
  const account = await findCredentials(db, scope, asked.email);
  const subject = hashSecret(normalizeEmail(asked.email));
  const { asker } = asked;
  const accountId = account?.id ?? '';
  const mayBeSent = await reserveMail(db, scope, { kind, subject, asker, accountId, now });

  if (!mayBeSent && asked.challenge !== undefined) {
    const previous = await challenges.findOpen(db, scope, ['pin', 'link'], hashSecret(asked.challenge), now);
    if (previous?.subject === subject) return { challenge: asked.challenge };
  }

  const [secret, token] = [newToken(random), newToken(random)];
  const pin = newNumericCode(random, provider.file.emailPinDigits);
  // A reset needs the token alone, because the mail may be opened in another browser.
  const secretHash = hashSecret(kind === 'reset' ? token : secret);
  const expiresAt = addMs(now, LIFETIME[kind]);
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
      // Without a mail no PIN or token may match, not even by a lucky guess.
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

/** Returns the account of the challenge if the PIN is right. Reserves attempts first and gives them back when it is. */
export const checkPin = async (
  deps: Pick<AuthDeps, 'db' | 'clock' | 'random' | 'keys'>,
  scope: ProviderScope,
  given: { readonly challenge: string; readonly pin: string; readonly network: string },
): Promise<Credentials> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const challenge = await challenges.findOpen(db, scope, ['pin', 'link'], hashSecret(given.challenge), now);
  // The PIN in a link mail expires before the link does.
  if (!challenge || addMs(challenge.createdAt, LIFETIME.pin) <= now) throw new AppError('code_expired');
  const account = await credentialsOf(db, scope, challenge.accountId);
  const pinBudget: BudgetUse = [BUDGET_RULES.pin, challenge.subject];
  const sharedBudgets: readonly BudgetUse[] = [
    [BUDGET_RULES.pinDay, challenge.subject],
    [BUDGET_RULES.pinNetwork, given.network],
    // PINs of invented addresses do not fill the breaker; they are counted by network, where they never get that far.
    challenge.accountId === null ? [BUDGET_RULES.pinBreaker, given.network] : BREAKER,
  ];
  await refuseIfLocked(db, scope, [BREAKER], now);
  const reserved = await reserveAttempts(db, scope, [pinBudget, ...sharedBudgets], now);
  if (!(await challenges.countAttempt(db, challenge, TRIES_PER_PIN))) {
    await reserved.release();
    throw new AppError('code_expired');
  }
  const matched = isEqualSecret(
    signPin(deps, challenge.secretHash, withoutSeparators(given.pin)),
    challenge.pinHash ?? '',
  );
  const audited = { providerId: scope.providerId, accountId: challenge.accountId };
  if (!matched || !account) {
    const action = reserved.exhausted.includes(pinBudget[0]) ? 'locked-out' : 'sign-in-failed';
    await audit.record(db, random, now, { ...audited, action, detail: { path: 'pin' } });
    if (reserved.exhausted.includes(BREAKER[0])) {
      await audit.record(db, random, now, { ...audited, accountId: null, action: 'pin-turned-off' });
    }
    throw new AppError('login_failed');
  }
  if (!(await challenges.consume(db, challenge, now))) throw new AppError('code_expired');
  await releaseAttempts(db, scope, { clear: pinBudget, release: sharedBudgets }, now);
  return account;
};

/** Audits the use of an expired or used link. Secrets that the server never issued are not audited. */
export const auditExpiredLink = async (
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
  given: {
    readonly challenge: string;
    readonly pin: string;
    readonly network: string;
    readonly browser: Browser;
  },
): Promise<SignInAnswer> => {
  const account = await checkPin(deps, scope, given);
  const { browser } = given;
  return completeSignIn(deps, { scope, account, path: 'pin', secondFactor: 'pending', browser });
};

/** For a browser that did not ask for it: refuses a link whose PIN nothing waits for any more. It stays as it is. */
export const checkLink = async (
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  scope: ProviderScope,
  token: string,
): Promise<void> => {
  if (!(await challenges.isLinkOpen(db, scope, hashSecret(token), clock.now()))) {
    throw new AppError('link_expired');
  }
};

/** Needs the challenge, which only the requesting browser has: a mail scanner that follows the link cannot sign in. */
export const signInWithLink = async (
  deps: AuthDeps,
  scope: ProviderScope,
  given: { readonly challenge: string; readonly token: string; readonly browser: Browser },
): Promise<SignInAnswer> => {
  const { db, clock } = deps;
  const now = clock.now();
  const challenge = await challenges.findOpen(db, scope, ['link'], hashSecret(given.challenge), now);
  const account = await credentialsOf(db, scope, challenge?.accountId ?? null);
  const matched = isEqualSecret(hashSecret(given.token), challenge?.tokenHash ?? '');
  if (!challenge || !account || !matched || !(await challenges.consume(db, challenge, now))) {
    await auditExpiredLink(deps, scope, 'link', given.challenge);
    throw new AppError('link_expired');
  }
  const { browser } = given;
  return completeSignIn(deps, { scope, account, path: 'link', secondFactor: 'pending', browser });
};
