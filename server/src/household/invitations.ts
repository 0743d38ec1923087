import type { HouseAccess, Language } from '#contract/entities/account.ts';
import type { Invitation } from '#contract/entities/household.ts';
import { isEmailAddress } from '#domain/email-address.ts';
import { reserveAttempts } from '../auth/attempt-budgets.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { BUDGET_RULES, LIFETIME } from '../auth/rules.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock.ts';
import { hashSecret } from '../lib/hash-secret.ts';
import { newId, newToken } from '../lib/random.ts';
import type { HouseOwnerScope, ProviderScope } from '../lib/scope.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import { normalizeEmail } from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import { addressOf } from '../stores/house.ts';
import { listMembers } from '../stores/household.ts';
import * as invitations from '../stores/invitations.ts';
import type { InvitationRow } from '../stores/invitations.ts';

export const toInvitation = ({ id, email, access, createdAt, expiresAt }: InvitationRow): Invitation => ({
  id,
  email,
  access,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** Sends a mail with a code that works once. Only the hash of the code is stored. */
export const invite = async (
  deps: AuthDeps,
  scope: HouseOwnerScope,
  asked: { readonly email: string; readonly access: HouseAccess; readonly language: Language },
): Promise<Invitation> => {
  const { db, clock, random, providers, publicUrl } = deps;
  const { providerId, houseId, accountId } = scope;
  const now = clock.now();
  const email = normalizeEmail(asked.email);
  if (!isEmailAddress(email)) throw new AppError('email_invalid');
  const provider = providers.byId(providerId);
  if (!provider) throw new AppError('not_found');
  const { access } = asked;
  // Another owner could remove this one.
  if (access === 'owner') await requireFresh(deps, scope);
  const members = await listMembers(db, scope);
  if (members.some((member) => member.email === email)) throw new AppError('already_member');
  await reserveAttempts(
    db,
    scope,
    [
      [BUDGET_RULES.invite, houseId],
      [BUDGET_RULES.inviteAddress, hashSecret(email)],
    ],
    now,
  );
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
  const inviter = members.find((member) => member.accountId === accountId);
  await db.transaction().execute(async (tx) => {
    await invitations.revokeOfAddress(tx, scope, email, now);
    await invitations.insert(tx, row);
    const detail = { invitationId: row.id, access };
    await audit.record(tx, random, now, { providerId, accountId, houseId, action: 'invited', detail });
    await enqueueMail(tx, deps, providerId, {
      to: email,
      name: 'invitation',
      language: languageFor(provider, asked.language),
      values: {
        link: `${publicUrl(provider)}#/link-house?code=${code}`,
        name: inviter ? `${inviter.firstName} ${inviter.lastName}` : provider.file.name,
        address: await addressOf(tx, scope),
      },
      until: row.expiresAt.toISOString(),
    });
  });
  return toInvitation({ ...row, acceptedAt: null, acceptedBy: null, revokedAt: null });
};

export const revoke = ({ db, clock, random }: AuthDeps, scope: HouseOwnerScope, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await invitations.revoke(tx, scope, id, now))) throw new AppError('not_found');
    const { providerId, accountId, houseId } = scope;
    const detail = { invitationId: id };
    await audit.record(tx, random, now, {
      providerId,
      accountId,
      houseId,
      action: 'invitation-revoked',
      detail,
    });
  });

/** Finds an invitation by its code. Wrong codes are counted, for the network or the account that tries them. */
export const findInvitation = async (
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  scope: ProviderScope,
  { code, subject }: { readonly code: string; readonly subject: string },
) => {
  const now = clock.now();
  const reserved = await reserveAttempts(db, scope, [[BUDGET_RULES.invitationCode, subject]], now);
  const found = await invitations.findOpen(db, scope, hashSecret(code), now);
  if (!found) throw new AppError('invitation_expired');
  await reserved.release();
  return found;
};
