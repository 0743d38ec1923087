import type { Db } from '../../db/connection.ts';
import type { Identity } from '../../db/tables/account.ts';
import type { OwnerScope, ProviderScope } from '../../lib/scope/scope.ts';

type Key = Pick<Identity, 'issuer' | 'subject'>;

/** The account that a subject of an issuer signs in; never found by an address. */
export const accountOf = async (
  db: Db,
  { providerId }: ProviderScope,
  { issuer, subject }: Key,
): Promise<string | null> => {
  const row = await db
    .selectFrom('providerIdentity')
    .select('accountId')
    .where('providerId', '=', providerId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.accountId ?? null;
};

/** Links an account, in place of who it was linked with at this issuer; false: the subject is somebody's already. */
export const link = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  { issuer, subject }: Key,
  createdAt: Date,
): Promise<boolean> => {
  await tx
    .deleteFrom('providerIdentity')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('issuer', '=', issuer)
    .execute();
  const row = await tx
    .insertInto('providerIdentity')
    .values({ providerId, accountId, issuer, subject, createdAt })
    .onConflict((conflict) => conflict.columns(['providerId', 'issuer', 'subject']).doNothing())
    .returning('accountId')
    .executeTakeFirst();
  return row !== undefined;
};

export const unlinkAll = async (db: Db, { providerId, accountId }: OwnerScope): Promise<void> => {
  await db
    .deleteFrom('providerIdentity')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
};
