import type { Endpoints } from '#contract/endpoints/index.ts';
import { confirmIdentity } from '../auth/confirm-identity.ts';
import { askByMail, signInWithLink, signInWithPin } from '../auth/mail-sign-in.ts';
import type { AuthDeps, Browser } from '../auth/deps.ts';
import { resetPassword } from '../auth/change-password.ts';
import { signInWithPassword } from '../auth/password-sign-in.ts';
import { BROWSER_COOKIE, BROWSER_COOKIE_AGE } from '../auth/rules.ts';
import { signInWithSecondFactor } from '../auth/second-factor.ts';
import { isSecret } from '../lib/hash-secret.ts';
import type { Caller, HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import { newToken } from '../lib/random.ts';
import * as audit from '../stores/audit.ts';
import { deleteSession } from '../stores/session.ts';

export const authRoutes = (deps: AuthDeps) => {
  /** A browser that gets a session keeps its secret, and is known from then on. */
  const remembering = async <A extends object>(
    caller: Caller,
    signIn: (browser: Browser) => Promise<A>,
  ): Promise<A> => {
    const held = caller.cookie(BROWSER_COOKIE);
    const secret = isSecret(held) ? held : newToken(deps.random);
    const answer = await signIn({ secret, userAgent: caller.userAgent });
    if ('token' in answer) caller.setCookie(BROWSER_COOKIE, secret, BROWSER_COOKIE_AGE);
    return answer;
  };

  return {
    providerConfig: async ({ scope }) => {
      const provider = deps.providers.byId(scope.providerId);
      if (!provider) throw new AppError('not_found');
      return provider.config;
    },

    login: ({ scope, body, caller }) =>
      remembering(caller, (browser) =>
        signInWithPassword(deps, scope, { ...body, browser, network: caller.network }),
      ),

    totp: ({ scope, body, caller }) =>
      remembering(caller, (browser) => signInWithSecondFactor(deps, scope, { ...body, browser })),

    askPin: ({ scope, body, caller }) =>
      askByMail(deps, scope, 'pin', { ...body, language: caller.language }),

    pin: ({ scope, body, caller }) =>
      remembering(caller, (browser) => signInWithPin(deps, scope, { ...body, browser })),

    askLink: ({ scope, body, caller }) =>
      askByMail(deps, scope, 'link', { ...body, language: caller.language }),

    link: ({ scope, body, caller }) =>
      remembering(caller, (browser) => signInWithLink(deps, scope, { ...body, browser })),

    askReset: async ({ scope, body, caller }) => {
      await askByMail(deps, scope, 'reset', { ...body, language: caller.language });
      return {};
    },

    reset: ({ scope, body }) => resetPassword(deps, scope, body),

    confirm: ({ scope, body }) => confirmIdentity(deps, scope, body),

    logout: ({ scope }) =>
      deps.db.transaction().execute(async (tx) => {
        await deleteSession(tx, scope);
        const { providerId, accountId } = scope;
        const at = deps.clock.now();
        await audit.record(tx, deps.random, at, { providerId, accountId, action: 'signed-out' });
      }),
  } satisfies HandlersFor<Endpoints['auth']>;
};
