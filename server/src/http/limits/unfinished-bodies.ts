import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { PER_CLIENT, PER_NODE } from './client-limits.ts';
import { clientOf } from '../network.ts';

interface Unfinished {
  readonly client: string;
  readonly raw: FastifyRequest['raw'];
}

/** The reader of the body answers with the error; before it has begun to read there is nobody to answer. */
const cutOff = ({ raw }: Unfinished): void => {
  if (raw.listenerCount('error') > 0) raw.emit('error', new AppError('request_timeout'));
  else raw.destroy();
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Limits the requests whose body has not arrived. They are not counted as load; of too many the oldest is cut off, because
 * an honest body arrives within moments, so that clients who never finish theirs displace only each other.
 */
export const limitUnfinishedBodies = (app: FastifyInstance): void => {
  // Oldest first.
  const unfinished = new Set<Unfinished>();
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return;
    const client = clientOf(request.ip);
    const ofClient = [...unfinished].filter((body) => body.client === client);
    const crowd = ofClient.length >= PER_CLIENT.unfinishedBodies ? ofClient : [...unfinished];
    const limit = crowd === ofClient ? PER_CLIENT.unfinishedBodies : PER_NODE.unfinishedBodies;
    const [oldest] = crowd;
    if (oldest && crowd.length >= limit) {
      unfinished.delete(oldest);
      cutOff(oldest);
    }
    const entry = { client, raw: request.raw };
    unfinished.add(entry);
    // A request closes as soon as its body is read, or when the client disconnects.
    request.raw.once('close', () => unfinished.delete(entry));
  });
};
