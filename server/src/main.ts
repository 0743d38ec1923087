import { createServer } from 'node:http';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { createApp } from './app.ts';
import { createPasswordHasher } from './auth/password.ts';
import { readConfig } from './config.ts';
import { isSeeded, seedDemo } from './demo/seed.ts';
import { systemClock } from './lib/clock.ts';
import { StartFailure } from './lib/failure.ts';
import { systemRandom } from './lib/random.ts';
import { readProviders } from './providers.ts';
import { DEMO, addressOf, greeting, progressBar } from './start/announce.ts';
import { openDatabase } from './start/database.ts';
import { keepHouse } from './start/housekeeping.ts';
import { registerProviders } from './stores/provider.ts';

const WEB_BUILD = path.resolve(import.meta.dirname, '../../build/web');
const DRAIN_MS = 8_000;

const fail = (sentence: string, exitCode: number): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(exitCode);
};

const portTaken = (error: NodeJS.ErrnoException, host: string, port: number): StartFailure | null => {
  if (error.code === 'EADDRINUSE') {
    return new StartFailure(
      `Port ${port} on ${host} is in use; stop what uses it, or set PORT to another one.`,
    );
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
    return new StartFailure(
      `The server cannot listen on ${host}:${port} (${error.code}); check HOST and PORT.`,
    );
  }
  return null;
};

const main = async (): Promise<void> => {
  const config = readConfig();
  const clock = systemClock;
  const providers = readProviders();
  const database = await openDatabase(config, {
    clock,
    onLockLost: () =>
      fail('Another process took the data folder; stopping at once so that nothing is lost.', 70),
    onConnectionError: (error) => app.server.log.warn({ err: error }, 'database connection lost'),
  });
  const { db } = database;
  let preparing: readonly string[] = ['demo data'];
  const app = createApp({
    db,
    clock,
    providers,
    random: systemRandom,
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    webBuild: WEB_BUILD,
    demo: config.demo,
    preparing: () => preparing,
    version: packageJson.version,
  });
  const metrics =
    config.metricsPort === null
      ? null
      : createServer((_request, response) => {
          response.setHeader('content-type', 'text/plain; version=0.0.4').end(app.metrics.render());
        });
  const stopHousekeeping = keepHouse({
    db,
    clock,
    snapshot: database.snapshot,
    onError: (error, what) => app.server.log.error({ err: error }, `${what} failed`),
  });

  let stopping = false;
  const stop = async (exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    preparing = ['shutdown'];
    setTimeout(() => process.exit(exitCode), DRAIN_MS).unref();
    stopHousekeeping();
    metrics?.close();
    await app.server.close();
    await database.close();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));

  try {
    // The port first: a start that cannot serve must not spend its time on data.
    await app.server.listen({ host: config.host, port: config.port });
    if (config.metricsPort !== null) metrics?.listen(config.metricsPort, config.host);
    await registerProviders(db, providers.all, clock.now());
    if (config.demo && !(await isSeeded(db))) {
      const passwordHash = await createPasswordHasher().hash(DEMO.password);
      await seedDemo({ db, clock, passwordHash, onProgress: progressBar(process.stdout) });
    }
    preparing = [];
    const bound = app.server.server.address();
    const port = typeof bound === 'object' && bound ? bound.port : config.port;
    process.stdout.write(`${greeting(config, addressOf(config.host, port))}\n`);
  } catch (error) {
    process.stderr.write(
      `${(portTaken(error as NodeJS.ErrnoException, config.host, config.port) ?? (error as Error)).message}\n`,
    );
    await stop(error instanceof StartFailure ? error.exitCode : 1);
  }
};

await main().catch((error: unknown) => {
  if (error instanceof StartFailure) fail(error.message, error.exitCode);
  throw error;
});
