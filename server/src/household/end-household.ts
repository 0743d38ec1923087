import type { AuthDeps } from '../auth/deps.ts';
import type { Db } from '../db/connection.ts';
import { grantOwnerScope } from '../lib/scope/grant-scope.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import { tellOfChange } from '../notify/tell-of-change.ts';
import type { MailName, Values } from '../notify/templates.ts';
import * as sessions from '../stores/auth/session.ts';
import * as closed from '../stores/household/closed-households.ts';
import type { Member } from '../stores/household/household.ts';
import { listMembers } from '../stores/household/household.ts';
import * as invitations from '../stores/household/invitations.ts';
import { addressOf } from '../stores/house/house.ts';
import { noticeReaders } from './notice-readers.ts';

export type EndingDeps = Pick<AuthDeps, 'clock' | 'random' | 'jobs' | 'keys' | 'providers'>;

interface Ending {
  readonly members: readonly Member[];
  readonly name: MailName;
  readonly values: Values;
}

/** Who has been in a household that has ended loses what came with it, and is told. */
export const dismissPeople = async (
  tx: Db,
  deps: EndingDeps,
  house: HouseDataScope,
  { members, name, values }: Ending,
): Promise<void> => {
  const { providerId } = house;
  await invitations.revokeAll(tx, house, deps.clock.now());
  const ids = members.map((member) => member.accountId);
  for (const id of await closed.withoutHome(tx, providerId, ids)) {
    await sessions.deleteAll(tx, grantOwnerScope(house, id));
  }
  await tellOfChange(tx, deps, providerId, { name, values, readers: noticeReaders(members, null) });
};

/** The utility says that the household does not live there any more; `end` writes it. The house must be locked. */
export const endHouseholdByProvider = async (
  tx: Db,
  deps: EndingDeps,
  house: HouseDataScope,
  end: (tx: Db) => Promise<void>,
): Promise<void> => {
  const members = await listMembers(tx, house);
  const address = await addressOf(tx, house);
  await end(tx);
  await dismissPeople(tx, deps, house, { members, name: 'householdEnded', values: { address } });
};
