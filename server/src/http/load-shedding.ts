import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { AT_ONCE, NODE_AT_ONCE, SHED_LAST } from './client-limits.ts';
import { clientOf } from './network.ts';

type Start = () => void;

const busy = (): AppError => new AppError('busy', { retryAfterSeconds: 1 });

/** Waits in the queue until somebody shifts it out and starts it; refused when the queue is full, or when the client leaves. */
const waitIn = (queue: Start[], limit: number, gone: Promise<void>, onStart: () => void): Promise<void> => {
  if (queue.length >= limit) return Promise.reject(busy());
  const turn = Promise.withResolvers<void>();
  const start = () => {
    onStart();
    turn.resolve();
  };
  queue.push(start);
  void gone.then(() => {
    const index = queue.indexOf(start);
    if (index >= 0) queue.splice(index, 1);
    turn.reject(busy());
  });
  return turn.promise;
};

/**
 * Slots for requests whose body has arrived: NODE_AT_ONCE.requests of them, and more requests are refused as `busy`, so that
 * those admitted stay quick. A client that has its share waits for its own requests, and leaves the rest to others. Calls that
 * are shed last have some slots more, and take the next one that becomes free.
 */
const createSlots = () => {
  let running = 0;
  const runningOf = new Map<string, number>();
  const waitingOf = new Map<string, Start[]>();
  const urgent: Start[] = [];

  const start = (client: string): void => {
    running += 1;
    runningOf.set(client, (runningOf.get(client) ?? 0) + 1);
  };
  const hasFree = (extra = 0): boolean => running < NODE_AT_ONCE.requests + extra;

  const release = (client: string): void => {
    const left = (runningOf.get(client) ?? 1) - 1;
    running -= 1;
    if (left > 0) runningOf.set(client, left);
    else runningOf.delete(client);
    const own = waitingOf.get(client);
    const next = urgent.shift() ?? own?.shift();
    if (own?.length === 0) waitingOf.delete(client);
    next?.();
  };

  /** Waits for a slot. `gone` settles when the client disconnects. */
  const take = async (client: string, isShedLast: boolean, gone: Promise<void>): Promise<void> => {
    const onStart = () => start(client);
    if (isShedLast) {
      if (hasFree(SHED_LAST.requests)) return onStart();
      return waitIn(urgent, SHED_LAST.waiting, gone, onStart);
    }
    if ((runningOf.get(client) ?? 0) >= AT_ONCE.requests) {
      const queue = waitingOf.get(client) ?? [];
      waitingOf.set(client, queue);
      return waitIn(queue, AT_ONCE.waitingRequests, gone, onStart);
    }
    if (!hasFree()) throw busy();
    onStart();
  };
  return { take, release };
};

export const shedLoad = (app: FastifyInstance): void => {
  const slots = createSlots();
  app.addHook('preValidation', async (request, reply) => {
    // The reply also closes when the client disconnects.
    const gone = new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
    });
    const client = clientOf(request.ip);
    await slots.take(client, request.routeOptions.config.shed === 'last', gone);
    let isHeld = true;
    request.release = () => {
      if (isHeld) slots.release(client);
      isHeld = false;
    };
    if (reply.raw.destroyed) request.release();
    void gone.then(request.release);
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
