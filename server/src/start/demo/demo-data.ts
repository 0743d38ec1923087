import { totpBinding } from '../../auth/two-factor/second-factor.ts';
import type { Config } from '../../config.ts';
import type { RootDb } from '../../db/connection.ts';
import { isSeeded, removeDemo, seedDemo } from '../../demo/seed.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import type { Keys } from '../../lib/secrets/keys.ts';
import { countDemoAccounts } from '../../stores/system/demo.ts';
import { isLoopback, progressBar } from '../console.ts';
import { prepareSeeding } from './prepare-seeding.ts';
import type { SeedingPreparation } from './prepare-seeding.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly keys: Keys;
  /** Begun before the database was open; null: it was not. */
  readonly preparation: Promise<SeedingPreparation> | null;
  readonly warn: (text: string) => void;
  /** Where the progress of seeding is shown. */
  readonly out: Parameters<typeof progressBar>[0];
}

/** Without `--demo` the accounts of an earlier start with it stay, and cannot sign in. */
const reportLeftBehind = async ({ db, warn }: Deps): Promise<void> => {
  const count = await countDemoAccounts(db);
  if (count === 0) return;
  warn(
    `This database holds ${count} accounts of the demo data, whose password is published. They cannot sign in without --demo; start once with --remove-demo to delete them and their houses.`,
  );
};

/** Seeds, removes or reports the demo data, as the settings say. */
export const prepareDemoData = async (config: Config, deps: Deps): Promise<void> => {
  const { db, clock, keys, warn, out } = deps;
  if (config.removeDemo) {
    const count = await removeDemo(db);
    warn(`${count} accounts of the demo data were deleted, with their houses.`);
  }
  if (!config.demo) return reportLeftBehind(deps);
  if (!isLoopback(config.host)) {
    warn(
      `Demo data on a public address: anybody who reaches ${config.host} can sign in with the published password.`,
    );
  }
  if (!(await isSeeded(db))) {
    const prepared = await (deps.preparation ?? prepareSeeding(clock));
    const seal = (owner: Parameters<typeof totpBinding>[0], secret: string) =>
      keys.seal('totp', totpBinding(owner), secret);
    await seedDemo({ db, ...prepared, seal, onProgress: progressBar(out) });
  }
};
