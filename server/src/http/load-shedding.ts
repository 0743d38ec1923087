import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from './network.ts';
import { createSlots } from './request-slots.ts';

export const shedLoad = (app: FastifyInstance): void => {
  const slots = createSlots();
  app.addHook('preValidation', async (request, reply) => {
    // The reply closes in either case: answered, or the client has left.
    const disconnected = new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
    });
    const client = clientOf(request.ip);
    await slots.acquireSlot(client, request.routeOptions.config.shed === 'last', disconnected);
    let isHeld = true;
    request.release = () => {
      if (isHeld) slots.release(client);
      isHeld = false;
    };
    if (reply.raw.destroyed) request.release();
    void disconnected.then(request.release);
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
