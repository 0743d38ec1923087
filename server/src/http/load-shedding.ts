import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/app-error.ts';

const MAX_IN_FLIGHT = 64;

/** Refuses requests beyond MAX_IN_FLIGHT at once as `busy`, so that those admitted stay quick. */
export const shedLoad = (app: FastifyInstance): void => {
  let inFlight = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (inFlight >= MAX_IN_FLIGHT) throw new AppError('busy', { retryAfterSeconds: 1 });
    inFlight += 1;
    let counted = true;
    // The reply also closes when the client disconnects; the request closes as soon as its body is read.
    reply.raw.once('close', release);
    function release() {
      if (counted) inFlight -= 1;
      counted = false;
    }
    request.release = release;
  });
  app.addHook('onResponse', async (request) => {
    request.release?.();
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    release?: () => void;
  }
}
