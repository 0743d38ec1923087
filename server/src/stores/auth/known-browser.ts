import type { OwnerScope, ProviderScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';

export const isKnownBrowser = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  secretHash: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('knownBrowser')
    .select('accountId')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('secretHash', '=', secretHash)
    .executeTakeFirst();
  return row !== undefined;
};

export const rememberBrowser = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  secretHash: string,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('knownBrowser')
    .values({ providerId, accountId, secretHash, usedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId', 'secretHash']).doUpdateSet({ usedAt: now }),
    )
    .execute();
};

/** Everybody who knows the browser by one secret knows it by another one as well. */
export const addBrowserSecret = async (
  db: Db,
  { providerId }: ProviderScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  await db
    .insertInto('knownBrowser')
    .columns(['providerId', 'accountId', 'secretHash', 'usedAt'])
    .expression((query) =>
      query
        .selectFrom('knownBrowser')
        .select((of) => ['providerId', 'accountId', of.val(to).as('secretHash'), 'usedAt'])
        .where('providerId', '=', providerId)
        .where('secretHash', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const forgetBrowsers = async (db: Db, { providerId, accountId }: OwnerScope): Promise<void> => {
  await db
    .deleteFrom('knownBrowser')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
};
