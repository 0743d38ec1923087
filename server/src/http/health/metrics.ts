import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { ORIGINS } from '#domain/control/gate/origin.ts';
import { manufacturers } from '#domain/manufacturers/index.ts';
import { poolCounts } from '../../db/connection.ts';
import type { RootDb } from '../../db/connection.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { loopLags } from '../../stores/events/loop-lags.ts';
import { ping } from '../../stores/system/installation.ts';
import { queueDepths } from '../../stores/system/job-queues.ts';

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const LAG_BUCKETS = [1, 5, 15, 60, 300, 3_600, 86_400];

export interface AppMetrics extends Metrics {
  readonly observeRequests: (app: FastifyInstance) => void;
  /** Prometheus text exposition, with the database's figures as of now. */
  readonly render: () => Promise<string>;
}

interface Deps {
  readonly db: RootDb;
  /** Memory, CPU and event loop of the process; they cost a timer, so only a process that is scraped has them. */
  readonly processMetrics: boolean;
}

/** A label takes known values only: an unknown one could be anything, and every value is a series for ever. */
const knownOr =
  (known: readonly string[]) =>
  (value: string): string =>
    known.includes(value) ? value : 'other';
const makerLabel = knownOr(Object.keys(manufacturers));
const originLabel = knownOr(ORIGINS);

/** Counts answers by route pattern: never by the requested path, which holds ids of houses. */
const requestMetrics = (registers: Registry[]): AppMetrics['observeRequests'] => {
  const seconds = new Histogram({
    name: 'porchlight_http_request_seconds',
    help: 'Time from request to answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  return (app) => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      const labels = { method: request.method, route, status: reply.statusCode };
      seconds.observe(labels, reply.elapsedTime / 1_000);
    });
  };
};

/** Read when Prometheus asks. A database that cannot be reached is a figure too, not a failed scrape. */
const databaseMetrics = (db: RootDb, registers: Registry[]): (() => Promise<void>) => {
  const up = new Gauge({
    name: 'porchlight_database_up',
    help: '1 when the database answered this scrape, else 0.',
    registers,
  });
  const connections = new Gauge({
    name: 'porchlight_database_pool_connections',
    help: 'Connections of the pool of this process, by state; none with the embedded database.',
    labelNames: ['state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'porchlight_queue_waiting_jobs',
    help: 'Jobs that no worker has taken yet, those that wait for another try included.',
    labelNames: ['queue'],
    registers,
  });
  const oldest = new Gauge({
    name: 'porchlight_queue_oldest_due_seconds',
    help: 'Seconds since the job that is due for longest could have been taken.',
    labelNames: ['queue'],
    registers,
  });
  const loopLag = new Gauge({
    name: 'porchlight_event_loop_lag_seconds',
    help: 'Seconds since what is due longest for a loop of events became due; 0 when nothing is due.',
    labelNames: ['loop'],
    registers,
  });
  const oldestReturn = new Gauge({
    name: 'porchlight_event_oldest_return_seconds',
    help: 'Seconds since the device should have returned from an event that waits for it longest.',
    registers,
  });
  return async () => {
    const isUp = await ping(db).then(
      () => true,
      () => false,
    );
    up.set(isUp ? 1 : 0);
    // The tables of the queue are made during the first start.
    const depths = isUp ? await queueDepths(db).catch(() => []) : [];
    waiting.reset();
    oldest.reset();
    for (const { name, waiting: jobs, oldestDueSeconds } of depths) {
      waiting.set({ queue: name }, jobs);
      oldest.set({ queue: name }, oldestDueSeconds);
    }
    const lags = isUp ? await loopLags(db).catch(() => null) : null;
    for (const [loop, seconds] of Object.entries(lags?.loops ?? {})) loopLag.set({ loop }, seconds);
    if (lags) oldestReturn.set(lags.oldestReturn);
    const pool = poolCounts(db);
    for (const [state, count] of Object.entries(pool ?? {})) connections.set({ state }, count);
  };
};

const businessMetrics = (registers: Registry[]): Metrics => {
  const commands = new Counter({
    name: 'porchlight_commands_total',
    help: 'Commands to devices by what became of them; each is counted once per outcome it reaches.',
    labelNames: ['origin', 'outcome', 'maker'],
    registers,
  });
  const signIns = new Counter({
    name: 'porchlight_sign_ins_total',
    help: 'Sign-in attempts by path and outcome.',
    labelNames: ['path', 'outcome'],
    registers,
  });
  const readings = new Counter({
    name: 'porchlight_readings_stored_total',
    help: 'Readings of devices that were stored.',
    registers,
  });
  const leftOut = new Counter({
    name: 'porchlight_readings_left_out_total',
    help: 'Readings that could not be stored, because of their values or those of their house.',
    registers,
  });
  const lag = new Histogram({
    name: 'porchlight_ingest_lag_seconds',
    help: 'Seconds between the time of a reading and its storing.',
    buckets: LAG_BUCKETS,
    registers,
  });
  const tasks = new Counter({
    name: 'porchlight_housekeeping_tasks_total',
    help: 'Runs of the tasks of housekeeping by outcome; one that hangs is counted in every round.',
    labelNames: ['task', 'outcome'],
    registers,
  });
  const circuitsOpened = new Counter({
    name: 'porchlight_device_link_circuit_opened_total',
    help: 'How often calls of a device link were stopped because too many failed.',
    labelNames: ['link'],
    registers,
  });
  const linkUp = new Gauge({
    name: 'porchlight_device_link_up',
    help: '1 while a device link is called, 0 from the opening of its circuit until a call is answered again.',
    labelNames: ['link'],
    registers,
  });
  const scheduleFailures = new Counter({
    name: 'porchlight_schedule_failures_total',
    help: 'Schedules that were due and could not be run; each is tried again.',
    registers,
  });
  const lateReturns = new Counter({
    name: 'porchlight_late_returns_total',
    help: 'Devices that an event has moved and that were not back five minutes after they should have been.',
    registers,
  });
  return {
    countCircuitOpened: (link) => circuitsOpened.inc({ link }),
    setLinkUp: (link, isUp) => linkUp.set({ link }, isUp ? 1 : 0),
    countScheduleFailure: () => scheduleFailures.inc(),
    countLateReturns: (count) => lateReturns.inc(count),
    countLeftOut: (count) => leftOut.inc(count),
    countTask: (task, outcome) => tasks.inc({ task, outcome }),
    countCommand: ({ origin, outcome, maker }) =>
      commands.inc({ origin: originLabel(origin), outcome, maker: makerLabel(maker) }),
    countSignIn: (path, outcome) => signIns.inc({ path, outcome }),
    observeReadings: (lagSeconds) => {
      readings.inc(lagSeconds.length);
      for (const seconds of lagSeconds) lag.observe(Math.max(0, seconds));
    },
  };
};

/** The metrics of one app in a registry of its own, so that several apps can live in one process. */
export const createMetrics = ({ db, processMetrics }: Deps): AppMetrics => {
  const registry = new Registry();
  const registers = [registry];
  if (processMetrics) collectDefaultMetrics({ register: registry });
  const readDatabase = databaseMetrics(db, registers);
  return {
    ...businessMetrics(registers),
    observeRequests: requestMetrics(registers),
    render: async () => {
      await readDatabase();
      return registry.metrics();
    },
  };
};
