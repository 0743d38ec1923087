import { SECOND } from '#domain/time/time.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { every } from '../../lib/clock/clock.ts';
import { PER_CLIENT, PER_NODE } from './client-limits.ts';
import { clientOf } from '../network.ts';

/** ms for all of a body; files that are read as they come have as long as they keep coming. */
const BODY_TIME = 10 * SECOND;

interface Unfinished {
  readonly client: string;
  readonly raw: FastifyRequest['raw'];
  readonly reply: FastifyReply;
}

/** The reader of the body answers with the error; before it has begun to read, and after the answer, there is nobody to answer. */
const cutOff = ({ raw, reply }: Unfinished): void => {
  if (reply.raw.writableEnded || raw.listenerCount('error') === 0) return void raw.destroy();
  void reply.header('connection', 'close');
  reply.raw.once('finish', () => raw.destroy());
  raw.emit('error', new AppError('request_timeout'));
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Limits the requests whose body has not arrived, and the time that one takes. They are not counted as load; of too many the oldest is cut
 * off, because an honest body arrives within moments, so that clients who never finish theirs displace only each other. Node's own limit
 * would cut off large files, too.
 */
export const limitUnfinishedBodies = (app: FastifyInstance, bodyTime = BODY_TIME): void => {
  // Oldest first.
  const unfinished = new Set<Unfinished>();
  app.addHook('onRequest', async (request, reply) => {
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
    const { raw } = request;
    const entry = { client, raw, reply };
    let stop = () => {};
    const expect = () => {
      unfinished.add(entry);
      const stopTimer = every(bodyTime, () => {
        stop();
        cutOff(entry);
      });
      stop = () => {
        stopTimer();
        unfinished.delete(entry);
      };
    };
    expect();
    // A request closes as soon as its body is read, or when the client disconnects.
    raw.once('close', () => stop());
    request.readAsItComes = () => {
      stop();
      // Of a file that was refused the rest comes in the time of others.
      reply.raw.once('finish', () => {
        if (!raw.complete && !raw.destroyed) expect();
      });
    };
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The body is a file that somebody reads, who was let in: it takes its time. */
    readAsItComes?: () => void;
  }
}
