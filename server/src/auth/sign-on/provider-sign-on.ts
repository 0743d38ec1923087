import type { SignOnAnswer } from '#contract/endpoints/auth.ts';
import type { Language } from '#contract/entities/account.ts';
import type { Identity } from '../../db/tables/account.ts';
import { AppError } from '../../lib/app-error.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { isEqualSecret } from '../../lib/secrets/keys.ts';
import { newToken } from '../../lib/secrets/random.ts';
import type { AccountScope, ProviderScope } from '../../lib/scope/scope.ts';
import { credentialsOf } from '../../stores/account/account.ts';
import * as audit from '../../stores/system/audit.ts';
import * as challenges from '../../stores/auth/challenge.ts';
import type { Challenge } from '../../stores/auth/challenge.ts';
import * as identities from '../../stores/auth/provider-identity.ts';
import { lockLiveSession } from '../../stores/auth/session.ts';
import { reserveAttempts } from '../attempt-budgets.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { requireFresh } from '../confirm-identity.ts';
import type { AuthDeps, Browser } from '../deps.ts';
import { BUDGET_RULES, LIFETIME } from '../rules.ts';
import { sendSecurityMail } from '../security-mail.ts';
import type { Checks, Issuer } from './issuer.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** Derived from the secret in the browser's cookie, so that the database holds nothing that could finish a sign-on. */
const checksOf = ({ keys }: Pick<AuthDeps, 'keys'>, secret: string): Checks => ({
  state: keys.sign('sign-on', 'state', secret),
  nonce: keys.sign('sign-on', 'nonce', secret),
  verifier: keys.sign('sign-on', 'verifier', secret),
});

interface SetUp {
  readonly issuer: Issuer;
  /** An address of its own for each provider, so that the answer of one issuer cannot be passed off as that of another. */
  readonly redirectUri: string;
}

const setUpOf = ({ issuers, providers, publicUrl }: AuthDeps, { providerId }: ProviderScope): SetUp => {
  const provider = providers.byId(providerId);
  const issuer = issuers(providerId);
  if (!provider || !issuer) throw new AppError('not_found');
  return { issuer, redirectUri: new URL(`api/auth/proxy/callback/${providerId}`, publicUrl(provider)).href };
};

const store = async (
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  { providerId }: ProviderScope,
  challenge: Pick<Challenge, 'kind' | 'secretHash'> & {
    readonly lifetime: number;
    readonly tokenHash?: string;
    readonly identity?: Identity;
  },
): Promise<void> => {
  const now = clock.now();
  const { lifetime, ...rest } = challenge;
  // No tries are counted for it: its secret has 32 bytes.
  const fixed = { providerId, accountId: null, subject: '', createdAt: now, expiresAt: addMs(now, lifetime) };
  await challenges.insert(db, { ...rest, ...fixed });
};

/** Where the browser goes to sign in, and the secret that it keeps meanwhile. */
export const beginSignOn = async (
  deps: AuthDeps,
  scope: ProviderScope,
  { network, language }: { readonly network: string; readonly language: Language },
): Promise<{ location: string; secret: string }> => {
  const { issuer, redirectUri } = setUpOf(deps, scope);
  await reserveAttempts(deps.db, scope, [[BUDGET_RULES.signOnStart, network]], deps.clock.now());
  const secret = newToken(deps.random);
  try {
    const location = await issuer.authorizationUrl(checksOf(deps, secret), { redirectUri, language });
    await store(deps, scope, { kind: 'sign-on', secretHash: hashSecret(secret), lifetime: LIFETIME.signOn });
    return { location, secret };
  } catch (error) {
    if (error instanceof SignOnFailure) throw new AppError('sign_on_unavailable', { cause: error });
    throw error;
  }
};

const identify = async (
  deps: AuthDeps,
  scope: ProviderScope,
  begun: Challenge,
  { secret, search }: { readonly secret: string; readonly search: string },
): Promise<Identity> => {
  const { issuer, redirectUri } = setUpOf(deps, scope);
  const checks = checksOf(deps, secret);
  const returnedTo = new URL(redirectUri);
  returnedTo.search = search;
  // Before it is used up: a link that somebody else wrote must not end a sign-on that is under way.
  if (!isEqualSecret(returnedTo.searchParams.get('state') ?? '', checks.state)) {
    throw new SignOnFailure('sign_on_expired', 'state');
  }
  if (!(await challenges.consume(deps.db, begun, deps.clock.now()))) {
    throw new SignOnFailure('sign_on_expired', 'used');
  }
  return issuer.identify(checks, returnedTo);
};

/**
 * The browser is back from the issuer: verifies who signed in, and returns a one-time code for this browser. Throws
 * `SignOnFailure`.
 */
export const receiveSignOn = async (
  deps: AuthDeps,
  scope: ProviderScope,
  { secret, search }: { readonly secret: string | null; readonly search: string },
): Promise<string> => {
  const now = deps.clock.now();
  const challenge =
    secret === null
      ? undefined
      : await challenges.findOpen(deps.db, scope, ['sign-on'], hashSecret(secret), now);
  // Not audited: anybody can open this address.
  if (secret === null || !challenge) throw new SignOnFailure('sign_on_expired', 'unknown');
  try {
    const identity = await identify(deps, scope, challenge, { secret, search });
    const code = newToken(deps.random);
    await store(deps, scope, {
      kind: 'sign-on-code',
      secretHash: hashSecret(code),
      tokenHash: hashSecret(secret),
      identity,
      lifetime: LIFETIME.signOnCode,
    });
    return code;
  } catch (error) {
    if (error instanceof SignOnFailure) {
      const { providerId } = scope;
      const detail = { path: 'provider', reason: error.reason };
      const failed = { providerId, accountId: null, action: 'sign-in-failed', detail } as const;
      await audit.record(deps.db, deps.random, now, failed);
    }
    throw error;
  }
};

interface GivenCode {
  readonly code: string;
  /** Of the browser's cookie. */
  readonly secret: string | null;
  readonly network: string;
  readonly browser: Browser;
}

/** Signs in with the one-time code, or asks whose account it is. Only the account of this very subject is signed in. */
export const finishSignOn = async (
  deps: AuthDeps,
  scope: ProviderScope,
  { code, secret, network, browser }: GivenCode,
): Promise<SignOnAnswer> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const reserved = await reserveAttempts(db, scope, [[BUDGET_RULES.signOnCode, network]], now);
  const codeChallenge = await challenges.findOpen(db, scope, ['sign-on-code'], hashSecret(code), now);
  const isOfBrowser = secret !== null && isEqualSecret(hashSecret(secret), codeChallenge?.tokenHash ?? '');
  if (!codeChallenge?.identity || !isOfBrowser || !(await challenges.consume(db, codeChallenge, now))) {
    throw new AppError('sign_on_expired');
  }
  await reserved.release();
  const { identity } = codeChallenge;
  const account = await credentialsOf(db, scope, await identities.accountOf(db, scope, identity));
  if (account) {
    return completeSignIn(deps, { scope, account, path: 'provider', secondFactor: 'pending', browser });
  }
  const challenge = newToken(random);
  const secretHash = hashSecret(challenge);
  await store(deps, scope, { kind: 'sign-on-link', secretHash, identity, lifetime: LIFETIME.signOnLink });
  return { next: 'link', challenge, email: identity.email };
};

/** After a sign-in by the account's own means: from now on the subject signs in to this account. */
export const linkSignOn = async (deps: AuthDeps, scope: AccountScope, challenge: string): Promise<void> => {
  const { db, clock, random } = deps;
  const now = clock.now();
  const linkChallenge = await challenges.findOpen(db, scope, ['sign-on-link'], hashSecret(challenge), now);
  const identity = linkChallenge?.identity;
  if (!linkChallenge || !identity) throw new AppError('sign_on_expired');
  await requireFresh(deps, scope);
  const account = await credentialsOf(db, scope, scope.accountId);
  if (!account) throw new AppError('not_found');
  await db.transaction().execute(async (tx) => {
    await lockLiveSession(tx, scope);
    if (!(await challenges.consume(tx, linkChallenge, now))) throw new AppError('sign_on_expired');
    if (!(await identities.link(tx, scope, identity, now))) throw new AppError('sign_on_expired');
    const { providerId, accountId } = scope;
    await audit.record(tx, random, now, { providerId, accountId, action: 'sign-on-linked' });
    await sendSecurityMail(tx, deps, scope, account, 'signOnLinked');
  });
};
