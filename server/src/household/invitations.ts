import type { HouseAccess, Language } from '#contract/entities/account.ts';
import type { ProgramName } from '#contract/entities/program.ts';
import type { Invitation } from '#contract/entities/household.ts';
import { isEmailAddress } from '#domain/account/email-address.ts';
import { isPersonName } from '#domain/account/person-name.ts';
import { reserveAttempts } from '../auth/attempt-budgets.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { BUDGET_RULES, LIFETIME } from '../auth/rules.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { newId, newToken } from '../lib/secrets/random.ts';
import type { HouseDataScope, HouseOwnerScope, OwnerScope, ProviderScope } from '../lib/scope/scope.ts';
import { enrolledPrograms } from '../provisioning/consent.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import { findCredentials, normalizeEmail } from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import { addressOf } from '../stores/house/house.ts';
import { listMembers, lockOpenHousehold } from '../stores/household/household.ts';
import type { Member } from '../stores/household/household.ts';
import * as invitations from '../stores/household/invitations.ts';
import type { InvitationOf, InvitationRow } from '../stores/household/invitations.ts';
import { holdOperator } from '../stores/auth/operators.ts';
import { hasActiveOwner, requireOwner } from './require-owner.ts';

/** A name that was stored before names were looked at, and that can be no name, is not shown to others. */
export const inviterName = (
  { firstName, lastName }: Pick<InvitationOf, 'firstName' | 'lastName'>,
  provider: string,
): string | null => {
  if (firstName === null || lastName === null) return provider;
  const name = `${firstName} ${lastName}`;
  return isPersonName(name) ? name : null;
};

export const toInvitation = (row: InvitationOf, provider: string): Invitation => ({
  id: row.id,
  email: row.email,
  access: row.access,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  invitedBy: inviterName(row, provider),
});

export interface AskedInvitation {
  readonly email: string;
  readonly access: HouseAccess;
  /** Of the mail, unless the person has an account with a language; null: the provider's. */
  readonly language: Language | null;
}

export type InvitingDeps = Pick<AuthDeps, 'clock' | 'random' | 'jobs' | 'keys' | 'providers' | 'publicUrl'>;

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

interface WrittenInvitation {
  readonly request: AskedInvitation;
  /** The account that has the address. */
  readonly account: { readonly language: Language | null } | undefined;
  /** Whose name the mail has. */
  readonly name: string;
}

/** "Summer Cooling and Water Heater Saver"; 'none' where there are none. */
const programsText = (programs: readonly ProgramName[], language: Language): string => {
  if (programs.length === 0) return 'none';
  const names = programs.map(
    ({ programName, translations }) =>
      translations.find((one) => one.language === language)?.name ?? programName,
  );
  return new Intl.ListFormat(language).format(names);
};

/** Writes the invitation and its mail. Only the hash of the code is stored. The household must be locked. */
const writeInvitation = async (
  tx: Db,
  deps: InvitingDeps,
  house: HouseDataScope,
  { request, account, name }: WrittenInvitation,
  inviter: Inviter,
): Promise<InvitationRow> => {
  const { clock, random, providers, publicUrl } = deps;
  const { providerId, houseId } = house;
  const { accountId } = inviter.person;
  const { email, access } = request;
  const now = clock.now();
  const provider = providers.byId(providerId);
  if (!provider) throw new AppError('not_found');
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
  await invitations.revokeOfAddress(tx, house, email, now);
  await invitations.insert(tx, row);
  const detail = { invitationId: row.id, access, ...markOf(inviter) };
  await audit.record(tx, random, now, { providerId, accountId, houseId, action: 'invited', detail });
  const language = languageFor(provider, account?.language ?? null, request.language);
  const programs = await enrolledPrograms(tx, providers, house, ['pending', 'active']);
  await enqueueMail(tx, deps, providerId, {
    to: email,
    name: inviter.isOperator ? 'providerInvitation' : 'invitation',
    language,
    values: {
      link: `${publicUrl(provider)}#/link-house?code=${code}`,
      name,
      address: await addressOf(tx, house),
      programs: programsText(programs, language),
    },
    until: row.expiresAt.toISOString(),
  });
  return { ...row, acceptedAt: null, acceptedBy: null, revokedAt: null };
};

/** Sends a mail with a code that works once. */
export const sendInvitation = async (
  deps: AuthDeps,
  house: HouseDataScope,
  request: AskedInvitation,
  inviter: Inviter,
): Promise<Invitation> => {
  const { db, clock, providers } = deps;
  const { providerId, houseId } = house;
  const { person, isOperator } = inviter;
  const email = normalizeEmail(request.email);
  if (!isEmailAddress(email)) throw new AppError('email_invalid');
  const provider = providers.byId(providerId);
  if (!provider) throw new AppError('not_found');
  const members = await listMembers(db, house);
  if (members.some((member) => member.email === email)) throw new AppError('already_member');
  await reserveAttempts(
    db,
    house,
    [
      [BUDGET_RULES.invite, houseId],
      [BUDGET_RULES.inviteAddress, hashSecret(email)],
    ],
    clock.now(),
  );
  const account = await findCredentials(db, house, email);
  const member = members.find((candidate) => candidate.accountId === person.accountId);
  const name = member ? `${member.firstName} ${member.lastName}` : provider.file.name;
  return db.transaction().execute(async (tx) => {
    if (!(await lockOpenHousehold(tx, house))) throw new AppError('not_found');
    requireRight(await listMembers(tx, house), email, inviter);
    if (isOperator && !(await holdOperator(tx, person))) throw new AppError('not_found');
    const written = { request: { ...request, email }, account, name };
    const row = await writeInvitation(tx, deps, house, written, inviter);
    const { firstName = null, lastName = null } = member ?? {};
    return toInvitation({ ...row, firstName, lastName }, provider.file.name);
  });
};

/**
 * Invites somebody whom the utility has named into a home without an owner; its household is locked. False: whoever named them is no
 * operator any more. A person is invited so once, therefore nothing is counted.
 */
export const inviteNamed = async (
  tx: Db,
  deps: InvitingDeps,
  house: HouseDataScope,
  request: AskedInvitation,
  person: OwnerScope,
): Promise<boolean> => {
  if (!(await holdOperator(tx, person))) return false;
  const account = await findCredentials(tx, house, request.email);
  const name = deps.providers.byId(house.providerId)?.file.name ?? '';
  await writeInvitation(tx, deps, house, { request, account, name }, { person, isOperator: true });
  return true;
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

/**
 * Finds an invitation by its code. Wrong codes are counted, for the network or the account that tries them; a right one is looked up first,
 * because neighbours in one network must not be kept out by each other, and 256 random bits cannot be guessed. Of one that cannot be
 * accepted any more who has its code is told why.
 */
export const findInvitation = async (
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  scope: ProviderScope,
  { code, subject }: { readonly code: string; readonly subject: string },
) => {
  const now = clock.now();
  const invitation = await invitations.findOpen(db, scope, hashSecret(code), now);
  if (invitation) return invitation;
  const end = await invitations.endOf(db, scope, hashSecret(code), now);
  if (end === null) await reserveAttempts(db, scope, [[BUDGET_RULES.invitationCode, subject]], now);
  throw new AppError(`invitation_${end ?? 'expired'}`);
};
