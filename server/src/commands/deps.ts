import type { Db, RootDb } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { Keys } from '../lib/keys.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Random } from '../lib/random.ts';
import type { HouseDataScope } from '../lib/scope.ts';
import type { Providers } from '../providers/registry.ts';

export interface CommandDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  /**
   * Whether an event runs on the device that the household has not opted it out of. Called inside the caller's
   * transaction, after it has locked the device.
   */
  readonly isEventActive: (tx: Db, scope: HouseDataScope, deviceId: string) => Promise<boolean>;
}

export interface SettingDeps extends CommandDeps {
  readonly providers: Providers;
  readonly keys: Keys;
}
