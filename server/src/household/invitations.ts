import type { HouseAccess, Language } from '#contract/entities/account.ts';
import type { Invitation } from '#contract/entities/household.ts';
import { isEmailAddress } from '#domain/account/email-address.ts';
import { reserveAttempts } from '../auth/attempt-budgets.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { BUDGET_RULES, LIFETIME } from '../auth/rules.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { newId, newToken } from '../lib/secrets/random.ts';
import type { HouseDataScope, HouseOwnerScope, OwnerScope, ProviderScope } from '../lib/scope/scope.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import { findCredentials, normalizeEmail } from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import { addressOf } from '../stores/house/house.ts';
import { listMembers, lockOpenHousehold } from '../stores/household/household.ts';
import type { Member } from '../stores/household/household.ts';
import * as invitations from '../stores/household/invitations.ts';
import type { InvitationRow } from '../stores/household/invitations.ts';
import { holdOperator } from '../stores/auth/operators.ts';
import { hasActiveOwner, requireOwner } from './require-owner.ts';

export const toInvitation = ({ id, email, access, createdAt, expiresAt }: InvitationRow): Invitation => ({
  id,
  email,
  access,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

export interface AskedInvitation {
  readonly email: string;
  readonly access: HouseAccess;
  /** Of the mail, unless the person has an account with a language; null: the provider's. */
  readonly language: Language | null;
}

/** Who invites, or withdraws an invitation: an owner of the household or an operator of its provider. */
interface Inviter {
  readonly person: OwnerScope;
  readonly isOperator: boolean;
}

/** What the provider's people do in a house is marked, so that the household can read it. */
const markOf = ({ isOperator }: Inviter): { readonly role?: 'admin' } =>
  isOperator ? { role: 'admin' } : {};

/** Read under the lock of the household. Those who live in a home with an owner decide alone who comes in. */
const requireRight = (members: readonly Member[], email: string, { person, isOperator }: Inviter): void => {
  if (members.some((candidate) => candidate.email === email)) throw new AppError('already_member');
  if (!isOperator) requireOwner(members, person.accountId);
  else if (hasActiveOwner(members)) throw new AppError('home_has_owner');
};

/** Sends a mail with a code that works once. Only the hash of the code is stored. */
export const sendInvitation = async (
  deps: AuthDeps,
  house: HouseDataScope,
  request: AskedInvitation,
  inviter: Inviter,
): Promise<Invitation> => {
  const { db, clock, random, providers, publicUrl } = deps;
  const { providerId, houseId } = house;
  const { person, isOperator } = inviter;
  const { accountId } = person;
  const now = clock.now();
  const email = normalizeEmail(request.email);
  if (!isEmailAddress(email)) throw new AppError('email_invalid');
  const provider = providers.byId(providerId);
  if (!provider) throw new AppError('not_found');
  const { access } = request;
  const members = await listMembers(db, house);
  if (members.some((member) => member.email === email)) throw new AppError('already_member');
  await reserveAttempts(
    db,
    house,
    [
      [BUDGET_RULES.invite, houseId],
      [BUDGET_RULES.inviteAddress, hashSecret(email)],
    ],
    now,
  );
  const account = await findCredentials(db, house, email);
  const code = newToken(random);
  const row = {
    providerId,
    houseId,
    id: newId(random),
    codeHash: hashSecret(code),
    email,
    access,
    invitedBy: accountId,
    createdAt: now,
    expiresAt: addMs(now, LIFETIME.invitation),
  };
  const member = members.find((candidate) => candidate.accountId === accountId);
  await db.transaction().execute(async (tx) => {
    if (!(await lockOpenHousehold(tx, house))) throw new AppError('not_found');
    requireRight(await listMembers(tx, house), email, inviter);
    if (isOperator && !(await holdOperator(tx, person))) throw new AppError('not_found');
    await invitations.revokeOfAddress(tx, house, email, now);
    await invitations.insert(tx, row);
    const detail = { invitationId: row.id, access, ...markOf(inviter) };
    await audit.record(tx, random, now, { providerId, accountId, houseId, action: 'invited', detail });
    await enqueueMail(tx, deps, providerId, {
      to: email,
      name: isOperator ? 'providerInvitation' : 'invitation',
      language: languageFor(provider, account?.language ?? null, request.language),
      values: {
        link: `${publicUrl(provider)}#/link-house?code=${code}`,
        name: member ? `${member.firstName} ${member.lastName}` : provider.file.name,
        address: await addressOf(tx, house),
      },
      until: row.expiresAt.toISOString(),
    });
  });
  return toInvitation({ ...row, acceptedAt: null, acceptedBy: null, revokedAt: null });
};

export const invite = async (
  deps: AuthDeps,
  scope: HouseOwnerScope,
  request: AskedInvitation,
): Promise<Invitation> => {
  // Another owner could remove this one.
  if (request.access === 'owner') await requireFresh(deps, scope);
  return sendInvitation(deps, scope, request, { person: scope, isOperator: false });
};

export const revokeInvitation = (
  { db, clock, random }: AuthDeps,
  house: HouseDataScope,
  id: string,
  by: Inviter,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await invitations.revoke(tx, house, id, now))) throw new AppError('not_found');
    const { providerId, houseId } = house;
    const detail = { invitationId: id, ...markOf(by) };
    await audit.record(tx, random, now, {
      providerId,
      accountId: by.person.accountId,
      houseId,
      action: 'invitation-revoked',
      detail,
    });
  });

export const revoke = (deps: AuthDeps, scope: HouseOwnerScope, id: string): Promise<void> =>
  revokeInvitation(deps, scope, id, { person: scope, isOperator: false });

/** Finds an invitation by its code. Wrong codes are counted, for the network or the account that tries them. */
export const findInvitation = async (
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  scope: ProviderScope,
  { code, subject }: { readonly code: string; readonly subject: string },
) => {
  const now = clock.now();
  const reserved = await reserveAttempts(db, scope, [[BUDGET_RULES.invitationCode, subject]], now);
  const invitation = await invitations.findOpen(db, scope, hashSecret(code), now);
  if (!invitation) throw new AppError('invitation_expired');
  await reserved.release();
  return invitation;
};
