import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const MIN_LENGTH = 1_024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } });

/** Whether Accept-Encoding names the encoding with a weight above 0. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, weight] = part.split(';').map((piece) => piece.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '');
  });

type Compress = (text: string) => Promise<Buffer>;

/** Compresses each text once and keeps the result. */
const once = (compress: Compress): Compress => {
  const kept = new Map<string, Promise<Buffer>>();
  return (text) => {
    const result = kept.get(text) ?? compress(text);
    kept.set(text, result);
    return result;
  };
};

/** Compresses text answers: JSON shrinks to a fifth, and a dashboard is refreshed every ten seconds. */
export const compressAnswers = (app: FastifyInstance): void => {
  const each = { br: (text: string) => brotli(text, quality(4)), gzip: (text: string) => zip(text) };
  const constant = { br: once((text) => brotli(text, quality(11))), gzip: once(each.gzip) };
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload;
    const accepted = request.headers['accept-encoding'] ?? '';
    const compress = request.routeOptions.config.isConstant ? constant : each;
    void reply.header('vary', 'accept-encoding');
    if (accepts(accepted, 'br')) {
      void reply.header('content-encoding', 'br').removeHeader('content-length');
      return compress.br(payload);
    }
    if (accepts(accepted, 'gzip')) {
      void reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return compress.gzip(payload);
    }
    return payload;
  });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has only a few different answers, the same ones until the end of the process. */
    isConstant?: boolean;
  }
}
