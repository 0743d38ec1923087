import type { HouseAccess } from '#contract/entities/account.ts';
import type { Db } from '../db/connection.ts';
import type { HouseDataScope, OwnerScope, ProviderScope } from '../lib/scope/scope.ts';
import { add as addPhone, splitPhone } from '../stores/account/phones.ts';
import * as access from '../stores/provisioning/access.ts';
import { forgetNamed, listWaiting, setInvited } from '../stores/provisioning/named-people.ts';
import { lockHomes } from '../stores/provisioning/stored-homes.ts';
import * as households from '../stores/provisioning/households.ts';

/** Another household lives in the home from now on; the one before it ends where it has not. */
export const moveIn = async (
  tx: Db,
  house: HouseDataScope,
  household: { readonly accountNumber: string | null; readonly joinedAt: Date | null },
  now: Date,
): Promise<void> => {
  const { number } = await households.present(tx, house);
  await households.end(tx, house, now);
  await households.begin(tx, house, { ...household, number: number + 1 }, now);
};

/**
 * Somebody comes into a home without people. Whoever it is sees nothing of those who lived there before: a household begins, unless
 * the utility has named the one that lives there and nobody of it has come yet.
 */
const firstJoins = async (tx: Db, house: HouseDataScope, now: Date): Promise<void> => {
  const present = await households.present(tx, house);
  const { accountNumber, joinedAt } = present;
  if (accountNumber !== null && joinedAt === null) await households.markJoined(tx, house, present, now);
  else await moveIn(tx, house, { accountNumber, joinedAt: now }, now);
};

interface NewPerson {
  readonly roleId: string;
  readonly access: HouseAccess;
  /** Nobody else is in the home. */
  readonly isFirst: boolean;
}

/** Makes the account one of the people of the home. The household must be locked. */
export const addPerson = async (
  tx: Db,
  house: HouseDataScope,
  owner: OwnerScope,
  { roleId: id, isFirst, access: given }: NewPerson,
  now: Date,
): Promise<void> => {
  if (isFirst) await firstJoins(tx, house, now);
  await access.addMember(tx, owner, { id, houseId: house.houseId, access: given });
  const phone = splitPhone((await forgetNamed(tx, house, owner.accountId)) ?? '');
  // Unverified: nothing goes there but a code that the person asks for.
  if (phone) await addPhone(tx, owner, phone, now);
};

/** Who was invited and has not come, with how many there are besides; their homes are locked. */
export const waitingPeople = async (
  tx: Db,
  scope: ProviderScope,
  { limit, ...waiting }: Parameters<typeof listWaiting>[2] & { readonly limit: number },
) => {
  const before = (await listWaiting(tx, scope, waiting)).slice(0, limit);
  const houseIds = [...new Set(before.map(({ houseId }) => houseId))];
  await lockHomes(tx, scope, houseIds);
  // Somebody may have come while the homes were not locked.
  const all = await listWaiting(tx, scope, waiting);
  const people = all.filter(({ houseId }) => houseIds.includes(houseId)).slice(0, limit);
  return { people, left: all.length - people.length };
};

export const markInvited = setInvited;
export const changeAccess = access.setAccess;
export const removePerson = access.removeMember;
