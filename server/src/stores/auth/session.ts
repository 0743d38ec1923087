import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Role, Session } from '#contract/entities/account.ts';
import type { AccountScope, OwnerScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import { addMs, latestPast } from '../../lib/clock/clock.ts';

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
    .values({ ...session, seenAt: session.createdAt, confirmedAt: null })
    .execute();
};

interface FoundSession {
  readonly id: string;
  readonly providerId: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
  readonly active: boolean;
  /** The account is of the demo data. */
  readonly demo: boolean;
  /** The account has two-factor codes on: the session was begun with one. */
  readonly totpEnabled: boolean;
  readonly roles: Role[];
  /** When the household of the house that was asked about moved in; null: it has always been there, or there is no such house. */
  readonly householdSince: Date | null;
  /** null: nothing was asked for, the account has no role in the house, or is not active. */
  readonly prefetched: unknown;
}

/** SQL that reads something of a house as JSON. */
export type HouseRead = (house: {
  readonly providerId: RawBuilder<unknown>;
  readonly accountId: RawBuilder<unknown>;
  readonly houseId: string;
}) => RawBuilder<unknown>;

/** The house that a call is about. */
export interface AskedHouse {
  readonly houseId: string;
  /** What the call will need of it. */
  readonly read: HouseRead | undefined;
}

const prefetchOf = (houseId: string, read: HouseRead) => sql`
  case when account.active and exists (
    select from account_role
    where provider_id = session.provider_id and account_id = session.account_id and house_id = ${houseId}
  ) then ${read({ providerId: sql`session.provider_id`, accountId: sql`session.account_id`, houseId })} end`;

const movedInOf = (houseId: string) => sql`(
  select household_since from house where provider_id = session.provider_id and id = ${houseId})`;

/**
 * Finds a session by its token, and reads what the call will need of a house in the same statement: a second round trip to the
 * database costs as much as all else of a call. It has no scope: the access guard grants one from the row that it returns.
 */
export const findSession = async (
  db: Db,
  tokenHash: string,
  asked?: AskedHouse,
): Promise<FoundSession | undefined> => {
  const { rows } = await sql<FoundSession>`
    select session.id, session.provider_id, session.account_id, session.created_at, session.seen_at, session.expires_at,
      account.active, account.demo, account.totp_secret is not null as totp_enabled, (
        select coalesce(json_agg(json_build_object('role', role, 'houseId', house_id, 'access', access)), '[]')
        from account_role
        where provider_id = session.provider_id and account_id = session.account_id
      ) as roles,
      ${asked ? movedInOf(asked.houseId) : sql`null::timestamptz`} as household_since,
      ${asked?.read ? prefetchOf(asked.houseId, asked.read) : sql`null`} as prefetched
    from session
    join account on account.provider_id = session.provider_id and account.id = session.account_id
    where session.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
};

export const touchSession = async (db: Db, scope: AccountScope, now: Date): Promise<void> => {
  await db
    .updateTable('session')
    .set({ seenAt: now })
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .execute();
};

const deleteOf = (db: Db, { providerId, accountId }: OwnerScope) =>
  db.deleteFrom('session').where('providerId', '=', providerId).where('accountId', '=', accountId);

export const deleteSession = async (
  db: Db,
  scope: AccountScope,
  sessionId = scope.sessionId,
): Promise<boolean> => {
  const row = await deleteOf(db, scope).where('id', '=', sessionId).returning('id').executeTakeFirst();
  return row !== undefined;
};

/**
 * Locks the session row until the transaction ends, and refuses when the session was ended in the meantime. Call it after
 * writing the account row: ending sessions locks in the same order.
 */
export const lockLiveSession = async (tx: Db, scope: AccountScope): Promise<void> => {
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('session_expired');
};

/** Sessions of an account end one call after the other: two that each kept their own row would wait for each other. */
export const deleteOthers = async (tx: Db, scope: AccountScope): Promise<void> => {
  await tx
    .selectFrom('account')
    .select('id')
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.accountId)
    .forNoKeyUpdate()
    .execute();
  await lockLiveSession(tx, scope);
  await deleteOf(tx, scope).where('id', '!=', scope.sessionId).execute();
};

export const deleteAll = async (db: Db, owner: OwnerScope): Promise<void> => {
  await deleteOf(db, owner).execute();
};

/** Sessions that are neither expired nor idle. */
export const listSessions = async (
  db: Db,
  scope: AccountScope,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<Session[]> => {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'seenAt'])
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('expiresAt', '>', now)
    .where('seenAt', '>', idleSince)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ createdAt, seenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    current: row.id === scope.sessionId,
  }));
};

/** Whether the person signed in or confirmed their identity in the last `within` ms. */
export const isFresh = async (
  db: Db,
  scope: AccountScope,
  { now, within }: { readonly now: Date; readonly within: number },
): Promise<boolean> => {
  const [since, until] = [addMs(now, -within), latestPast(now)];
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .where((column) =>
      column.or(
        (['createdAt', 'confirmedAt'] as const).map((time) =>
          column.and([column(time, '>', since), column(time, '<=', until)]),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
};

export const markFresh = async (db: Db, scope: AccountScope, now: Date): Promise<void> => {
  await db
    .updateTable('session')
    .set({ confirmedAt: now })
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .execute();
};

/** Replaces the token of a session; the previous one is worthless. */
export const replaceToken = async (db: Db, scope: AccountScope, tokenHash: string): Promise<void> => {
  await db
    .updateTable('session')
    .set({ tokenHash })
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.sessionId)
    .execute();
};
