import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { SECOND } from '#domain/time/time.ts';
import { createApp } from '../app.ts';
import type { App } from '../app.ts';
import { createPasswordHasher } from '../auth/password/password-hasher.ts';
import { createIssuers } from '../auth/sign-on/issuer.ts';
import { createEventNotices } from '../events/notices/event-notices.ts';
import { createKeys } from '../lib/secrets/keys.ts';
import type { Config } from '../config.ts';
import { prepareEveningEvents } from '../demo/evening-event.ts';
import { isSilentInDemo } from '../demo/homes/silent-devices.ts';
import { isHistoryWritten, writeHistoryWithRetry } from '../demo/past/history.ts';
import { createHistoryProgress } from '../demo/past/history-progress.ts';
import { createEventHooks } from '../events/event-hooks.ts';
import { createPauseOf, startDownloads } from '../household/download/make-download.ts';
import { createMetrics } from '../http/health/metrics.ts';
import { createJobs } from '../jobs/queue.ts';
import { linkQueuesOf, routesFor } from '../links/router.ts';
import { sleep, systemClock, systemTime } from '../lib/clock/clock.ts';
import { StartFailure } from '../lib/start-failure.ts';
import { systemRandom } from '../lib/secrets/random.ts';
import { createViewedHouses } from '../lib/viewed-houses.ts';
import { importActs, leaveEventsBy } from '../routes/import-acts.ts';
import { endEnrolments } from '../provisioning/end-enrolments.ts';
import { startImports } from '../provisioning/import/run-import.ts';
import { readProviders } from '../providers/registry.ts';
import type { Provider } from '../providers/registry.ts';
import { startDelivery } from '../notify/deliver.ts';
import { registerProviders, removedPrograms } from '../stores/system/provider.ts';
import { settleEvents } from '../results/settle-events.ts';
import { prepareDays } from '../telemetry/retention.ts';
import { addressOf, isLoopback, pastMessage, startMessage } from './console.ts';
import { openDatabase } from './database.ts';
import { prepareDemoData } from './demo/demo-data.ts';
import { startDeviceRuntime } from '../devices/runtime.ts';
import { startHousekeeping } from './tasks/housekeeping.ts';
import type { SeedingPreparation } from './demo/prepare-seeding.ts';
import { createMetricsServer, listenAt, listenOn } from './listen.ts';
import { createNodeClock } from './node-clock.ts';
import { publicUrlOf } from './public-url.ts';
import { createGracefulStop } from './stop-listening.ts';
import type { GracefulStop } from './stop-listening.ts';
import { simulateInWorker } from './demo/simulate-in-worker.ts';
import { createStartupTasks } from './tasks/startup-tasks.ts';
import { assertSameKey, readSecretKey } from './secret-key.ts';
import { createChannels } from './channels.ts';
import { createProblems, removedProgramText, settingProblems } from './problems.ts';
import { watchMail } from './watch-mail.ts';
import { weatherFor } from './weather.ts';
import { noWeather } from '../weather/no-weather.ts';

const WEB_BUILD = path.resolve(import.meta.dirname, '../../../build/web');
/** At a stop open requests get this long; then their connections are closed, so that the database can still be closed. */
const DRAIN = 4 * SECOND;
/** Counted from the closing of the port. */
const EXIT_DEADLINE = 6.5 * SECOND;

/** The fields of an error that may be logged: database drivers attach the values of the query to theirs. */
const errorFields = (error: unknown) => {
  const { message, stack, code } = error as NodeJS.ErrnoException;
  return { reason: message, code, stack };
};

interface Begun {
  /** The demo's data, simulated meanwhile; null: not begun. */
  readonly preparation: Promise<SeedingPreparation> | null;
  /** Releases the data folder once the database is closed. */
  readonly unlock: () => void;
}

/** Serves until SIGTERM or SIGINT. */
export const serve = async (config: Config, { preparation, unlock }: Begun): Promise<void> => {
  const weather = weatherFor(config, systemClock);
  const providers = readProviders(config.providersDir ?? undefined, (_id, file) =>
    weather === null ? { ...file, settings: { ...file.settings, enableHomeWeather: false } } : file,
  );
  // The log belongs to the app, which needs the database first.
  let app: App | null = null;
  let gracefulStop: GracefulStop | null = null;
  let stopping = false;
  const database = await openDatabase(config, {
    clock: systemClock,
    onConnectionError: (error) => app?.server.log.warn(errorFields(error), 'database connection lost'),
  });
  const { db } = database;
  const clock = await createNodeClock({ db, isEmbedded: config.databaseUrl === null, sources: systemTime });
  // After the database: a start that fails there must not create a key file.
  const { secretKey, dataDir } = config;
  const keyBytes = await readSecretKey({ db, setting: secretKey, dataDir, random: systemRandom }).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  const keys = createKeys(keyBytes, systemRandom);
  const routes = routesFor(config.demo);
  const linkQueues = linkQueuesOf(routes);
  const jobs = createJobs(
    database.engine,
    (error) => app?.server.log.warn(errorFields(error), 'job queue'),
    linkQueues,
  );
  const startupTasks = createStartupTasks();
  const problems = createProblems((text) => app?.server.log.warn(text));
  for (const [name, sentence] of Object.entries(settingProblems(config))) problems.set(name, sentence);
  let address = '';
  const viewedHouses = createViewedHouses(clock);
  const eventHooks = createEventHooks(clock);
  const metrics = createMetrics({ db, processMetrics: config.metricsPort !== null });
  // Behind a proxy everybody is a caller from this machine.
  const localDemo = config.demo && isLoopback(config.host) && config.trustedProxies === 0;
  const publicUrl = (provider: Provider): string => publicUrlOf(config, address, provider);
  const issuers = createIssuers(providers, config.signOnSecrets, {
    clock,
    time: systemTime,
    fetch,
    loopback: config.signOnLoopback,
  });
  const notifyDeps = { jobs, keys, random: systemRandom, providers, publicUrl };
  app = createApp({
    db,
    embeddedDatabase: config.databaseUrl === null,
    clock,
    metrics,
    jobs,
    keys,
    passwords: createPasswordHasher(),
    publicUrl,
    issuers,
    smsToken: config.smsGateway?.token ?? null,
    outbox: localDemo,
    eventHooks,
    runningLinks: linkQueues.links,
    providers,
    random: systemRandom,
    weather: weather ?? noWeather,
    viewedHouses,
    historyProgress: createHistoryProgress(db, config),
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    trustedHeaders: config.trustedHeaders,
    isLastAnswer: () => gracefulStop?.isLastAnswer() ?? false,
    webBuild: WEB_BUILD,
    demo: config.demo,
    localDemo,
    clockDoubt: clock.doubt,
    problems: problems.list,
    startupTasks: () => [...startupTasks.pending(), ...(clock.isRight() ? [] : ['clock'])],
    version: packageJson.version,
  });
  const { server } = app;
  gracefulStop = createGracefulStop(server.server);
  clock.reportTo((text) => server.log.warn(text));
  const metricsServer = createMetricsServer(metrics);
  const onError = (error: unknown, what: string) => server.log.error(errorFields(error), `${what} failed`);
  const runningLinks = linkQueues.links;
  const importDeps = { db, clock, metrics, eventHooks, runningLinks, onError, ...notifyDeps };
  const acts = importActs(importDeps);
  const stopHousekeeping = startHousekeeping({
    db,
    clock,
    metrics,
    ...(weather && { weather }),
    notify: notifyDeps,
    endEnrolments: (context) =>
      endEnrolments({ ...importDeps, ...context, leaveEvents: leaveEventsBy(importDeps) }),
    snapshots: database.snapshots,
    clockTrust: clock,
    catchUp: config.retentionCatchUp,
    onError,
  });
  let stopDevices = async () => {};
  let stopMailWatch = () => {};
  let writing: Promise<void> = Promise.resolve();
  const historyStop = new AbortController();

  const stop = async (exitCode: number, delay = 0): Promise<void> => {
    if (stopping) return;
    stopping = true;
    startupTasks.shutDown();
    historyStop.abort();
    void sleep(delay + EXIT_DEADLINE).then(() => process.exit(exitCode));
    const housekeepingStopped = stopHousekeeping();
    clock.stop();
    stopMailWatch();
    await gracefulStop?.stop({ delay, drain: DRAIN });
    metricsServer.close();
    await server.close();
    await stopDevices().catch((error: unknown) => onError(error, 'stopping the devices'));
    await writing;
    await housekeepingStopped;
    await jobs.stop().catch((error: unknown) => onError(error, 'stopping the jobs'));
    await database.close().catch((error: unknown) => onError(error, 'closing the database'));
    unlock();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop(0, config.shutdownDelaySeconds * SECOND));
  // From a terminal: nobody's load balancer has to notice.
  process.on('SIGINT', () => void stop(0));

  const { host, port, metricsPort } = config;
  try {
    // The ports first: a start that cannot listen must not seed data.
    await listenAt({ setting: 'PORT', host, port }, (place) => server.listen(place));
    if (metricsPort !== null) {
      const place = { setting: 'METRICS_PORT', host, port: metricsPort } as const;
      await listenAt(place, () => listenOn(metricsServer, place));
    }
    const bound = server.server.address();
    address = addressOf(host, typeof bound === 'object' && bound ? bound.port : port);
    await assertSameKey(db, keys.fingerprint);
    // The demo's past was ordered under the programs that come with the product.
    if (config.demo && config.providersDir !== null) {
      await registerProviders(db, readProviders().all, clock.now());
    }
    await registerProviders(db, providers.all, clock.now());
    for (const removed of await removedPrograms(db, providers.all)) {
      problems.set(`${removed.providerId}/${removed.programId}`, removedProgramText(removed));
    }
    const warn = (text: string) => server.log.warn(text);
    await prepareDemoData(config, {
      db,
      clock,
      keys,
      preparation,
      warn,
      out: process.stdout,
    });
    startupTasks.complete('demo data');
    await prepareDays({ db, clock });
    await jobs.start();
    startupTasks.complete('jobs');
    const eventNotices = createEventNotices(notifyDeps);
    stopDevices = await startDeviceRuntime({
      db,
      clock,
      metrics,
      jobs,
      viewedHouses,
      database: database.engine,
      eventHooks,
      ...eventNotices,
      random: systemRandom,
      simulated: config.demo,
      isSilent: isSilentInDemo,
      routes,
      onError,
    });
    startupTasks.complete('devices');
    const { mailFrom } = config;
    const channels = await createChannels(config, { db, clock });
    await startDelivery({ db, clock, keys, providers, channels, mailFrom }, jobs, onError);
    stopMailWatch = await watchMail(channels.mailer, problems);
    const createPause = createPauseOf(systemTime);
    await startDownloads({ db, clock, keys, createPause, isStopped: () => stopping }, jobs, onError);
    await startImports({ ...importDeps, acts, isStopped: () => stopping }, jobs, onError);
    if (stopping) return;
    process.stdout.write(`${startMessage(config, address, problems.list())}\n`);
    const usableAfter = process.uptime();
    const isNewDemo = config.demo && !(await isHistoryWritten(db));
    // The server is usable already; the demo's history is written in the background.
    writing = config.demo
      ? writeHistoryWithRetry({
          db,
          clock,
          days: config.demoDays,
          simulate: (order) => simulateInWorker(order, historyStop.signal),
          settle: () =>
            settleEvents({
              db,
              clock,
              ...eventNotices,
              isStopped: () => stopping,
              onError,
            }),
          isStopped: () => stopping,
          onError,
        })
      : writing;
    await writing;
    // What its homes are told to expect is the mean of their past results.
    if (config.demo && !stopping) {
      await prepareEveningEvents({ db, clock }, providers.all).catch((error: unknown) =>
        onError(error, 'ordering the event of the evening'),
      );
    }
    if (isNewDemo && !stopping) process.stdout.write(pastMessage(usableAfter, process.uptime()));
    // The first time it takes longest: now rather than in the middle of the first snapshot.
    const { snapshots } = database;
    if (!stopping && (await snapshots?.lastSnapshotAge()) === null) await snapshots?.maintain();
    startupTasks.complete('history');
  } catch (error) {
    // After a signal the failure is a consequence of the shutdown.
    if (stopping) return;
    if (!(error instanceof StartFailure)) server.log.fatal(errorFields(error), 'start failed');
    process.stderr.write(`${(error as Error).message}\n`);
    await stop(error instanceof StartFailure ? error.exitCode : 1);
  }
};
