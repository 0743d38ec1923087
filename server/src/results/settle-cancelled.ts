import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { pageOfHousesThatLeft } from '../stores/events/house-dispatches.ts';
import { lockHouses } from '../stores/results/settlements.ts';
import { settleRewards } from './settle-rewards.ts';
import type { Progress, SettlementLease } from './settlement-lease.ts';

/** Houses of one transaction. */
const PAGE = 50;

/** An opt-out of an event that was cancelled counts no more: homes that left it may be charged less for others that they left. */
export const settleCancelled = async (
  { db, clock, isStopped }: { readonly db: RootDb; readonly clock: Clock; readonly isStopped: () => boolean },
  { event, renew }: Pick<SettlementLease, 'event' | 'renew'>,
): Promise<Progress> => {
  for (let after = ''; ;) {
    if (isStopped()) return 'stopped';
    if (!(await renew())) return 'lost';
    const houses = await pageOfHousesThatLeft(db, event, after, PAGE);
    const last = houses.at(-1);
    if (last === undefined) return 'done';
    await db.transaction().execute(async (tx) => {
      await lockHouses(tx, event.providerId, houses);
      await settleRewards(tx, event, houses, clock.now());
    });
    after = last;
  }
};
