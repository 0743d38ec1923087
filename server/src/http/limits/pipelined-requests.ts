import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PER_CONNECTION } from './client-limits.ts';

/** Closes connections that send ever more requests without reading the answers, which wait in memory. */
export const limitPipelinedRequests = (app: FastifyInstance): void => {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > PER_CONNECTION.requests) socket.destroy();
    if (socket.destroyed) {
      // The rest of what the connection had sent already.
      reply.hijack();
      return;
    }
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    done();
  });
};
