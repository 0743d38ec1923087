import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { AT_ONCE, NODE_AT_ONCE, SHED_LAST } from './client-limits.ts';
import { clientOf } from './network.ts';

interface Client {
  running: number;
  readonly waiting: (() => void)[];
}

const busy = (): AppError => new AppError('busy', { retryAfterSeconds: 1 });
const NOTHING_EXTRA = { client: 0, node: 0 };

/**
 * Admits requests whose body has arrived up to NODE_AT_ONCE.requests and refuses more as `busy`, so that those admitted stay
 * quick. A client that has its share of them waits for its own requests, and leaves the rest to others.
 */
export const shedLoad = (app: FastifyInstance): void => {
  let running = 0;
  const clients = new Map<string, Client>();

  /** Resolves with the function that gives the slot back. `gone` settles when the client disconnects. */
  const admit = async (key: string, isShedLast: boolean, gone: Promise<void>): Promise<() => void> => {
    const extra = isShedLast ? SHED_LAST : NOTHING_EXTRA;
    const client = clients.get(key) ?? { running: 0, waiting: [] };
    clients.set(key, client);
    if (client.running >= AT_ONCE.requests + extra.client) {
      if (client.waiting.length >= AT_ONCE.waitingRequests + extra.client) throw busy();
      const turn = Promise.withResolvers<void>();
      client.waiting.push(turn.resolve);
      void gone.then(() => {
        const index = client.waiting.indexOf(turn.resolve);
        if (index >= 0) client.waiting.splice(index, 1);
        turn.reject(busy());
      });
      await turn.promise;
    } else {
      if (running >= NODE_AT_ONCE.requests + extra.node) {
        if (client.running === 0) clients.delete(key);
        throw busy();
      }
      running += 1;
      client.running += 1;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      // The slot goes straight to the client's next request.
      const next = client.waiting.shift();
      if (next) return next();
      running -= 1;
      client.running -= 1;
      if (client.running === 0) clients.delete(key);
    };
  };

  app.addHook('preValidation', async (request, reply) => {
    // The reply also closes when the client disconnects.
    const gone = new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
    });
    const release = await admit(clientOf(request.ip), request.routeOptions.config.shed === 'last', gone);
    request.release = release;
    if (reply.raw.destroyed) release();
    void gone.then(release);
  });
  app.addHook('onResponse', async (request: FastifyRequest) => {
    request.release?.();
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    release?: () => void;
  }
  interface FastifyContextConfig {
    shed?: 'last' | undefined;
  }
}
