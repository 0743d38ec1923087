import type { OwnerScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';

export const replaceAll = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  codes: readonly { readonly selector: string; readonly codeHash: string }[],
): Promise<void> => {
  await db
    .deleteFrom('recoveryCode')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
  if (codes.length === 0) return;
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ ...code, providerId, accountId, usedAt: null })))
    .execute();
};

export const findUnused = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  selector: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('recoveryCode')
    .select('codeHash')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('selector', '=', selector)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return row?.codeHash ?? null;
};

/** Marks a code as used; false when it was used before. */
export const use = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  selector: string,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('selector', '=', selector)
    .where('usedAt', 'is', null)
    .returning('selector')
    .executeTakeFirst();
  return row !== undefined;
};
