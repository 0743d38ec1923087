import { HOUR, SECOND } from '#domain/time/time.ts';
import { readConfig } from './config.ts';
import { lockFolder } from './db/embedded/lock.ts';
import { addMs, sleep, systemClock } from './lib/clock/clock.ts';
import { StartFailure } from './lib/start-failure.ts';
import { readProviders } from './providers/registry.ts';
import { openDatabase } from './start/database.ts';
import { registerProviders } from './stores/system/provider.ts';
import { prepareHouses } from './simulate/houses.ts';
import { readOptions } from './simulate/options.ts';
import { createFleetRun } from './simulate/fleet-run.ts';
import { amount, createProgressLines, duration } from './simulate/progress-lines.ts';

/** `npm run simulate -- --homes 1000 --speed 60`: simulates a fleet into the database of the settings. */
const clock = systemClock;
const print = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`);
};
const printError = (error: { readonly message: string }): void => {
  process.stderr.write(`${error.message}\n`);
};

/** Between two looks whether the next minute is due. */
const IDLE = SECOND / 4;

const simulate = async (): Promise<void> => {
  const { homes, speed, back, seconds } = readOptions(process.argv.slice(2));
  const config = readConfig(undefined, []);
  const unlock =
    config.databaseUrl === null ? lockFolder(config.dataDir, clock, () => process.exit(70)) : () => {};
  const database = await openDatabase(config, { clock, onConnectionError: printError });
  let isSignalled = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isSignalled = true));
  const end = seconds === null ? null : addMs(clock.now(), seconds * SECOND);
  const isStopped = () => isSignalled || (end !== null && clock.now() >= end);
  try {
    const { db } = database;
    const start = addMs(clock.now(), -back * HOUR);
    await registerProviders(db, readProviders(config.providersDir ?? undefined).all, clock.now());
    const sayProgress = createProgressLines(clock, print);
    const { made, devices } = await prepareHouses(db, homes, start, {
      isStopped,
      onProgress: (so) => sayProgress(() => `${amount(so.done)} homes ready, ${amount(so.made)} of them new`),
    });
    print(
      `${amount(homes)} homes with ${amount(devices.length)} devices, ${amount(made)} homes of them new.`,
    );
    const run = createFleetRun({
      db,
      clock,
      devices,
      speed,
      start,
      onError: (error, what) => printError({ message: `${what}: ${(error as Error).message}` }),
    });
    print(
      `The last of them goes on from ${run.progress().time.toISOString()}, ${duration(run.progress().lag)} ago.`,
    );
    let [stored, total] = [0, 0];
    const onStored = (readings: number) => {
      stored += readings;
      total += readings;
      sayProgress((passed) => {
        const rate = Math.round((stored * SECOND) / passed);
        stored = 0;
        const { time, lag } = run.progress();
        return `${amount(rate)} readings a second, ${amount(total)} stored; the last home is at ${time.toISOString()}, ${duration(lag)} behind`;
      });
    };
    while (!isStopped()) if ((await run.step(onStored, isStopped)) === 0) await sleep(IDLE);
    print(`Stopped; ${amount(total)} readings stored.`);
  } finally {
    await database.close();
    unlock();
  }
};

await simulate().catch((error: unknown) => {
  if (!(error instanceof StartFailure)) throw error;
  printError(error);
  process.exitCode = error.exitCode;
});
