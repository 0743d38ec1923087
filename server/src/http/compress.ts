import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const SMALLEST = 1_024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** JSON answers shrink to a fifth; a dashboard is refreshed every ten seconds. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < SMALLEST) return payload;
    const accepted = request.headers['accept-encoding'] ?? '';
    void reply.header('vary', 'accept-encoding');
    if (accepted.includes('br')) {
      void reply.header('content-encoding', 'br').removeHeader('content-length');
      return brotli(payload, QUALITY);
    }
    if (accepted.includes('gzip')) {
      void reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return zip(payload);
    }
    return payload;
  });
};
