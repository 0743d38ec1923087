import type { HouseAccess, Language } from '#contract/entities/account.ts';
import type { HouseholdMember } from '#contract/entities/household.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope, OwnerScope } from '../../lib/scope/scope.ts';

const ofHouse = (db: Db, { providerId, houseId }: HouseDataScope) =>
  db
    .selectFrom('accountRole')
    .innerJoin('account', (join) =>
      join
        .onRef('account.providerId', '=', 'accountRole.providerId')
        .onRef('account.id', '=', 'accountRole.accountId'),
    )
    .where('accountRole.providerId', '=', providerId)
    .where('accountRole.houseId', '=', houseId)
    .where('accountRole.role', '=', 'house');

export interface Member extends Omit<HouseholdMember, 'self'> {
  readonly language: Language | null;
  readonly active: boolean;
}

/** Who belongs to the household, oldest account first; accounts that may not sign in are among them. */
export const listMembers = async (db: Db, house: HouseDataScope): Promise<Member[]> => {
  const rows = await ofHouse(db, house)
    .select([
      'account.id as accountId',
      'account.firstName',
      'account.lastName',
      'account.email',
      'account.language',
      'account.active',
      'accountRole.access',
    ])
    .orderBy('account.createdAt')
    .orderBy('account.id')
    .execute();
  return rows.flatMap(({ access, ...row }) => (access === null ? [] : [{ ...row, access }]));
};

const lockedHouse = (tx: Db, { providerId, houseId }: HouseDataScope) =>
  tx
    .selectFrom('house')
    .select('id')
    .where('providerId', '=', providerId)
    .where('id', '=', houseId)
    .forNoKeyUpdate();

/** Changes of one household are made one after the other, so that two at once cannot leave it without an owner. */
export const lockHousehold = async (tx: Db, house: HouseDataScope): Promise<void> => {
  await lockedHouse(tx, house).execute();
};

/** False: there is no such house, or its household was closed, which takes nobody in. */
export const lockOpenHousehold = async (tx: Db, house: HouseDataScope): Promise<boolean> => {
  const row = await lockedHouse(tx, house).where('closedAt', 'is', null).executeTakeFirst();
  return row !== undefined;
};

/** Under a lock that closing the household takes as well, this is still so when the transaction ends. */
export const isOpenHousehold = async (db: Db, { providerId, houseId }: HouseDataScope): Promise<boolean> => {
  const row = await db
    .selectFrom('house')
    .select('id')
    .where('providerId', '=', providerId)
    .where('id', '=', houseId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
};

export const addMember = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  role: { readonly id: string; readonly houseId: string; readonly access: HouseAccess },
): Promise<void> => {
  await tx
    .insertInto('accountRole')
    .values({ providerId, accountId, role: 'house', ...role })
    .execute();
};

/** A household begins: its people see what is recorded from now on. */
export const markMovedIn = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('house')
    .set({ householdSince: now })
    .where('providerId', '=', providerId)
    .where('id', '=', houseId)
    .execute();
};

export const setAccess = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  accountId: string,
  access: HouseAccess,
): Promise<void> => {
  await tx
    .updateTable('accountRole')
    .set({ access })
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('accountId', '=', accountId)
    .where('role', '=', 'house')
    .execute();
};

export const removeMember = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  accountId: string,
): Promise<void> => {
  await tx
    .deleteFrom('accountRole')
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('accountId', '=', accountId)
    .where('role', '=', 'house')
    .execute();
};
