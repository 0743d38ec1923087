import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { lockFolder } from './db/embedded/lock.ts';
import { systemClock } from './lib/clock/clock.ts';
import { StartFailure } from './lib/start-failure.ts';
import { cacheCompiledModules } from './start/compile-cache.ts';

const printError = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

const lock = ({ dataDir }: Config): (() => void) =>
  lockFolder(dataDir, systemClock, () => {
    printError(
      `The data folder ${dataDir} was taken by another process; stopping at once so that nothing is lost.`,
    );
    process.exit(70);
  });

const main = async (): Promise<void> => {
  const config = readConfig();
  const unlock = config.databaseUrl === null ? lock(config) : () => {};
  try {
    // Loaded only now: what is refused so far is refused in an instant.
    cacheCompiledModules();
    const { prepareSeedingAhead } = await import('./start/demo/prepare-seeding.ts');
    const preparation = prepareSeedingAhead(config, systemClock);
    const { serve } = await import('./start/serve.ts');
    await serve(config, { preparation, unlock });
  } catch (error) {
    unlock();
    throw error;
  }
};

await main().catch((error: unknown) => {
  if (!(error instanceof StartFailure)) throw error;
  printError(error.message);
  process.exitCode = error.exitCode;
});
