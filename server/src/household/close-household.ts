import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { HouseOwnerScope } from '../lib/scope/scope.ts';
import { closeHome, deleteClosedHome } from '../provisioning/homes.ts';
import type { Providers } from '../providers/registry.ts';
import * as audit from '../stores/system/audit.ts';
import * as closed from '../stores/household/closed-households.ts';
import { addressOf } from '../stores/house/house.ts';
import * as household from '../stores/household/household.ts';
import { dismissPeople } from './end-household.ts';
import { requireOwner } from './require-owner.ts';

/** How many months the provider keeps the data of a closed household. */
export const keptMonths = (providers: Providers, providerId: string): number => {
  const provider = providers.byId(providerId);
  if (!provider) throw new AppError('not_found');
  return provider.file.closedHouseholdMonths;
};

/**
 * Closes the household. `leaveEvents` takes its devices out of all events in the same transaction, and says whether any was in
 * one. Everybody is told by mail; who has no other home loses every session.
 */
export const closeHousehold = async (
  deps: AuthDeps,
  scope: HouseOwnerScope,
  leaveEvents: (tx: Db) => Promise<boolean>,
): Promise<void> => {
  const { db, clock, random, providers } = deps;
  const { providerId, houseId, accountId } = scope;
  await requireFresh(deps, scope);
  const months = keptMonths(providers, providerId);
  await db.transaction().execute(async (tx) => {
    // Events and devices before the house, as everywhere.
    const hasLeft = await leaveEvents(tx);
    await household.lockHousehold(tx, scope);
    const members = await household.listMembers(tx, scope);
    requireOwner(members, accountId);
    const now = clock.now();
    const address = await addressOf(tx, scope);
    await closeHome(tx, scope, { now, hasLeftEvents: hasLeft });
    await audit.record(tx, random, now, { providerId, accountId, houseId, action: 'household-closed' });
    const values = { address, months: String(months) };
    await dismissPeople(tx, deps, scope, { members, name: 'homeClosed', values });
  });
};

interface DeleteDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
  readonly isStopped: () => boolean;
}

/** Houses that are looked for at once. */
const PAGE = 20;

const monthsBefore = (now: Date, months: number): Date => {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
};

/** Deletes closed households whose provider does not keep them any longer, each in a transaction of its own. */
export const deleteClosedHouseholds = async ({
  db,
  clock,
  providers,
  isStopped,
}: DeleteDeps): Promise<void> => {
  for (const { id: providerId, file } of providers.all) {
    const until = monthsBefore(clock.now(), file.closedHouseholdMonths);
    for (let count = PAGE; count === PAGE && !isStopped();) {
      const houses = await closed.listClosedUntil(db, providerId, until, PAGE);
      for (const houseId of houses) {
        if (isStopped()) return;
        await db.transaction().execute((tx) => deleteClosedHome(tx, providerId, houseId));
      }
      count = houses.length;
    }
  }
};
