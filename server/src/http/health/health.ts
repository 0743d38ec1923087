import type { FastifyInstance } from 'fastify';

export interface Readiness {
  /** Names of what has to be done before the node can serve. */
  readonly startupTasks: () => readonly string[];
  /** What the database suffers from; null: it can be read and written. */
  readonly storageTrouble: () => Promise<string | null>;
  /** Why the clock is in doubt, and nothing is deleted; null: it is not. */
  readonly clockDoubt: () => string | null;
  /** What the installation cannot do, or does unsafely, although it serves. */
  readonly problems: () => readonly string[];
}

const RETRY_AFTER_SECONDS = 1;

export const serveHealth = (app: FastifyInstance, readiness: Readiness): void => {
  const { startupTasks, storageTrouble, clockDoubt, problems } = readiness;
  app.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const trouble = await storageTrouble();
    const waitingFor = [...(trouble === null ? [] : ['database']), ...startupTasks()];
    const doubt = clockDoubt();
    const found = problems();
    const notes = {
      ...(doubt === null ? {} : { clock: doubt }),
      ...(found.length === 0 ? {} : { problems: found }),
    };
    if (waitingFor.length === 0) return reply.send({ status: 'ready', waitingFor, ...notes });
    void reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    return reply.send({
      status: 'waiting',
      waitingFor,
      ...(trouble === null ? {} : { database: trouble }),
      ...notes,
    });
  });
};
