import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const MIN_LENGTH = 1_024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Whether Accept-Encoding names the encoding with a weight above 0. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, weight] = part.split(';').map((piece) => piece.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '');
  });

/** Compresses text answers: JSON shrinks to a fifth, and a dashboard is refreshed every ten seconds. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload;
    const accepted = request.headers['accept-encoding'] ?? '';
    void reply.header('vary', 'accept-encoding');
    if (accepts(accepted, 'br')) {
      void reply.header('content-encoding', 'br').removeHeader('content-length');
      return brotli(payload, QUALITY);
    }
    if (accepts(accepted, 'gzip')) {
      void reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return zip(payload);
    }
    return payload;
  });
};
