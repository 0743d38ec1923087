import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/app-error.ts';

const IN_FLIGHT = 64;

/** Past this many requests at once the rest is told to come back, so that those admitted stay quick. */
export const shedLoad = (app: FastifyInstance): void => {
  let inFlight = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (inFlight >= IN_FLIGHT) throw new AppError('busy', { retryAfterSeconds: 1 });
    inFlight += 1;
    let counted = true;
    // Also when the caller hangs up. The request itself closes as soon as its body is read.
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
