import type { FastifyInstance } from 'fastify';

export interface Readiness {
  /** Names of what is not ready yet; empty: the node can serve. */
  readonly waitingFor: () => Promise<readonly string[]>;
}

export const serveHealth = (app: FastifyInstance, { waitingFor }: Readiness): void => {
  app.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const waiting = await waitingFor();
    const ready = waiting.length === 0;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting', waitingFor: waiting });
  });
};
