import type { Db } from '../../db/connection.ts';
import type { HouseAccess } from '#contract/entities/account.ts';
import type { HouseDataScope, OwnerScope } from '../../lib/scope/scope.ts';

export const addMember = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  role: { readonly id: string; readonly houseId: string; readonly access: HouseAccess },
): Promise<void> => {
  await tx
    .insertInto('accountRole')
    .values({ providerId, accountId, role: 'house', ...role })
    .execute();
};

export const setAccess = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  accountId: string,
  access: HouseAccess,
): Promise<void> => {
  await tx
    .updateTable('accountRole')
    .set({ access })
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('accountId', '=', accountId)
    .where('role', '=', 'house')
    .execute();
};

export const removeMember = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  accountId: string,
): Promise<void> => {
  await tx
    .deleteFrom('accountRole')
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('accountId', '=', accountId)
    .where('role', '=', 'house')
    .execute();
};
