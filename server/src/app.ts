import type { Writable } from 'node:stream';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints/index.ts';
import { errors } from '#contract/errors.ts';
import type { AuthDeps } from './auth/deps.ts';
import { createPasswordHasher } from './auth/password-hasher.ts';
import type { CommandDeps } from './commands/deps.ts';
import type { RootDb } from './db/connection.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { compressAnswers } from './http/compress.ts';
import { docsCss, docsPage } from './http/docs-page.ts';
import { serveHealth } from './http/health.ts';
import { BODY_LIMIT, acceptJson } from './http/json-body.ts';
import { shedLoad } from './http/load-shedding.ts';
import type { AppMetrics } from './http/metrics.ts';
import { openApi } from './http/openapi.ts';
import { asAppError, toProblem } from './http/problem.ts';
import { mountRoutes } from './http/mount-routes.ts';
import type { Routes } from './http/mount-routes.ts';
import type { Jobs } from './jobs/queue.ts';
import { AppError } from './lib/app-error.ts';
import type { Clock } from './lib/clock.ts';
import { catalogue, preferredLanguage } from './lib/i18n.ts';
import type { Random } from './lib/random.ts';
import { serveOutbox } from './notify/outbox-page.ts';
import { serveSmsWebhook } from './notify/sms-webhook.ts';
import type { ViewedHouses } from './lib/viewed-houses.ts';
import type { Providers } from './providers/registry.ts';
import { accountRoutes } from './routes/account.ts';
import { authRoutes } from './routes/auth.ts';
import { deviceRoutes } from './routes/devices.ts';
import { housePrefetch, houseRoutes } from './routes/house.ts';
import { weatherRoutes } from './routes/weather.ts';
import { ping } from './stores/installation.ts';
import { serveAssets } from './web/assets.ts';
import { serveDocument } from './web/document.ts';
import type { WeatherSource } from './weather/port.ts';

export interface AppDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly keys: AuthDeps['keys'];
  readonly publicUrl: AuthDeps['publicUrl'];
  /** The key of the SMS gateway's signatures; null: there is no gateway. */
  readonly smsToken: string | null;
  /** Serve the outbox of the demo at /dev/outbox. */
  readonly outbox: boolean;
  /** Whether an event runs on the device that nobody opted it out of. */
  readonly isEventActive: CommandDeps['isEventActive'];
  readonly providers: Providers;
  readonly weather: WeatherSource;
  readonly viewedHouses: ViewedHouses;
  readonly metrics: AppMetrics;
  readonly logLevel: string;
  /** Standard output unless given. */
  readonly logTo?: Writable;
  readonly trustedProxies: number;
  /** Folder of the built web application; null serves the API alone. */
  readonly webBuild: string | null;
  readonly demo: boolean;
  /** Names of the start-up tasks that have not finished, such as demo data. */
  readonly startupTasks: () => readonly string[];
  readonly version: string;
}

export interface App {
  readonly server: FastifyInstance;
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

const API_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";

/** Answers any error as a problem of the contract, worded in the caller's language. */
const answerError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const error = asAppError(thrown);
  const { status } = errors[error.code];
  if (status >= 500) request.log.error({ code: error.code, err: error.cause ?? error }, 'request failed');
  if (error.extras.retryAfterSeconds) void reply.header('retry-after', error.extras.retryAfterSeconds);
  const t = catalogue[preferredLanguage(request.headers['accept-language'])];
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(toProblem(error, t)));
};

/** The composition root of the HTTP server. */
export const createApp = (deps: AppDeps): App => {
  const { db, providers } = deps;
  const server = fastify({
    logger: {
      level: deps.logLevel,
      ...(deps.logTo ? { stream: deps.logTo } : {}),
      // An allow-list: URLs, headers and bodies may hold tokens and telephone numbers, and are never logged.
      serializers: {
        req: ({ method, routeOptions, id }) => ({ id, method, route: routeOptions?.url ?? null }),
        res: ({ statusCode }) => ({ statusCode }),
        // Database drivers attach statements and values to errors.
        err: ({ name, message, code, stack }) => ({ type: name, message, code, stack: stack ?? '' }),
      },
    },
    logController: new LogController({ disableRequestLogging: !['debug', 'info'].includes(deps.logLevel) }),
    bodyLimit: BODY_LIMIT,
    frameworkErrors: (thrown, request, reply) => {
      void answerError(thrown, request, reply);
    },
    trustProxy: (_address, hop) => hop < deps.trustedProxies,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 64 },
  });
  server.server.headersTimeout = 10_000;

  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(HEADERS);
    void reply.header('content-security-policy', API_POLICY).header('cache-control', 'no-store');
    if (request.protocol === 'https') void reply.header('strict-transport-security', 'max-age=31536000');
  });
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(async (request, reply) => {
    // Browsers are redirected to the start page; API clients get 404.
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (isPage && !/^\/api\b/.test(request.url)) return reply.redirect('/');
    throw new AppError('not_found');
  });
  acceptJson(server);
  compressAnswers(server);
  deps.metrics.observeRequests(server);

  serveHealth(server, {
    waitingFor: async () => {
      const reachable = await ping(db).then(
        () => true,
        () => false,
      );
      return [...(reachable ? [] : ['database']), ...deps.startupTasks()];
    },
  });

  const authDeps: AuthDeps = { ...deps, passwords: createPasswordHasher() };
  const routes: Routes = {
    auth: { table: endpoints.auth, handlers: authRoutes({ ...authDeps, metrics: deps.metrics }) },
    account: { table: endpoints.account, handlers: accountRoutes(authDeps) },
    house: { table: endpoints.house, handlers: houseRoutes(deps), prefetch: housePrefetch },
    devices: { table: endpoints.devices, handlers: deviceRoutes(deps) },
    weather: { table: endpoints.weather, handlers: weatherRoutes(deps) },
  } as unknown as Routes;

  void server.register(
    async (api) => {
      shedLoad(api);
      mountRoutes(api, { ...deps, rateLimit: createRateLimiter(deps.clock) }, routes);
      serveSmsWebhook(api, deps);
      const document = openApi(endpoints, deps.version);
      api.get('/openapi.json', async (_request, reply) => reply.send(document));
      api.get('/docs', async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(docsPage(endpoints)),
      );
      api.get('/docs.css', async (_request, reply) => reply.type('text/css').send(docsCss));
    },
    { prefix: '/api' },
  );
  if (deps.outbox) serveOutbox(server, db);
  if (deps.webBuild) {
    serveDocument(server, deps.webBuild, providers, deps.demo);
    serveAssets(server, deps.webBuild, providers);
  }
  return { server };
};
