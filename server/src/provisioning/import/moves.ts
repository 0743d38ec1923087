import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import * as closedHomes from '../../stores/provisioning/closed-homes.ts';
import { moveIn } from '../people.ts';
import type { PageActs } from './lines.ts';

/** Another household lives in the house from now on. Its devices have left their events, and it is locked. */
export const replaceHousehold = async (
  tx: Db,
  { endHousehold }: PageActs,
  house: HouseDataScope,
  accountNumber: string,
  now: Date,
): Promise<void> => {
  await endHousehold(tx, house, (ending) => closedHomes.vacate(ending, house, now));
  await moveIn(tx, house, { accountNumber, joinedAt: null }, now);
};

/** Nobody lives there for the utility any more. */
export const closeByProvider = (
  tx: Db,
  { endHousehold }: PageActs,
  house: HouseDataScope,
  closing: { readonly now: Date; readonly hasLeftEvents: boolean },
): Promise<void> => endHousehold(tx, house, (ending) => closedHomes.close(ending, house, closing));
