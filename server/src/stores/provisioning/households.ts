import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';

export interface PresentHousehold {
  readonly number: number;
  readonly accountNumber: string | null;
  readonly joinedAt: Date | null;
}

const ofHouse = (tx: Db, { providerId, houseId }: HouseDataScope) =>
  tx.updateTable('household').where('providerId', '=', providerId).where('houseId', '=', houseId);

/** The one that lives in the house, or lived there last. */
export const present = (db: Db, { providerId, houseId }: HouseDataScope): Promise<PresentHousehold> =>
  db
    .selectFrom('household')
    .innerJoin('house', (join) =>
      join
        .onRef('house.providerId', '=', 'household.providerId')
        .onRef('house.id', '=', 'household.houseId')
        .onRef('house.household', '=', 'household.number'),
    )
    .select(['household.number', 'household.accountNumber', 'household.joinedAt'])
    .where('household.providerId', '=', providerId)
    .where('household.houseId', '=', houseId)
    .executeTakeFirstOrThrow();

/** Ends the one that lives there; nothing where none does. */
export const end = async (tx: Db, house: HouseDataScope, now: Date): Promise<void> => {
  await ofHouse(tx, house).set({ until: now }).where('until', 'is', null).execute();
};

/** The next household of a house whose last one has ended: its people see what is recorded from now on. */
export const begin = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  household: {
    readonly number: number;
    readonly accountNumber: string | null;
    readonly joinedAt: Date | null;
  },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('household')
    .values({ providerId, houseId, ...household, since: now })
    .execute();
  await tx
    .updateTable('house')
    .set({ household: household.number, householdSince: now, closedAt: null, releasedAt: null })
    .where('providerId', '=', providerId)
    .where('id', '=', houseId)
    .execute();
};

export const markJoined = async (
  tx: Db,
  house: HouseDataScope,
  { number }: Pick<PresentHousehold, 'number'>,
  now: Date,
): Promise<void> => {
  await ofHouse(tx, house).set({ joinedAt: now }).where('number', '=', number).execute();
};
