import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ACCESS_RULES, BUDGETS, REPEATS } from '#contract/endpoint.ts';
import type { Budget, Endpoint, EndpointTable } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { accessRules } from '../auth/access/access-guard.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { requireHistory } from '../lib/history-progress.ts';
import type { HistoryProgress } from '../lib/history-progress.ts';
import { preferredLanguage } from '../lib/text/i18n.ts';
import type { ViewedHouses } from '../lib/viewed-houses.ts';
import type { Providers } from '../providers/registry.ts';
import type { HouseRead } from '../stores/auth/session.ts';
import type { RateLimiter } from './limits/rate-limit.ts';
import type { Caller, FileAnswer, Handler } from './handler.ts';
import { clientOf, networkOf } from './network.ts';
import { cookieText, readCookie } from './cookies.ts';
import { createTokenGuard } from './limits/unknown-tokens.ts';
import type { TokenGuard } from './limits/unknown-tokens.ts';

export interface RouteDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
  readonly rateLimit: RateLimiter;
  readonly viewedHouses: ViewedHouses;
  readonly historyProgress: HistoryProgress;
  readonly demo: boolean;
  readonly localDemo: boolean;
}

type AnyHandler = Handler<Endpoint>;
export type Routes = Readonly<
  Record<
    string,
    {
      table: EndpointTable;
      handlers: Record<string, AnyHandler>;
      /** By the name of the endpoint: read in the statement that finds the session, and handed to the handler. */
      prefetch?: Readonly<Record<string, HouseRead>>;
    }
  >
>;

/** Throws at the start for an endpoint without access rule, budget, repeat rule or response schema. */
export const assertComplete = (name: string, endpoint: Partial<Endpoint>): void => {
  const rules = { access: ACCESS_RULES, budget: BUDGETS, repeat: REPEATS } as const;
  for (const [rule, allowed] of Object.entries(rules)) {
    const value = endpoint[rule as keyof typeof rules];
    if (value === undefined || !(allowed as readonly string[]).includes(value)) {
      throw new Error(`The endpoint ${name} has no valid ${rule} rule.`);
    }
  }
  if (endpoint.response === undefined) throw new Error(`The endpoint ${name} has no response schema.`);
  if (['house', 'owner'].includes(endpoint.access ?? '') && !endpoint.path?.includes('{houseId}')) {
    throw new Error(`The endpoint ${name} is for a house and names none.`);
  }
  if (endpoint.needsHistory && !endpoint.path?.includes('{houseId}')) {
    throw new Error(`The endpoint ${name} is made of the past of a house and names none.`);
  }
  if (endpoint.access === 'self' && !endpoint.path?.startsWith('/account/{id}')) {
    throw new Error(`The endpoint ${name} is for one's own account and names none.`);
  }
  if ((endpoint.access === 'operator') !== (endpoint.path?.startsWith('/operator/') ?? false)) {
    throw new Error(`The endpoint ${name} is for operators by its access or its path alone.`);
  }
};

const parse = <S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  { where, code, deviceId }: { where: string; code: ErrorCode; deviceId?: string | undefined },
): z.output<S> | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || where;
  const detail = `${field}: ${issue?.message ?? 'does not fit'}`;
  throw new AppError(code, { detail, ...(deviceId === undefined ? {} : { deviceId }) });
};

const MAX_HEADER_LENGTH = 128;

const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([\w-]{1,128})$/i.exec(header ?? '')?.[1];

const callerOf = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Caller => ({
  // Computed when asked for: most calls need none of them.
  get network() {
    return networkOf(request.ip);
  },
  get userAgent() {
    return request.headers['user-agent']?.slice(0, 256) ?? null;
  },
  get language() {
    return preferredLanguage(request.headers['accept-language']);
  },
  header: (name) => {
    // The OpenAPI document lists what the endpoint declares: a handler reads nothing else.
    if (!endpoint.headers?.includes(name))
      throw new Error(`The endpoint ${endpoint.path} declares no ${name}.`);
    const value = request.headers[name.toLowerCase()]?.toString() ?? '';
    if (value.length > MAX_HEADER_LENGTH)
      throw new AppError('bad_request', { detail: `${name} is too long.` });
    return value || null;
  },
  cookie: (name) => readCookie(request.headers.cookie, name),
  setCookie: (name, value, maxAgeMs, sameSite = 'Strict') => {
    const isSecure = request.protocol === 'https';
    void reply.header('set-cookie', cookieText({ name, value, maxAgeMs, sameSite, isSecure }));
  },
  setEtag: (etag) => {
    if (endpoint.etag !== 'version') throw new Error(`The endpoint ${endpoint.path} declares no version.`);
    void reply.header('etag', `"${etag}"`);
  },
});

const sendUnlessUnchanged = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply => {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
};

const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  answer: FileAnswer,
): FastifyReply => {
  const { name, length, chunks, signal, onSent, onClose } = answer;
  void reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  if (length !== null) void reply.header('content-length', length);
  if (request.method === 'HEAD') {
    onClose();
    // Without a payload Fastify would answer that the file is empty.
    return reply.send(Readable.from([]));
  }
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: 65_536, signal });
  stream.once('close', onClose);
  reply.raw.once('finish', () => {
    // An error before the first chunk is answered as one, which also finishes.
    if (stream.readableEnded) onSent();
  });
  return reply.send(stream);
};

/** The contract's path with parameters as Fastify writes them: `/house/:houseId`. */
const urlOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const needsHistory = ({ needsHistory: needs }: Endpoint, query: Record<string, unknown> = {}): boolean =>
  needs === true || (needs?.(query) ?? false);

/** Bytes. */
const UPLOAD_LIMIT = 200 * 1_024 * 1_024;

/** What comes after the headers of a call that takes a file; nothing of it was read yet. */
const uploadOf = ({ upload }: Endpoint, request: FastifyRequest): AsyncIterable<Uint8Array> => {
  if (upload === undefined) return Readable.from([]);
  const { body, headers } = request;
  // Whoever says so is refused before anything is read; others as soon as it is too much.
  if (Number(headers['content-length'] ?? 0) > UPLOAD_LIMIT) throw new AppError('payload_too_large');
  if (!(body instanceof Readable)) throw new AppError('unsupported_media_type');
  request.readAsItComes?.();
  return body as AsyncIterable<Uint8Array>;
};

interface RouteParts {
  readonly handler: AnyHandler;
  readonly prefetch: HouseRead | undefined;
  readonly guardToken: TokenGuard;
}

/** Their calls are counted per account, whatever number of sessions it has. */
const PER_ACCOUNT: readonly Budget[] = ['write', 'urgent'];

const mount = (
  app: FastifyInstance,
  deps: RouteDeps,
  endpoint: Endpoint,
  { handler, prefetch, guardToken }: RouteParts,
): void => {
  const subjectOf = (scope: object, caller: Caller): string => {
    if (endpoint.budget === 'command' && 'houseId' in scope) return String(scope.houseId);
    if (PER_ACCOUNT.includes(endpoint.budget) && 'accountId' in scope) return String(scope.accountId);
    return 'sessionId' in scope ? String(scope.sessionId) : caller.network;
  };
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint.path),
    config: { shed: endpoint.shed, upload: endpoint.upload },
    handler: async (request, reply) => {
      const params = request.params as Record<string, string>;
      const rawQuery = request.query as Record<string, unknown>;
      const caller = callerOf(endpoint, request, reply);
      const visit = {
        host: request.host,
        pid: typeof rawQuery['pid'] === 'string' ? rawQuery['pid'] : undefined,
        token: endpoint.access === 'public' ? undefined : bearerToken(request.headers.authorization),
        params,
        writes: endpoint.method !== 'GET',
        prefetch,
      };
      const { scope, prefetched } = await guardToken(clientOf(request.ip), visit.token, () =>
        accessRules[endpoint.access](deps, visit),
      );
      deps.rateLimit(endpoint.budget, subjectOf(scope, caller));
      const query = parse(endpoint.query, rawQuery, { where: 'query', code: 'bad_request' });
      if ('houseId' in scope) {
        const house = { providerId: scope.providerId, houseId: String(scope.houseId) };
        deps.viewedHouses.mark(house);
        if (needsHistory(endpoint, query)) await requireHistory(deps.historyProgress, house);
      }
      const answer = await handler({
        scope,
        params,
        query,
        body: parse(endpoint.body, endpoint.upload ? {} : request.body, {
          where: 'body',
          code: endpoint.malformed ?? 'bad_request',
          deviceId: params['deviceId'],
        }),
        upload: uploadOf(endpoint, request),
        caller,
        prefetched,
      });
      if (endpoint.file) return sendFile(request, reply, endpoint.file, answer as unknown as FileAnswer);
      if (endpoint.response === null) return reply.code(204).send();
      void reply.code(endpoint.status ?? 200);
      // Parsing strips fields that the contract does not name.
      const body = JSON.stringify(endpoint.response.parse(answer));
      if (endpoint.etag === 'content') return sendUnlessUnchanged(request, reply, body);
      return reply.type('application/json; charset=utf-8').send(body);
    },
  });
};

/** Answers 405 with Allow for the methods that a path does not have. */
const serveOtherMethods = (app: FastifyInstance, endpoints: readonly Endpoint[]): void => {
  for (const [path, all] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const known = new Set<string>(all.map(({ method }) => method));
    // Fastify serves HEAD for every GET.
    if (known.has('GET')) known.add('HEAD');
    app.route({
      method: METHODS.filter((method) => !known.has(method)),
      url: urlOf(path),
      handler: async (_request, reply) => {
        void reply.header('allow', [...known].join(', '));
        throw new AppError('method_not_allowed');
      },
    });
  }
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const mountRoutes = (app: FastifyInstance, deps: RouteDeps, routes: Routes): void => {
  const guardToken = createTokenGuard(deps.rateLimit);
  for (const [area, { table, handlers, prefetch }] of Object.entries(routes)) {
    for (const [name, endpoint] of Object.entries(table)) {
      assertComplete(`${area}.${name}`, endpoint);
      const handler = handlers[name];
      if (!handler) throw new Error(`The endpoint ${area}.${name} has no handler.`);
      mount(app, deps, endpoint, { handler, prefetch: prefetch?.[name], guardToken });
    }
  }
  serveOtherMethods(
    app,
    Object.values(routes).flatMap(({ table }) => Object.values(table)),
  );
};
