import type { AccountScope } from '../lib/scope.ts';
import type { Db } from '../db/connection.ts';

interface KeyedRequest {
  readonly route: string;
  readonly key: string;
}

export interface StoredAnswer {
  readonly requestHash: string;
  readonly answer: unknown;
}

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
