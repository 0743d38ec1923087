import { readConfig } from './config.ts';
import { lockFolder } from './db/embedded/lock.ts';
import { systemClock, systemTime } from './lib/clock/clock.ts';
import { systemRandom } from './lib/secrets/random.ts';
import { StartFailure } from './lib/start-failure.ts';
import { readProviders } from './providers/registry.ts';
import { addressOf } from './start/console.ts';
import { openDatabase } from './start/database.ts';
import { addFirstOperator, readFirstOperator } from './start/first-operator.ts';
import { createNodeClock } from './start/node-clock.ts';
import { publicUrlOf } from './start/public-url.ts';
import { registerProviders } from './stores/system/provider.ts';

/** `npm run operator -- first …`: makes the first operator of a provider in the database of the settings. */
const printError = ({ message }: { readonly message: string }): void => {
  process.stderr.write(`${message}\n`);
};

const main = async (): Promise<void> => {
  const config = readConfig(undefined, []);
  const providers = readProviders(config.providersDir ?? undefined);
  const request = readFirstOperator(process.argv.slice(2), providers);
  const isEmbedded = config.databaseUrl === null;
  const unlock = isEmbedded ? lockFolder(config.dataDir, systemClock, () => process.exit(70)) : () => {};
  try {
    const database = await openDatabase(config, { clock: systemClock, onConnectionError: printError });
    try {
      const { db } = database;
      const clock = await createNodeClock({ db, isEmbedded, sources: systemTime });
      await registerProviders(db, providers.all, clock.now());
      const address = addressOf(config.host, config.port);
      const { link, expiresAt } = await addFirstOperator(
        { db, clock, random: systemRandom, publicUrl: (provider) => publicUrlOf(config, address, provider) },
        request,
      );
      clock.stop();
      process.stdout.write(
        `${request.operator.email} is an operator of ${request.provider.id}. This link sets the password, once, until ${expiresAt.toISOString()}:\n${link}\n`,
      );
    } finally {
      await database.close();
    }
  } finally {
    unlock();
  }
};

await main().catch((error: unknown) => {
  if (!(error instanceof StartFailure)) throw error;
  printError(error);
  process.exitCode = error.exitCode;
});
