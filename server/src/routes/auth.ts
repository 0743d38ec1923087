import type { Endpoints } from '#contract/endpoints/index.ts';
import { termsInForce } from '../household/terms.ts';
import { confirmIdentity } from '../auth/confirm-identity.ts';
import { checkLink, sendSignInMail, signInWithLink, signInWithPin } from '../auth/mail-sign-in.ts';
import type { Asker } from '../auth/mail-budgets.ts';
import type { AuthDeps, Browser } from '../auth/deps.ts';
import { checkReset, resetPassword } from '../auth/password/change-password.ts';
import { signInWithPassword } from '../auth/password/password-sign-in.ts';
import {
  BROWSER_COOKIE,
  BROWSER_COOKIE_AGE,
  SIGN_ON_COOKIE,
  SIGN_ON_COOKIE_AGE,
  SIGN_ON_LANGUAGE_COOKIE,
} from '../auth/rules.ts';
import { beginSignOn, finishSignOn, linkSignOn } from '../auth/sign-on/provider-sign-on.ts';
import { signInWithSecondFactor } from '../auth/two-factor/second-factor.ts';
import { joinHousehold, readInvitation, register } from '../household/join.ts';
import { hasTokenForm } from '../lib/secrets/hash-secret.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Caller, HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import type { Metrics, SignInOutcome, SignInPath } from '../lib/metrics.ts';
import { newToken } from '../lib/secrets/random.ts';
import * as audit from '../stores/system/audit.ts';
import { deleteSession } from '../stores/auth/session.ts';

interface AuthRouteDeps extends AuthDeps {
  readonly metrics: Metrics;
}

const OUTCOME_OF_REFUSAL: Readonly<Partial<Record<ErrorCode, SignInOutcome>>> = {
  login_failed: 'failed',
  locked_out: 'locked_out',
  too_many_requests: 'locked_out',
  use_link: 'locked_out',
  account_inactive: 'inactive',
  code_expired: 'expired',
  link_expired: 'expired',
  sign_on_expired: 'expired',
};

const askerOf = (caller: Caller): Asker => ({
  network: caller.network,
  browser: caller.cookie(BROWSER_COOKIE),
});

export const authRoutes = (deps: AuthRouteDeps) => {
  /** Runs a sign-in path and counts its outcome. A browser that gets a session keeps its secret and is known from then on. */
  const signInFrom = async <A extends object>(
    caller: Caller,
    path: SignInPath,
    signIn: (browser: Browser) => Promise<A>,
  ): Promise<A> => {
    const given = caller.cookie(BROWSER_COOKIE);
    const secret = hasTokenForm(given) ? given : newToken(deps.random);
    try {
      const keep = (kept: string) => caller.setCookie(BROWSER_COOKIE, kept, BROWSER_COOKIE_AGE);
      const answer = await signIn({ secret, keep, userAgent: caller.userAgent });
      const isSignedIn = 'token' in answer;
      deps.metrics.countSignIn(path, isSignedIn ? 'success' : 'second_factor_required');
      return answer;
    } catch (error) {
      const refusal = error instanceof AppError ? OUTCOME_OF_REFUSAL[error.code] : undefined;
      deps.metrics.countSignIn(path, refusal ?? 'error');
      throw error;
    }
  };

  return {
    providerConfig: async ({ scope }) => {
      const provider = deps.providers.byId(scope.providerId);
      if (!provider) throw new AppError('not_found');
      return provider.config;
    },

    terms: async ({ scope, query, caller }) => termsInForce(deps, scope, query.language ?? caller.language),

    login: ({ scope, body, caller }) =>
      signInFrom(caller, 'password', (browser) =>
        signInWithPassword(deps, scope, { ...body, browser, network: caller.network }),
      ),

    totp: ({ scope, body, caller }) =>
      signInFrom(caller, 'totp', (browser) => signInWithSecondFactor(deps, scope, { ...body, browser })),

    askPin: ({ scope, body, caller }) =>
      sendSignInMail(deps, scope, 'pin', { ...body, language: caller.language, asker: askerOf(caller) }),

    pin: ({ scope, body, caller }) =>
      signInFrom(caller, 'pin', (browser) =>
        signInWithPin(deps, scope, { ...body, browser, network: caller.network }),
      ),

    askLink: ({ scope, body, caller }) =>
      sendSignInMail(deps, scope, 'link', { ...body, language: caller.language, asker: askerOf(caller) }),

    link: ({ scope, body, caller }) =>
      signInFrom(caller, 'link', (browser) => signInWithLink(deps, scope, { ...body, browser })),

    checkLink: ({ scope, body }) => checkLink(deps, scope, body.token),

    askReset: async ({ scope, body, caller }) => {
      const { language } = caller;
      await sendSignInMail(deps, scope, 'reset', { ...body, language, asker: askerOf(caller) });
      return {};
    },

    checkReset: ({ scope, body }) => checkReset(deps, scope, body.token),

    reset: ({ scope, body }) => resetPassword(deps, scope, body),

    startSignOn: async ({ scope, caller }) => {
      const { network, language } = caller;
      const { location, secret } = await beginSignOn(deps, scope, { network, language });
      // The issuer leads back here from its own site: a strict cookie would not come along.
      caller.setCookie(SIGN_ON_COOKIE, secret, SIGN_ON_COOKIE_AGE, 'Lax');
      caller.setCookie(SIGN_ON_LANGUAGE_COOKIE, language, SIGN_ON_COOKIE_AGE, 'Lax');
      return { location };
    },

    finishSignOn: ({ scope, body, caller }) =>
      signInFrom(caller, 'provider', (browser) =>
        finishSignOn(deps, scope, {
          ...body,
          browser,
          network: caller.network,
          secret: caller.cookie(SIGN_ON_COOKIE),
        }),
      ),

    linkSignOn: ({ scope, body }) => linkSignOn(deps, scope, body.challenge),

    invitation: ({ scope, body, caller }) =>
      readInvitation(deps, scope, { code: body.code, subject: caller.network }),

    register: ({ scope, body, caller }) =>
      signInFrom(caller, 'password', (browser) =>
        register(deps, scope, body, { network: caller.network, language: caller.language, browser }),
      ),

    linkHouse: ({ scope, body }) => joinHousehold(deps, scope, body),

    confirm: ({ scope, body, caller }) => confirmIdentity(deps, scope, { ...body, network: caller.network }),

    logout: ({ scope }) =>
      deps.db.transaction().execute(async (tx) => {
        await deleteSession(tx, scope);
        const { providerId, accountId } = scope;
        const at = deps.clock.now();
        await audit.record(tx, deps.random, at, { providerId, accountId, action: 'signed-out' });
      }),
  } satisfies HandlersFor<Endpoints['auth']>;
};
