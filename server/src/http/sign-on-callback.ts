import type { FastifyInstance } from 'fastify';
import { accessRules } from '../auth/access/access-guard.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { SIGN_ON_COOKIE, SIGN_ON_LANGUAGE_COOKIE } from '../auth/rules.ts';
import { receiveSignOn } from '../auth/sign-on/provider-sign-on.ts';
import { SignOnFailure } from '../auth/sign-on/sign-on-failure.ts';
import { AppError } from '../lib/app-error.ts';
import type { Metrics } from '../lib/metrics.ts';
import { LANGUAGES } from '../lib/text/i18n.ts';
import { readCookie } from './cookies.ts';
import { networkOf } from './network.ts';
import type { RateLimiter } from './limits/rate-limit.ts';

interface Deps extends AuthDeps {
  readonly rateLimit: RateLimiter;
  readonly metrics: Metrics;
  readonly localDemo: boolean;
}

/** As a parameter of the address, behind which a choice that the browser has stored still comes first. */
const languageOf = (cookie: string | null): string => {
  const language = LANGUAGES.find((one) => one === cookie);
  return language ? `&lang=${language}` : '';
};

/**
 * Where an issuer sends the browser back to. It is no call of the contract: a person waits for a page, so every answer is a
 * redirect into the portal, with a one-time code or with what went wrong.
 */
export const serveSignOnCallback = (app: FastifyInstance, deps: Deps): void => {
  app.get<{ Params: { pid: string } }>(
    '/auth/proxy/callback/:pid',
    // A browser or scanner that only looks must not use the sign-on up.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { pid } = request.params;
      const visit = { host: request.host, pid, token: undefined, params: {}, writes: true };
      const { scope } = await accessRules.public(deps, visit);
      if (scope.providerId !== pid || !deps.issuers(pid)) throw new AppError('not_found');
      const language = languageOf(readCookie(request.headers.cookie, SIGN_ON_LANGUAGE_COOKIE));
      const enter = (screen: string) => reply.redirect(`/?pid=${pid}${language}#${screen}`, 303);
      try {
        deps.rateLimit('sign-in', networkOf(request.ip));
        const [, search = ''] = request.originalUrl.split(/\?(.*)/s);
        const secret = readCookie(request.headers.cookie, SIGN_ON_COOKIE);
        const code = await receiveSignOn(deps, scope, { secret, search });
        return await enter(`/auth-proxy?code=${code}`);
      } catch (error) {
        deps.metrics.countSignIn('provider', error instanceof SignOnFailure ? 'failed' : 'error');
        if (error instanceof SignOnFailure) {
          request.log.warn({ provider: pid, reason: error.reason }, error.code);
          return enter(`/logon/error?code=${error.code}`);
        }
        if (error instanceof AppError) return enter(`/logon/error?code=${error.code}`);
        request.log.error({ err: error }, 'provider sign-on');
        return enter('/logon/error?code=generic');
      }
    },
  );
};
