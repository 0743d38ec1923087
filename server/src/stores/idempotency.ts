import type { AccountScope } from '../lib/scope.ts';
import type { Db } from '../db/connection.ts';

interface Request {
  readonly route: string;
  readonly key: string;
}

export interface Remembered {
  readonly requestHash: string;
  readonly answer: unknown;
}

export const recall = (
  db: Db,
  scope: AccountScope,
  { route, key }: Request,
): Promise<Remembered | undefined> =>
  db
    .selectFrom('idempotency')
    .select(['requestHash', 'answer'])
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();

export const remember = async (
  db: Db,
  scope: AccountScope,
  request: Request,
  { requestHash, answer }: Remembered,
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

/** Housekeeping over all tenants. */
export const forgetOld = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('idempotency').where('createdAt', '<=', before).execute();
};
