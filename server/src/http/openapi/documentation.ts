import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints/index.ts';
import { docsCss, docsPage } from './docs-page.ts';
import { clientOf } from '../network.ts';
import { openApi } from './openapi.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';

interface Deps {
  readonly rateLimit: RateLimiter;
  readonly version: string;
}

/** Made when it is first asked for: a start is not the time for it. */
const madeOnce = (make: () => string): (() => string) => {
  let text: string | null = null;
  return () => (text ??= make());
};

/** Serves the documents of the API, as JSON and as a page. */
export const serveDocumentation = (api: FastifyInstance, { rateLimit, version }: Deps): void => {
  const documents = {
    '/openapi.json': {
      type: 'application/json; charset=utf-8',
      text: madeOnce(() => JSON.stringify(openApi(endpoints, version))),
    },
    '/docs': { type: 'text/html; charset=utf-8', text: madeOnce(() => docsPage(endpoints)) },
    '/docs.css': { type: 'text/css', text: () => docsCss },
  };
  for (const [path, { type, text }] of Object.entries(documents)) {
    api.get(path, { config: { isConstant: true } }, async (request, reply) => {
      rateLimit('document', clientOf(request.ip));
      return reply.type(type).send(text());
    });
  }
};
