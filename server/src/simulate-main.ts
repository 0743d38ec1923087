import { HOUR, SECOND } from '#domain/time.ts';
import { readConfig } from './config.ts';
import { lockFolder } from './db/lock.ts';
import { after, sleep, systemClock } from './lib/clock.ts';
import { StartFailure } from './lib/start-failure.ts';
import { readProviders } from './providers/registry.ts';
import { openDatabase } from './start/database.ts';
import { registerProviders } from './stores/provider.ts';
import { prepareHomes } from './simulate/homes.ts';
import { readOptions } from './simulate/options.ts';
import { createFleetRun, lastReportedAt } from './simulate/fleet-run.ts';

/** `npm run simulate -- --homes 1000 --speed 60`: simulates a fleet into the database of the settings. */
const clock = systemClock;
const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`);
};
const complain = (error: { readonly message: string }): void => {
  process.stderr.write(`${error.message}\n`);
};

const REPORT = 5 * SECOND;

const simulate = async (): Promise<void> => {
  const { homes, speed, back, seconds } = readOptions(process.argv.slice(2));
  const config = readConfig(undefined, []);
  const unlock =
    config.databaseUrl === null ? lockFolder(config.dataDir, clock, () => process.exit(70)) : () => {};
  const database = await openDatabase(config, { clock, onConnectionError: complain });
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true));
  try {
    const { db } = database;
    const requestedStart = after(clock.now(), -back * HOUR);
    await registerProviders(db, readProviders().all, clock.now());
    const { made, devices } = await prepareHomes(db, homes, requestedStart);
    say(`${homes} homes with ${devices.length} devices, ${made} of them new.`);
    const lastReport = lastReportedAt(devices);
    const start = lastReport > requestedStart ? lastReport : requestedStart;
    if (start > requestedStart)
      say(`They go on from ${start.toISOString()}, where they were last heard of.`);
    const run = createFleetRun({ db, clock, devices, speed, start });
    const end = seconds === null ? null : after(clock.now(), seconds * SECOND);
    let [stored, reported] = [0, clock.now()];
    const isOver = () => isStopped || (end !== null && clock.now() >= end);
    while (!isOver()) {
      const { time, readings } = await run.round();
      stored += readings;
      const passed = clock.now().getTime() - reported.getTime();
      if (passed >= REPORT) {
        const rate = Math.round((stored * SECOND) / passed);
        say(`${time.toISOString()}: ${rate} readings a second`);
        [stored, reported] = [0, clock.now()];
      }
      await sleep(SECOND / 4);
    }
  } finally {
    await database.close();
    unlock();
  }
};

await simulate().catch((error: unknown) => {
  if (!(error instanceof StartFailure)) throw error;
  complain(error);
  process.exitCode = error.exitCode;
});
