import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';

import { createApp } from '../app.ts';
import { createPasswordHasher } from '../auth/password/password-hasher.ts';
import type { PasswordHasher } from '../auth/password/password-hasher.ts';
import { createKeys } from '../lib/secrets/keys.ts';
import type { CommandDeps } from '../commands/deps.ts';
import type { ForwardedHeader } from '../config.ts';
import type { RootDb } from '../db/connection.ts';
import { seededRandom } from '../demo/seeded-random.ts';
import { createEventHooks } from '../events/event-hooks.ts';
import { createMetrics } from '../http/health/metrics.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { HistoryProgress } from '../lib/history-progress.ts';
import { createViewedHouses } from '../lib/viewed-houses.ts';
import { registerProviders } from '../stores/system/provider.ts';
import type { WeatherSource } from '../weather/port.ts';
import { simulatedWeather } from '../weather/simulated.ts';
import { issuersFor } from './auth/issuers.ts';
import type { TestIssuers } from './auth/issuers.ts';

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now: Date;

  constructor(start = '2026-11-15T18:00:00.000Z') {
    this.#now = new Date(start);
  }

  now(): Date {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

type Method = NonNullable<InjectOptions['method']>;

interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly host?: string;
  readonly ip?: string;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

/** The same keys in every test, so that two apps can share a database. */
export const testKeys = createKeys(new Uint8Array(32).fill(7), seededRandom('keys'));
/** The real hash at the least cost; what it costs in use is tested with the hasher. */
export const createTestPasswords = (verifyHash?: Parameters<typeof createPasswordHasher>[1]) =>
  createPasswordHasher({ memoryCost: 8, timeCost: 1 }, verifyHash);
export const SMS_TOKEN = 'dummy-gateway-token';

export interface AppOptions {
  readonly jobs?: Jobs;
  readonly passwords?: PasswordHasher;
  /** Absent: by the events of the database. */
  readonly isEventActive?: CommandDeps['eventHooks']['isActive'];
  /** Two apps on one database need different seeds, or their ids collide. */
  readonly seed?: string;
  readonly logLevel?: string;
  readonly weather?: WeatherSource;
  readonly clock?: TestClock;
  readonly webBuild?: string;
  readonly outbox?: boolean;
  /** Names of the device links that run; the simulator unless given. */
  readonly runningLinks?: readonly string[];
  /** Let accounts of the demo data sign in. */
  readonly demo?: boolean;
  readonly localDemo?: boolean;
  /** Unless given, the past of every house is complete. */
  readonly historyProgress?: HistoryProgress;
  readonly trustedHeaders?: readonly ForwardedHeader[];
  /** Issuers of provider sign-on; unless given, every provider has one that can be started at and never answers. */
  readonly signOn?: TestIssuers;
  /** Instead of that of the product. */
  readonly providersFolder?: string;
}

/** Most tests send no job; one that does brings a queue. */
const noJobs: Jobs = {
  send: () => Promise.reject(new Error('this test has no job queue')),
  sendMany: () => Promise.reject(new Error('this test has no job queue')),
  work: async () => {},
  workOnCommands: async () => {},
  start: async () => {},
  stop: async () => {},
};

/** The real app on the given database, called in process. */
export const startApp = async (db: RootDb, options: AppOptions = {}) => {
  const clock = options.clock ?? new TestClock();
  const { providers, issuers } = issuersFor(clock, options.signOn, options.providersFolder);
  const lines: string[] = [];
  const logTo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  await registerProviders(db, providers.all, clock.now());
  const viewedHouses = createViewedHouses(clock);
  const random = seededRandom(options.seed ?? 'test');
  const metrics = createMetrics({ db, processMetrics: false });
  const { server } = createApp({
    db,
    // Tests send hundreds of calls in one turn, which a slow machine must not refuse.
    embeddedDatabase: false,
    clock,
    metrics,
    random,
    jobs: options.jobs ?? noJobs,
    keys: testKeys,
    passwords: options.passwords ?? createTestPasswords(),
    publicUrl: ({ id }) => `https://portal.example/?pid=${id}`,
    issuers,
    smsToken: SMS_TOKEN,
    outbox: options.outbox ?? false,
    eventHooks: {
      ...createEventHooks(clock),
      ...(options.isEventActive && { isActive: options.isEventActive }),
    },
    runningLinks: options.runningLinks ?? ['simulator'],
    providers,
    weather: options.weather ?? simulatedWeather(clock),
    viewedHouses,
    historyProgress: options.historyProgress ?? (async () => null),
    logLevel: options.logLevel ?? 'error',
    logTo,
    // So that tests can set the client's address by a header.
    trustedProxies: 1,
    trustedHeaders: options.trustedHeaders ?? ['x-forwarded-for', 'x-forwarded-proto'],
    isLastAnswer: () => false,
    webBuild: options.webBuild ?? null,
    demo: options.demo ?? false,
    localDemo: options.localDemo ?? false,
    startupTasks: () => [],
    version: 'test',
  });
  await server.ready();

  const call = async (method: Method, path: string, options_: CallOptions = {}): Promise<Answer> => {
    const answer = await server.inject({
      method,
      url: path,
      headers: {
        host: options_.host ?? 'localhost',
        'x-forwarded-for': options_.ip ?? '192.0.2.1',
        ...(options_.token ? { authorization: `Bearer ${options_.token}` } : {}),
        ...options_.headers,
      },
      ...(options_.body === undefined ? {} : { payload: options_.body as object }),
    });
    const isJson = (answer.headers['content-type'] ?? '').includes('json') && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson ? answer.json() : null,
    };
  };
  return {
    server,
    metrics,
    clock,
    viewedHouses,
    random,
    providers,
    call,
    lines,
    close: () => server.close(),
  };
};

export type TestApp = Awaited<ReturnType<typeof startApp>>;
