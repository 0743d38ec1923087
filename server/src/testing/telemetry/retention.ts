import type { RootDb } from '../../db/connection.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { noMetrics } from '../../lib/metrics.ts';
import { createHousekeeping } from '../../start/tasks/housekeeping.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
}

/** For tests: a round of housekeeping, however short ago another node had one. Throws the first failure. */
export const applyRetention = async ({ db, clock }: Deps): Promise<void> => {
  await db.deleteFrom('installation').where('key', 'like', 'claimed %').execute();
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error);
  await createHousekeeping({
    db,
    clock,
    metrics: noMetrics,
    snapshots: null,
    catchUp: true,
    onError,
  }).round();
  if (failures.length > 0) throw failures[0];
};
