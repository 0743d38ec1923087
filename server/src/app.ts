import type { Writable } from 'node:stream';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints/index.ts';
import { LONGEST_ID } from '#domain/provisioning/columns.ts';
import type { AuthDeps } from './auth/deps.ts';
import type { CommandDeps } from './commands/deps.ts';
import type { ForwardedHeader } from './config.ts';
import type { RootDb } from './db/connection.ts';
import { createAnswerError } from './http/errors/answer-error.ts';
import { answerClientError } from './http/errors/client-error.ts';
import { createRateLimiter } from './http/limits/rate-limit.ts';
import { compressAnswers } from './http/compress.ts';
import { limitConnections } from './http/limits/connection-limit.ts';
import { serveDocumentation } from './http/openapi/documentation.ts';
import { removeUntrustedHeaders } from './http/forwarded-headers.ts';
import { serveHealth } from './http/health/health.ts';
import { BODY_LIMIT, acceptJson } from './http/json-body.ts';
import { shedLoad } from './http/limits/load-shedding.ts';
import type { AppMetrics } from './http/health/metrics.ts';
import { mountRoutes } from './http/mount-routes.ts';
import type { Routes } from './http/mount-routes.ts';
import { limitPipelinedRequests } from './http/limits/pipelined-requests.ts';
import { serveSignOnCallback } from './http/sign-on-callback.ts';
import { createStorageHealth } from './http/health/storage-health.ts';
import { limitUnfinishedBodies } from './http/limits/unfinished-bodies.ts';
import type { Jobs } from './jobs/queue.ts';
import { AppError } from './lib/app-error.ts';
import type { Clock } from './lib/clock/clock.ts';
import type { HistoryProgress } from './lib/history-progress.ts';
import type { Random } from './lib/secrets/random.ts';
import { serveOutbox } from './notify/outbox-page.ts';
import { serveSmsWebhook } from './notify/sms-webhook.ts';
import type { ViewedHouses } from './lib/viewed-houses.ts';
import type { Providers } from './providers/registry.ts';
import { accountRoutes } from './routes/account.ts';
import { authRoutes } from './routes/auth.ts';
import { deviceRoutes } from './routes/devices.ts';
import { eventRoutes } from './routes/events.ts';
import { housePrefetch, houseRoutes } from './routes/house.ts';
import { householdRoutes } from './routes/household.ts';
import { marketingRoutes } from './routes/marketing.ts';
import { messageRoutes } from './routes/messages.ts';
import { operatorHouseholdRoutes } from './routes/operator-household.ts';
import { operatorHomeRoutes } from './routes/operator-home.ts';
import { operatorImportRoutes } from './routes/operator-import.ts';
import { operatorMarketingRoutes } from './routes/operator-marketing.ts';
import { operatorMessageRoutes } from './routes/operator-messages.ts';
import { operatorRoutes } from './routes/operator.ts';
import { operatorsRoutes } from './routes/operators.ts';
import { resultRoutes } from './routes/results.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { settlementRoutes } from './routes/settlements.ts';
import { weatherRoutes } from './routes/weather.ts';
import { serveAssets } from './web/assets.ts';
import { serveDocument } from './web/document.ts';
import type { WeatherSource } from './weather/port.ts';

export interface AppDeps {
  readonly db: RootDb;
  /** The database works in this process. */
  readonly embeddedDatabase: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly keys: AuthDeps['keys'];
  readonly passwords: AuthDeps['passwords'];
  readonly publicUrl: AuthDeps['publicUrl'];
  readonly issuers: AuthDeps['issuers'];
  /** The key of the SMS gateway's signatures; null: there is no gateway. */
  readonly smsToken: string | null;
  /** Serve the outbox of the demo at /dev/outbox. */
  readonly outbox: boolean;
  readonly eventHooks: CommandDeps['eventHooks'];
  /** Names of the device links that run. */
  readonly runningLinks: readonly string[];
  readonly providers: Providers;
  readonly weather: WeatherSource;
  readonly viewedHouses: ViewedHouses;
  readonly historyProgress: HistoryProgress;
  readonly metrics: AppMetrics;
  readonly logLevel: string;
  /** Standard output unless given. */
  readonly logTo?: Writable;
  readonly trustedProxies: number;
  /** What is believed of these proxies. */
  readonly trustedHeaders: readonly ForwardedHeader[];
  /** Folder of the built web application; null serves the API alone. */
  readonly webBuild: string | null;
  readonly demo: boolean;
  /** The demo, and only this machine reaches it. */
  readonly localDemo: boolean;
  /** Names of the start-up tasks that have not finished, such as demo data. */
  readonly startupTasks: () => readonly string[];
  /** Why the clock is in doubt, and nothing is deleted; null or absent: it is not. */
  readonly clockDoubt?: () => string | null;
  /** What the installation cannot do, or does unsafely, although it serves; absent: nothing. */
  readonly problems?: () => readonly string[];
  /** The node is stopping: whether an answer is the last one of its connection. */
  readonly isLastAnswer: () => boolean;
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

/** The composition root of the HTTP server. */
export const createApp = (deps: AppDeps): App => {
  const { db, providers } = deps;
  const storage = createStorageHealth(db);
  const answerError = createAnswerError(deps.clock, storage.note);
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
      // No hook sees such a request, so nothing else limits how long its body takes.
      void reply.header('connection', 'close');
      reply.raw.once('finish', () => request.raw.destroy());
      void answerError(thrown, request, reply);
    },
    trustProxy: (_address, hop) => hop < deps.trustedProxies,
    clientErrorHandler: answerClientError,
    // A request that comes while the node stops is answered like any other.
    return503OnClosing: false,
    // Bodies have their own limit; a connection on which nothing comes is closed.
    requestTimeout: 0,
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // Node looks for requests that are late only so often.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: LONGEST_ID },
  });
  // Behind a proxy all connections come from its address.
  if (deps.trustedProxies === 0) limitConnections(server.server);

  limitPipelinedRequests(server);
  removeUntrustedHeaders(server, deps.trustedHeaders);
  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(HEADERS);
    void reply.header('content-security-policy', API_POLICY).header('cache-control', 'no-store');
    if (deps.isLastAnswer()) void reply.header('connection', 'close');
    if (request.protocol === 'https') void reply.header('strict-transport-security', 'max-age=31536000');
  });
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(async (request, reply) => {
    // Browsers are redirected to the start page; API clients get 404.
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (isPage && !/^\/api\b/.test(request.url)) return reply.redirect('/');
    throw new AppError('not_found');
  });
  limitUnfinishedBodies(server);
  acceptJson(server);
  compressAnswers(server);
  deps.metrics.observeRequests(server);

  serveHealth(server, {
    startupTasks: deps.startupTasks,
    storageTrouble: storage.trouble,
    clockDoubt: deps.clockDoubt ?? (() => null),
    problems: deps.problems ?? (() => []),
  });

  const onError = (error: unknown, what: string): void => server.log.error({ err: error }, what);
  const routes: Routes = {
    auth: { table: endpoints.auth, handlers: authRoutes(deps) },
    account: { table: endpoints.account, handlers: accountRoutes({ ...deps, onError }) },
    house: { table: endpoints.house, handlers: houseRoutes(deps), prefetch: housePrefetch },
    household: { table: endpoints.household, handlers: householdRoutes({ ...deps, onError }) },
    devices: { table: endpoints.devices, handlers: deviceRoutes(deps) },
    schedules: { table: endpoints.schedules, handlers: scheduleRoutes(deps) },
    events: { table: endpoints.events, handlers: eventRoutes({ ...deps, onError }) },
    results: { table: endpoints.results, handlers: resultRoutes(deps) },
    messages: { table: endpoints.messages, handlers: messageRoutes(deps) },
    operatorMessages: { table: endpoints.operatorMessages, handlers: operatorMessageRoutes(deps) },
    marketing: { table: endpoints.marketing, handlers: marketingRoutes(deps) },
    operatorMarketing: { table: endpoints.operatorMarketing, handlers: operatorMarketingRoutes(deps) },
    operatorHousehold: { table: endpoints.operatorHousehold, handlers: operatorHouseholdRoutes(deps) },
    operatorHome: { table: endpoints.operatorHome, handlers: operatorHomeRoutes({ ...deps, onError }) },
    operatorImport: { table: endpoints.operatorImport, handlers: operatorImportRoutes({ ...deps, onError }) },
    operators: { table: endpoints.operators, handlers: operatorsRoutes(deps) },
    operator: { table: endpoints.operator, handlers: operatorRoutes(deps) },
    settlements: { table: endpoints.settlements, handlers: settlementRoutes(deps) },
    weather: { table: endpoints.weather, handlers: weatherRoutes(deps) },
  } as unknown as Routes;

  const rateLimit = createRateLimiter(deps.clock);
  void server.register(
    async (api) => {
      shedLoad(api, { limitTurns: deps.embeddedDatabase });
      mountRoutes(api, { ...deps, rateLimit }, routes);
      serveSmsWebhook(api, deps);
      serveSignOnCallback(api, { ...deps, rateLimit });
      serveDocumentation(api, { rateLimit, version: deps.version });
    },
    { prefix: '/api' },
  );
  if (deps.outbox) serveOutbox(server, db);
  if (deps.webBuild) {
    serveDocument(server, deps.webBuild, { ...deps, rateLimit });
    serveAssets(server, deps.webBuild, providers);
  }
  return { server };
};
