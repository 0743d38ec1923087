import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { systemTime, yieldToEventLoop } from '../../lib/clock/clock.ts';
import { clientOf } from '../network.ts';
import { createSlots } from './request-slots.ts';
import { createTurnLimit } from './turn-limit.ts';

interface Options {
  /** Requests are answered one after the other, because the database works in this process. */
  readonly limitTurns?: boolean;
}

export const shedLoad = (app: FastifyInstance, { limitTurns = false }: Options = {}): void => {
  const slots = createSlots();
  const isTooManyInTurn = createTurnLimit({ monotonic: systemTime.monotonic, nextTurn: yieldToEventLoop });
  app.addHook('preValidation', async (request, reply) => {
    // The reply closes in either case: answered, or the client has left.
    const disconnected = new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
    });
    const client = clientOf(request.ip);
    const isShedLast = request.routeOptions.config.shed === 'last';
    if (limitTurns && !isShedLast && isTooManyInTurn()) throw new AppError('busy', { retryAfterSeconds: 1 });
    await slots.acquireSlot(client, isShedLast, disconnected);
    let isHeld = true;
    request.release = () => {
      if (isHeld) slots.release(client);
      isHeld = false;
    };
    if (reply.raw.destroyed) request.release();
    void disconnected.then(request.release);
  });
  // When the answer is ready, not when it is read: a client that does not read holds no slot.
  app.addHook('onSend', async (request: FastifyRequest) => {
    request.release?.();
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    release?: () => void;
  }
  interface FastifyContextConfig {
    shed?: 'last' | undefined;
    /** The type of the file that the route takes. */
    upload?: 'text/csv' | undefined;
  }
}
