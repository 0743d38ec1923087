import { sql } from 'kysely';
import type { Language, Role, TemperatureUnit, User } from '#contract/entities/account.ts';
import type { OwnerScope, ProviderScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';

export interface Credentials {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language | null;
  readonly active: boolean;
  readonly passwordHash: string | null;
  readonly totpEnabled: boolean;
  readonly demo: boolean;
}

/** The form in which addresses are stored and searched. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

const selectCredentials = (db: Db, { providerId }: ProviderScope) =>
  db
    .selectFrom('account')
    .select((row) => [
      'id',
      'email',
      'firstName',
      'language',
      'active',
      'passwordHash',
      'demo',
      row('totpSecret', 'is not', null).$castTo<boolean>().as('totpEnabled'),
    ])
    .where('providerId', '=', providerId);

export const findCredentials = async (
  db: Db,
  scope: ProviderScope,
  email: string,
): Promise<Credentials | undefined> =>
  selectCredentials(db, scope).where('email', '=', normalizeEmail(email)).executeTakeFirst();

/** With null the same query runs and finds nothing, so that timing does not tell whether an account exists. */
export const credentialsOf = async (
  db: Db,
  scope: ProviderScope,
  accountId: string | null,
): Promise<Credentials | undefined> =>
  selectCredentials(db, scope)
    .where('id', '=', accountId ?? '')
    .executeTakeFirst();

/** Locks the account row until the transaction ends; false when it has changed since `seen` was read. */
export const lockUnchanged = async (db: Db, scope: ProviderScope, seen: Credentials): Promise<boolean> => {
  const now = await selectCredentials(db, scope).where('id', '=', seen.id).forUpdate().executeTakeFirst();
  return (
    now?.active === seen.active &&
    now.passwordHash === seen.passwordHash &&
    now.totpEnabled === seen.totpEnabled
  );
};

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

export const getUser = async (db: Db, scope: OwnerScope, include: Include): Promise<User> => {
  const row = await db
    .selectFrom('account')
    .select((column) => [
      'id',
      'firstName',
      'lastName',
      'email',
      'alias',
      'language',
      'temperatureUnit',
      'signInCount',
      column('passwordHash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      column('totpSecret', 'is not', null).$castTo<boolean>().as('totpEnabled'),
      sql<Role[]>`(
        select coalesce(json_agg(json_build_object('role', role, 'houseId', house_id, 'access', access) order by role desc, position), '[]')
        from (
          select r.role, r.house_id, r.access, h.number as position
          from account_role r left join house h on h.provider_id = r.provider_id and h.id = r.house_id
          where r.provider_id = account.provider_id and r.account_id = account.id
        ) held
      )`.as('roles'),
      sql<string | null>`(
        select version from agreement g
        where g.provider_id = account.provider_id and g.account_id = account.id
        order by agreed_at desc limit 1
      )`.as('agreedTerms'),
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

interface NewAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** null: a link sets it. */
  readonly passwordHash: string | null;
  readonly language: Language;
  readonly createdAt: Date;
}

/** False when the provider has an account with this address. */
export const insert = async (
  tx: Db,
  { providerId, accountId: id }: OwnerScope,
  account: NewAccount,
): Promise<boolean> => {
  const row = await tx
    .insertInto('account')
    .values({ providerId, id, ...account, active: true })
    .onConflict((conflict) => conflict.columns(['providerId', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

const update = (db: Db, { providerId, accountId }: OwnerScope) =>
  db.updateTable('account').where('providerId', '=', providerId).where('id', '=', accountId);

export const rename = async (
  db: Db,
  owner: OwnerScope,
  names: Readonly<Record<'firstName' | 'lastName', string>>,
): Promise<void> => {
  await update(db, owner).set(names).execute();
};

export const setTemperatureUnit = async (
  db: Db,
  owner: OwnerScope,
  temperatureUnit: TemperatureUnit | null,
): Promise<void> => {
  await update(db, owner).set({ temperatureUnit }).execute();
};

export const setPassword = async (db: Db, owner: OwnerScope, passwordHash: string): Promise<void> => {
  await update(db, owner).set({ passwordHash }).execute();
};

/** Sealed with the server's key. */
export interface TotpSecrets {
  readonly totpSecret: string | null;
  readonly totpPending: string | null;
}

export const totpSecretsOf = async (db: Db, { providerId, accountId }: OwnerScope): Promise<TotpSecrets> => {
  const row = await db
    .selectFrom('account')
    .select(['totpSecret', 'totpPending'])
    .where('providerId', '=', providerId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
};

export const setTotp = async (
  db: Db,
  owner: OwnerScope,
  secrets: Partial<TotpSecrets> & { readonly totpLastStep?: null },
): Promise<void> => {
  await update(db, owner).set(secrets).execute();
};

/** Marks a time step as used; false when it or a later one was used before, so that no code counts twice. */
export const claimTotpStep = async (db: Db, owner: OwnerScope, step: number): Promise<boolean> => {
  const row = await update(db, owner)
    .set({ totpLastStep: step })
    .where((column) => column.or([column('totpLastStep', 'is', null), column('totpLastStep', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};
