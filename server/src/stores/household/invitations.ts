import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import type { HouseDataScope, OwnerScope, ProviderScope } from '../../lib/scope/scope.ts';

export type InvitationRow = Selectable<Database['invitation']>;

/** With the name of who sent it, where that is a person of the household. */
export interface InvitationOf extends InvitationRow {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

type NewInvitation = Omit<Insertable<Database['invitation']>, 'acceptedAt' | 'acceptedBy' | 'revokedAt'>;

export const insert = async (tx: Db, invitation: NewInvitation): Promise<void> => {
  await tx
    .insertInto('invitation')
    .values({ ...invitation, acceptedAt: null, acceptedBy: null, revokedAt: null })
    .execute();
};

/** Neither accepted nor withdrawn nor expired. */
const open = (db: Db, { providerId }: ProviderScope, now: Date) =>
  db
    .selectFrom('invitation')
    .where('invitation.providerId', '=', providerId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now);

const openWithInviter = (db: Db, scope: ProviderScope, now: Date) =>
  open(db, scope, now)
    .leftJoin('accountRole as inviting', (join) =>
      join
        .onRef('inviting.providerId', '=', 'invitation.providerId')
        .onRef('inviting.houseId', '=', 'invitation.houseId')
        .onRef('inviting.accountId', '=', 'invitation.invitedBy')
        .on('inviting.role', '=', 'house'),
    )
    .leftJoin('account as inviter', (join) =>
      join
        .onRef('inviter.providerId', '=', 'inviting.providerId')
        .onRef('inviter.id', '=', 'inviting.accountId'),
    )
    .selectAll('invitation')
    .select(['inviter.firstName', 'inviter.lastName']);

/** Newest first. */
export const listOpen = (db: Db, house: HouseDataScope, now: Date): Promise<InvitationOf[]> =>
  openWithInviter(db, house, now)
    .where('invitation.houseId', '=', house.houseId)
    .orderBy('invitation.createdAt', 'desc')
    .orderBy('invitation.id')
    .execute();

export const findOpen = (
  db: Db,
  scope: ProviderScope,
  codeHash: string,
  now: Date,
): Promise<(InvitationOf & { readonly address: string }) | undefined> =>
  openWithInviter(db, scope, now)
    .innerJoin('house', (join) =>
      join
        .onRef('house.providerId', '=', 'invitation.providerId')
        .onRef('house.id', '=', 'invitation.houseId'),
    )
    .select('house.address')
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();

/** What became of an invitation that cannot be accepted any more; null: there was none. */
export const endOf = async (
  db: Db,
  { providerId }: ProviderScope,
  codeHash: string,
  now: Date,
): Promise<'used' | 'replaced' | 'expired' | null> => {
  const { rows } = await sql<{ readonly isUsed: boolean; readonly isReplaced: boolean }>`
    select i.accepted_at is not null as is_used, exists (
      select from invitation o
      where o.provider_id = i.provider_id and o.house_id = i.house_id and o.email = i.email
        and o.accepted_at is null and o.revoked_at is null and o.expires_at > ${now.toISOString()}) as is_replaced
    from invitation i
    where i.provider_id = ${providerId} and i.code_hash = ${codeHash}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  if (row.isUsed) return 'used';
  return row.isReplaced ? 'replaced' : 'expired';
};

/** Marks an invitation as accepted; false when it was accepted or withdrawn in the meantime. */
export const accept = async (
  tx: Db,
  { providerId, id }: Pick<InvitationRow, 'providerId' | 'id'>,
  accountId: string,
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .updateTable('invitation')
    .set({ acceptedAt: now, acceptedBy: accountId })
    .where('providerId', '=', providerId)
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

const revoked = (tx: Db, { providerId, houseId }: HouseDataScope, now: Date) =>
  tx
    .updateTable('invitation')
    .set({ revokedAt: now })
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null);

/** False when the house has no such invitation, or it was accepted or withdrawn before. */
export const revoke = async (tx: Db, house: HouseDataScope, id: string, now: Date): Promise<boolean> => {
  const row = await revoked(tx, house, now).where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
};

/** A closed household takes nobody in. */
export const revokeAll = async (tx: Db, house: HouseDataScope, now: Date): Promise<void> => {
  await revoked(tx, house, now).execute();
};

/** A new invitation of an address replaces the earlier one. */
export const revokeOfAddress = async (
  tx: Db,
  house: HouseDataScope,
  email: string,
  now: Date,
): Promise<void> => {
  await revoked(tx, house, now).where('email', '=', email).execute();
};

/** Invitations that a person sent end with their right to invite. */
export const revokeOfInviter = async (
  tx: Db,
  house: HouseDataScope,
  accountId: string,
  now: Date,
): Promise<void> => {
  await revoked(tx, house, now).where('invitedBy', '=', accountId).execute();
};

/** Those that an operator sent; not into homes that the person is an owner of. */
export const revokeOfOperator = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  now: Date,
): Promise<void> => {
  await sql`
    update invitation i set revoked_at = ${now.toISOString()}
    where i.provider_id = ${providerId} and i.invited_by = ${accountId} and i.accepted_at is null and i.revoked_at is null
      and not exists (
        select from account_role r
        where r.provider_id = i.provider_id and r.house_id = i.house_id and r.account_id = i.invited_by and r.access = 'owner')`.execute(
    tx,
  );
};
