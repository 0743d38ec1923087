import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { Language, User } from '#contract/entities/account.ts';
import type { AgreedTerms, Terms } from '#contract/entities/terms.ts';
import { completeSignIn } from '../auth/complete-sign-in.ts';
import type { AuthDeps, Browser } from '../auth/deps.ts';
import { refuseUnfitPassword } from '../auth/password/change-password.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { grantHouseDataScope, grantOwnerScope } from '../lib/scope/grant-scope.ts';
import { newId } from '../lib/secrets/random.ts';
import type { AccountScope, OwnerScope, ProviderScope } from '../lib/scope/scope.ts';
import { requirePersonNames } from '../lib/text/validate-names.ts';
import { recordAgreement, requireAgreement } from './terms.ts';
import { tellOfChange } from '../notify/tell-of-change.ts';
import { languageFor } from '../notify/templates.ts';
import { enrolledPrograms } from '../provisioning/consent.ts';
import { addPerson } from '../provisioning/people.ts';
import * as accounts from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import * as household from '../stores/household/household.ts';
import * as invitations from '../stores/household/invitations.ts';
import { findInvitation, inviterName } from './invitations.ts';
import { noticeReaders } from './notice-readers.ts';
import { hasActiveOwner } from './require-owner.ts';

type FoundInvitation = Awaited<ReturnType<typeof findInvitation>>;

/** What an invitation is for, for who has its code. */
export const readInvitation = async (
  deps: AuthDeps,
  scope: ProviderScope,
  asked: Parameters<typeof findInvitation>[2],
) => {
  const { db, providers } = deps;
  const invitation = await findInvitation(deps, scope, asked);
  const { address, email, access, houseId } = invitation;
  const house = grantHouseDataScope(scope, houseId);
  const programs = access === 'owner' ? await enrolledPrograms(db, providers, house, ['pending']) : [];
  const provider = providers.byId(scope.providerId)?.file.name ?? '';
  return { address, email, access, invitedBy: inviterName(invitation, provider), programs };
};

/** Uses the invitation up and makes the account a member, in the caller's transaction; the others are told. `terms`: what the person agreed to. */
const acceptInvitation = async (
  tx: Db,
  deps: AuthDeps,
  owner: OwnerScope,
  invitation: FoundInvitation,
  terms: Terms | null,
): Promise<void> => {
  const { clock, random } = deps;
  const { providerId, accountId } = owner;
  const { houseId, access, address } = invitation;
  const now = clock.now();
  const house = grantHouseDataScope(owner, houseId);
  await household.lockHousehold(tx, house);
  const members = await household.listMembers(tx, house);
  if (members.some((member) => member.accountId === accountId)) throw new AppError('already_member');
  if (!(await invitations.accept(tx, invitation, accountId, now))) throw new AppError('invitation_expired');
  await addPerson(tx, house, owner, { roleId: newId(random), access, isFirst: members.length === 0 }, now);
  if (terms) await recordAgreement(tx, deps, owner, terms, access === 'owner' ? house : null);
  const user = await accounts.getUser(tx, owner, { totp: false, hasPassword: false });
  // With the first owner the operators' right to invite ends. Nobody who is removed later has another code to their address.
  if (access === 'owner' && !hasActiveOwner(members)) await invitations.revokeAll(tx, house, now);
  else await invitations.revokeOfAddress(tx, house, user.email, now);
  const detail = { invitationId: invitation.id, access };
  await audit.record(tx, random, now, { providerId, accountId, houseId, action: 'joined-household', detail });
  // A viewer is not told what others do.
  const informed = members.filter((member) => member.access !== 'viewer');
  await tellOfChange(tx, deps, providerId, {
    name: 'memberJoined',
    values: { name: `${user.firstName} ${user.lastName}`, address },
    readers: noticeReaders(informed, houseId),
  });
};

/** A signed-in person joins; the code proves the invitation, whatever address it was sent to. */
export const joinHousehold = async (
  deps: AuthDeps,
  scope: AccountScope,
  { code, agreed }: { readonly code: string; readonly agreed?: AgreedTerms | undefined },
): Promise<User> => {
  const { accountId: subject } = scope;
  const invitation = await findInvitation(deps, scope, { code, subject });
  const terms = requireAgreement(deps, scope, agreed);
  await deps.db.transaction().execute((tx) => acceptInvitation(tx, deps, scope, invitation, terms));
  return accounts.getUser(deps.db, scope, { totp: true, hasPassword: true });
};

export interface Registration {
  readonly code: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly agreed?: AgreedTerms | undefined;
}

/**
 * Makes an account for the address that the invitation was sent to, which proves that the person reads its mail. Account, role and
 * the use of the invitation are written together; the sign-in that follows takes the path of every other.
 */
export const register = async (
  deps: AuthDeps,
  scope: ProviderScope,
  given: Registration,
  caller: { readonly network: string; readonly language: Language; readonly browser: Browser },
): Promise<SignedIn> => {
  const { db, clock, random, providers, passwords } = deps;
  const provider = providers.byId(scope.providerId);
  if (!provider) throw new AppError('not_found');
  const { code, firstName, lastName } = given;
  const invitation = await findInvitation(deps, scope, { code, subject: caller.network });
  const email = accounts.normalizeEmail(given.email);
  if (email !== invitation.email) throw new AppError('email_not_invited');
  if (await accounts.findCredentials(db, scope, email)) throw new AppError('account_exists');
  const terms = requireAgreement(deps, scope, given.agreed);
  requirePersonNames({ firstName, lastName });
  refuseUnfitPassword(given.password, { email, firstName });
  const passwordHash = await passwords.hash(given.password);
  const owner = grantOwnerScope(scope, newId(random));
  await db.transaction().execute(async (tx) => {
    const isNew = await accounts.insert(tx, owner, {
      email,
      firstName,
      lastName,
      passwordHash,
      language: languageFor(provider, caller.language),
      createdAt: clock.now(),
    });
    if (!isNew) throw new AppError('account_exists');
    const { providerId, accountId } = owner;
    await audit.record(tx, random, clock.now(), { providerId, accountId, action: 'registered' });
    await acceptInvitation(tx, deps, owner, invitation, terms);
  });
  const account = await accounts.credentialsOf(db, scope, owner.accountId);
  if (!account) throw new AppError('not_found');
  const { browser } = caller;
  const answer = await completeSignIn(deps, {
    scope,
    account,
    path: 'password',
    secondFactor: 'pending',
    browser,
  });
  if (!('token' in answer)) throw new Error('A new account has no second factor.');
  return answer;
};
