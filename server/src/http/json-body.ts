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

/** Accepts JSON bodies only, up to DEPTH_LIMIT levels deep. */
export const acceptJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients may send the content type without a body.
    if (body === '') return done(null, undefined);
    void parse(request, body as string, (error, parsed: unknown) => {
      if (error) done(new AppError('bad_request', { detail: 'The body is not valid JSON.', cause: error }));
      else if (isTooDeep(parsed))
        done(new AppError('bad_request', { detail: 'The body is nested too deeply.' }));
      else done(null, parsed);
    });
  });
};
