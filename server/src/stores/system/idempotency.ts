import { sql } from 'kysely';
import type { AccountScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';

interface KeyedRequest {
  readonly route: string;
  readonly key: string;
}

export interface StoredAnswer {
  readonly requestHash: string;
  readonly answer: unknown;
}

/** A second call with the same key waits until the transaction of the first has ended, and then finds its answer. */
export const lockKey = async (tx: Db, scope: AccountScope, { route, key }: KeyedRequest): Promise<void> => {
  const name = JSON.stringify([scope.providerId, scope.accountId, route, key]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
};

export const findAnswer = (
  db: Db,
  scope: AccountScope,
  { route, key }: KeyedRequest,
): Promise<StoredAnswer | undefined> =>
  db
    .selectFrom('idempotency')
    .select(['requestHash', 'answer'])
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();

export const storeAnswer = async (
  db: Db,
  scope: AccountScope,
  request: KeyedRequest,
  { requestHash, answer }: StoredAnswer,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('idempotency')
    .values({
      providerId: scope.providerId,
      accountId: scope.accountId,
      ...request,
      requestHash,
      answer: JSON.stringify(answer),
      createdAt: now,
    })
    .execute();
};
