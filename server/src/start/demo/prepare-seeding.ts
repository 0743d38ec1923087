import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createPasswordHasher } from '../../auth/password/password-hasher.ts';
import type { Config } from '../../config.ts';
import { databaseFolder } from '../../db/embedded/database-folder.ts';
import type { InitialStates } from '../../demo/rows.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { DEMO_SIGN_IN } from '../console.ts';

/** What seeding needs of the processor alone, no database. */
export interface SeedingPreparation {
  /** The moment that the demo's times are relative to. */
  readonly now: Date;
  readonly passwordHash: string;
  readonly states: InitialStates;
}

const simulateInWorker = (now: Date): Promise<InitialStates> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('initial-states-worker.ts', import.meta.url), { workerData: now });
    // A start that fails meanwhile ends at once.
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`simulating the demo's devices ended with code ${code}`)));
  });

export const prepareSeeding = async (clock: Clock): Promise<SeedingPreparation> => {
  const now = clock.now();
  const [passwordHash, states] = await Promise.all([
    createPasswordHasher().hash(DEMO_SIGN_IN.password),
    simulateInWorker(now),
  ]);
  return { now, passwordHash, states };
};

/**
 * Begins at once where a new folder will be seeded: loading the server's modules and opening the database take as long. null:
 * the database has to be asked first.
 */
export const prepareSeedingAhead = (config: Config, clock: Clock): Promise<SeedingPreparation> | null => {
  if (!config.demo || config.databaseUrl !== null || existsSync(databaseFolder(config.dataDir))) return null;
  const preparing = prepareSeeding(clock);
  // Its failure is the start's once it is needed.
  preparing.catch(() => {});
  return preparing;
};
