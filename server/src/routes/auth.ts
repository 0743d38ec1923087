import type { Endpoints } from '#contract/endpoints/index.ts';
import type { Means } from '../auth/complete-sign-in.ts';
import type { PasswordHasher } from '../auth/password.ts';
import { signInWithPassword } from '../auth/password-sign-in.ts';
import { BROWSER_COOKIE, BROWSER_COOKIE_AGE } from '../auth/rules.ts';
import { isSecret } from '../auth/secret.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import { newToken } from '../lib/random.ts';
import type { Providers } from '../providers.ts';
import * as audit from '../stores/audit.ts';
import { deleteSession } from '../stores/session.ts';

export const authRoutes = (
  means: Means & { readonly passwords: PasswordHasher; readonly providers: Providers },
) =>
  ({
    providerConfig: async ({ scope }) => {
      const provider = means.providers.byId(scope.providerId);
      if (!provider) throw new AppError('not_found');
      return provider.config;
    },

    login: async ({ scope, body, caller }) => {
      const held = caller.cookie(BROWSER_COOKIE);
      const browserSecret = isSecret(held) ? held : newToken(means.random);
      const answer = await signInWithPassword(means, scope, {
        ...body,
        browserSecret,
        network: caller.network,
        userAgent: caller.userAgent,
      });
      caller.setCookie(BROWSER_COOKIE, browserSecret, BROWSER_COOKIE_AGE);
      return answer;
    },

    logout: async ({ scope }) => {
      await deleteSession(means.db, scope);
      const { providerId, accountId } = scope;
      const at = means.clock.now();
      await audit.record(means.db, means.random, at, { providerId, accountId, action: 'signed-out' });
    },
  }) satisfies HandlersFor<Endpoints['auth']>;
