import { sql } from 'kysely';
import type { Role } from '#contract/entities/account.ts';
import type { AccountScope } from '../auth/scope.ts';
import type { Db } from '../db/connection.ts';

export interface NewSession {
  readonly providerId: string;
  readonly accountId: string;
  readonly id: string;
  readonly tokenHash: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const createSession = async (db: Db, session: NewSession): Promise<void> => {
  await db
    .insertInto('session')
    .values({ ...session, seenAt: session.createdAt })
    .execute();
};

/** The one look-up without a scope: it is where a scope comes from. */
export const findSession = (db: Db, tokenHash: string) =>
  db
    .selectFrom('session')
    .innerJoin('account', (join) =>
      join
        .onRef('account.providerId', '=', 'session.providerId')
        .onRef('account.id', '=', 'session.accountId'),
    )
    .select([
      'session.id',
      'session.providerId',
      'session.accountId',
      'session.seenAt',
      'session.expiresAt',
      'account.active',
      sql<Role[]>`(
        select coalesce(json_agg(json_build_object('role', role, 'houseId', house_id)), '[]')
        from account_role
        where provider_id = session.provider_id and account_id = session.account_id
      )`.as('roles'),
    ])
    .where('session.tokenHash', '=', tokenHash)
    .executeTakeFirst();

export const touchSession = async (db: Db, scope: AccountScope, now: Date): Promise<void> => {
  await db
    .updateTable('session')
    .set({ seenAt: now })
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .execute();
};

export const deleteSession = async (db: Db, scope: AccountScope): Promise<void> => {
  await db
    .deleteFrom('session')
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .execute();
};

/** Housekeeping over all tenants: rows that no call would accept any more. */
export const deleteExpiredSessions = async (db: Db, now: Date, idleSince: Date): Promise<void> => {
  await db
    .deleteFrom('session')
    .where((row) => row.or([row('expiresAt', '<=', now), row('seenAt', '<=', idleSince)]))
    .execute();
};

/** When the person behind the session last proved who they are; undefined: it has ended. */
export const confirmedAt = async (db: Db, scope: AccountScope): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('session')
    .select('createdAt')
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .executeTakeFirst();
  return row?.createdAt;
};
