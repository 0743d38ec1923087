import { sql } from 'kysely';
import type { PhoneNumber, Role, User } from '#contract/entities/account.ts';
import type { AccountScope, ProviderScope } from '../auth/scope.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';

export interface Credentials {
  readonly id: string;
  readonly active: boolean;
  readonly passwordHash: string | null;
  readonly totpEnabled: boolean;
}

/** One spelling per address, on the way in and at rest. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export const findCredentials = async (
  db: Db,
  scope: ProviderScope,
  email: string,
): Promise<Credentials | undefined> =>
  db
    .selectFrom('account')
    .select((row) => [
      'id',
      'active',
      'passwordHash',
      row('totpSecret', 'is not', null).$castTo<boolean>().as('totpEnabled'),
    ])
    .where('providerId', '=', scope.providerId)
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();

export const countSignIn = async (db: Db, scope: ProviderScope, accountId: string): Promise<void> => {
  await db
    .updateTable('account')
    .set((row) => ({ signInCount: row('signInCount', '+', 1) }))
    .where('providerId', '=', scope.providerId)
    .where('id', '=', accountId)
    .execute();
};

interface Include {
  readonly totp: boolean;
  readonly hasPassword: boolean;
}

export const getUser = async (
  db: Db,
  scope: Pick<AccountScope, 'providerId' | 'accountId'>,
  include: Include,
): Promise<User> => {
  const row = await db
    .selectFrom('account')
    .select((column) => [
      'id',
      'firstName',
      'lastName',
      'email',
      'alias',
      'language',
      'signInCount',
      column('passwordHash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      column('totpSecret', 'is not', null).$castTo<boolean>().as('totpEnabled'),
      sql<Role[]>`(
        select coalesce(json_agg(json_build_object('role', role, 'houseId', house_id) order by role desc, position), '[]')
        from (
          select r.role, r.house_id, h.number as position
          from account_role r left join house h on h.provider_id = r.provider_id and h.id = r.house_id
          where r.provider_id = account.provider_id and r.account_id = account.id
        ) held
      )`.as('roles'),
    ])
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.accountId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const { signInCount, hasPassword, totpEnabled, ...user } = row;
  return {
    ...user,
    sessionCount: Math.max(0, signInCount - 1),
    hasPassword: include.hasPassword ? hasPassword : null,
    totp: include.totp ? { enabled: totpEnabled } : null,
  };
};

export const listPhoneNumbers = async (db: Db, scope: AccountScope): Promise<PhoneNumber[]> => {
  const rows = await db
    .selectFrom('phoneNumber')
    .select(['phone', 'countryCode', 'verifiedAt', 'optedOutAt'])
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .orderBy('createdAt')
    .orderBy('phone')
    .execute();
  return rows.map(({ phone, countryCode, verifiedAt, optedOutAt }) => ({
    phone,
    countryCode,
    verified: verifiedAt !== null,
    optout: optedOutAt !== null,
  }));
};
