import type { HouseAccess } from '#contract/entities/account.ts';
import type { HouseholdMember } from '#contract/entities/household.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { grantHouseDataScope, grantOwnerScope } from '../lib/scope/grant-scope.ts';
import type { AccountScope, HouseDataScope, HouseOwnerScope } from '../lib/scope/scope.ts';
import { tellOfChange } from '../notify/tell-of-change.ts';
import { changeAccess, removePerson } from '../provisioning/people.ts';
import * as accounts from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import { addressOf } from '../stores/house/house.ts';
import * as household from '../stores/household/household.ts';
import type { Member } from '../stores/household/household.ts';
import * as invitations from '../stores/household/invitations.ts';
import * as sessions from '../stores/auth/session.ts';
import { keptMonths } from './close-household.ts';
import { toInvitation } from './invitations.ts';
import { noticeReaders } from './notice-readers.ts';
import { hasActiveOwner, requireOwner } from './require-owner.ts';

const toWire = (
  { accountId, firstName, lastName, email, access }: Member,
  self: string,
): HouseholdMember => ({ accountId, firstName, lastName, email, access, self: accountId === self });

const ACCESS_MAILS = { owner: 'accessOwner', member: 'accessMember', viewer: 'accessViewer' } as const;

const fullName = ({ firstName, lastName }: Member): string => `${firstName} ${lastName}`;

export const getHousehold = async ({ db, clock, providers }: AuthDeps, scope: HouseOwnerScope) => {
  const members = await household.listMembers(db, scope);
  const open = await invitations.listOpen(db, scope, clock.now());
  const provider = providers.byId(scope.providerId);
  return {
    members: members.map((member) => toWire(member, scope.accountId)),
    invitations: open.map((one) => toInvitation(one, provider?.file.name ?? '')),
    keptMonths: keptMonths(providers, scope.providerId),
  };
};

interface Locked {
  readonly member: Member;
  readonly others: readonly Member[];
}

interface Change {
  readonly accountId: string;
  /** null: the person goes. */
  readonly access: HouseAccess | null;
}

/** Locks the household and finds the person in it. Refuses what would leave it without an owner who can sign in. */
const lockMember = async (
  tx: Db,
  house: HouseDataScope,
  { accountId, access }: Change,
  by: HouseOwnerScope | null,
): Promise<Locked> => {
  await household.lockHousehold(tx, house);
  const members = await household.listMembers(tx, house);
  if (by) requireOwner(members, by.accountId);
  const member = members.find((candidate) => candidate.accountId === accountId);
  if (!member) throw new AppError('not_found');
  const others = members.filter((candidate) => candidate !== member);
  if (member.access === 'owner' && access !== 'owner' && !hasActiveOwner(others))
    throw new AppError('last_owner');
  return { member, others };
};

export const changeMember = async (
  deps: AuthDeps,
  scope: HouseOwnerScope,
  accountId: string,
  access: HouseAccess,
): Promise<HouseholdMember> => {
  const { db, clock, random } = deps;
  if (access === 'owner') await requireFresh(deps, scope);
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const { member, others } = await lockMember(tx, scope, { accountId, access }, scope);
    const changed = { ...member, access };
    if (member.access === access) return toWire(changed, scope.accountId);
    await changeAccess(tx, scope, accountId, access);
    if (access !== 'owner') await invitations.revokeOfInviter(tx, scope, accountId, now);
    const { providerId, houseId } = scope;
    await audit.record(tx, random, now, {
      providerId,
      accountId: scope.accountId,
      houseId,
      action: 'member-changed',
      detail: { member: accountId, access },
    });
    const address = await addressOf(tx, scope);
    const readers = noticeReaders([member], houseId);
    await tellOfChange(tx, deps, providerId, { name: ACCESS_MAILS[access], values: { address }, readers });
    const owners = others.filter((other) => other.access === 'owner' && other.accountId !== scope.accountId);
    await tellOfChange(tx, deps, providerId, {
      name: 'memberChanged',
      values: { name: fullName(member), address, access },
      readers: noticeReaders(owners, houseId),
    });
    return toWire(changed, scope.accountId);
  });
};

/** Takes the person out, in the caller's transaction. The owners who stay are told. */
const takeOut = async (
  tx: Db,
  deps: AuthDeps,
  house: HouseDataScope,
  { member, others }: Locked,
): Promise<void> => {
  const now = deps.clock.now();
  await removePerson(tx, house, member.accountId);
  await invitations.revokeOfInviter(tx, house, member.accountId, now);
  const values = { name: fullName(member), address: await addressOf(tx, house) };
  const owners = others.filter((other) => other.access === 'owner');
  const readers = noticeReaders(owners, house.houseId);
  await tellOfChange(tx, deps, house.providerId, { name: 'memberLeft', values, readers });
};

/** Removes a person. Their sessions end, so that pages that are open close. */
export const removeMember = (deps: AuthDeps, scope: HouseOwnerScope, accountId: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const { providerId, houseId } = scope;
    const locked = await lockMember(tx, scope, { accountId, access: null }, scope);
    await takeOut(tx, deps, scope, locked);
    if (accountId !== scope.accountId) {
      await sessions.deleteAll(tx, grantOwnerScope(scope, accountId));
      const values = { address: await addressOf(tx, scope) };
      const readers = noticeReaders([locked.member], null);
      await tellOfChange(tx, deps, providerId, { name: 'removedFromHome', values, readers });
    }
    await audit.record(tx, deps.random, deps.clock.now(), {
      providerId,
      accountId: scope.accountId,
      houseId,
      action: 'member-removed',
      detail: { member: accountId },
    });
  });

/** A person of any access leaves by themselves. */
export const leaveHousehold = async (deps: AuthDeps, scope: AccountScope, houseId: string): Promise<void> => {
  const { providerId, accountId } = scope;
  const { roles } = await accounts.getUser(deps.db, scope, { totp: false, hasPassword: false });
  if (!roles.some((role) => role.role === 'house' && role.houseId === houseId))
    throw new AppError('not_found');
  const house = grantHouseDataScope(scope, houseId);
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockMember(tx, house, { accountId, access: null }, null);
    await takeOut(tx, deps, house, locked);
    const at = deps.clock.now();
    await audit.record(tx, deps.random, at, { providerId, accountId, houseId, action: 'left-household' });
  });
};
