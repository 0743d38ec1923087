import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/app-error.ts';

export const BODY_LIMIT = 64 * 1024;
const DEPTH_LIMIT = 20;

const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) return true;
    level = level.flatMap((inner) =>
      typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
    );
  }
  return false;
};

/** Accepts JSON bodies up to DEPTH_LIMIT levels deep, and files where a route takes them: these are not read here. */
export const acceptJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Clients may send the content type without a body.
    if (body.length === 0) return done(null, undefined);
    // Decoded all the same, its letters would be lost.
    if (!isUtf8(body as Buffer)) {
      return done(new AppError('bad_request', { detail: 'The body is not encoded in UTF-8.' }));
    }
    void parse(request, body.toString(), (error, parsed: unknown) => {
      if (error) done(new AppError('bad_request', { detail: 'The body is not valid JSON.', cause: error }));
      else if (isTooDeep(parsed))
        done(new AppError('bad_request', { detail: 'The body is nested too deeply.' }));
      else done(null, parsed);
    });
  });
  app.addContentTypeParser('text/csv', (request, payload, done) => {
    if (request.routeOptions.config.upload === 'text/csv') done(null, payload);
    else done(new AppError('unsupported_media_type'));
  });
};
