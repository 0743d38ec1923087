import type { FastifyInstance } from 'fastify';
import { FORWARDED_HEADERS } from '../config.ts';
import type { ForwardedHeader } from '../config.ts';

/** Removes the forwarded headers that are not to be believed, before anything can read them. */
export const removeUntrustedHeaders = (app: FastifyInstance, believed: readonly ForwardedHeader[]): void => {
  const others = FORWARDED_HEADERS.filter((name) => !believed.includes(name));
  app.addHook('onRequest', async ({ raw }) => {
    for (const name of others) delete raw.headers[name];
  });
};
