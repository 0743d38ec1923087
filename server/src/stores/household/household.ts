import type { Language } from '#contract/entities/account.ts';
import type { FormerHome } from '#contract/entities/download.ts';
import type { HouseholdMember } from '#contract/entities/household.ts';
import { OFFERED_AFTERWARDS } from '#domain/account/download-state.ts';
import { addMs } from '../../lib/clock/clock.ts';
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

/** From when to when a household was in a house. */
export interface OwnedHousehold {
  readonly since: Date;
  /** null: it is there. */
  readonly until: Date | null;
}

const formerHouseholds = (db: Db, { providerId, accountId }: OwnerScope, now: Date) =>
  db
    .selectFrom('formerMember as f')
    .innerJoin('household as s', (join) =>
      join
        .onRef('s.providerId', '=', 'f.providerId')
        .onRef('s.houseId', '=', 'f.houseId')
        .onRef('s.number', '=', 'f.household'),
    )
    .innerJoin('house as h', (join) =>
      join.onRef('h.providerId', '=', 'f.providerId').onRef('h.id', '=', 'f.houseId'),
    )
    .select(['f.houseId', 'h.address', 'h.timezone', 's.since', 's.until', 'f.leftAt'])
    .where('f.providerId', '=', providerId)
    .where('f.accountId', '=', accountId)
    .where('f.access', '=', 'owner')
    .where('s.until', 'is not', null)
    .where('f.leftAt', '>', addMs(now, -OFFERED_AFTERWARDS));

/**
 * The household of the house that the account owns, or did until lately; null: it is no owner, or was for too long. Of a household that
 * it owns the one before is not told.
 */
export const ownedHousehold = async (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  now: Date,
): Promise<OwnedHousehold | null> => {
  const { providerId, accountId } = owner;
  const present = await db
    .selectFrom('accountRole')
    .innerJoin('house', (join) =>
      join
        .onRef('house.providerId', '=', 'accountRole.providerId')
        .onRef('house.id', '=', 'accountRole.houseId'),
    )
    .select('house.householdSince')
    .where('accountRole.providerId', '=', providerId)
    .where('accountRole.accountId', '=', accountId)
    .where('accountRole.houseId', '=', houseId)
    .where('accountRole.role', '=', 'house')
    .where('accountRole.access', '=', 'owner')
    .where('house.closedAt', 'is', null)
    .executeTakeFirst();
  if (present) return { since: present.householdSince ?? new Date(0), until: null };
  const former = await formerHouseholds(db, owner, now).where('f.houseId', '=', houseId).executeTakeFirst();
  return former ? { since: former.since ?? new Date(0), until: former.until } : null;
};

/** Homes whose household, which the account owned, has ended lately; the last one first. */
export const listFormerHomes = async (db: Db, owner: OwnerScope, now: Date): Promise<FormerHome[]> => {
  const rows = await formerHouseholds(db, owner, now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('accountRole as r')
            .whereRef('r.providerId', '=', 'f.providerId')
            .whereRef('r.houseId', '=', 'f.houseId')
            .whereRef('r.accountId', '=', 'f.accountId')
            .where('r.role', '=', 'house'),
        ),
      ),
    )
    .orderBy('f.leftAt', 'desc')
    .execute();
  return rows.flatMap(({ houseId, address, timezone, leftAt }) =>
    leftAt ? [{ houseId, address, timezone, until: addMs(leftAt, OFFERED_AFTERWARDS).toISOString() }] : [],
  );
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
