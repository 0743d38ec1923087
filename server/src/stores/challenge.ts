import type { Insertable, Selectable } from 'kysely';
import type { OwnerScope, ProviderScope } from '../lib/scope.ts';
import type { Db } from '../db/connection.ts';
import type { Database } from '../db/tables.ts';

type Row = Database['authChallenge'];
export type Challenge = Selectable<Row>;
type Kind = Challenge['kind'];

type NewChallenge = Pick<
  Insertable<Row>,
  'providerId' | 'secretHash' | 'kind' | 'accountId' | 'subject' | 'createdAt' | 'expiresAt'
> &
  Partial<Pick<Insertable<Row>, 'pinHash' | 'tokenHash' | 'path'>>;

export const insert = async (db: Db, challenge: NewChallenge): Promise<void> => {
  await db.insertInto('authChallenge').values(challenge).execute();
};

const select = (db: Db, scope: ProviderScope, kinds: readonly Kind[], secretHash: string) =>
  db
    .selectFrom('authChallenge')
    .selectAll()
    .where('providerId', '=', scope.providerId)
    .where('secretHash', '=', secretHash)
    .where('kind', 'in', kinds);

/** One that can still be answered. */
export const findOpen = (
  db: Db,
  scope: ProviderScope,
  kinds: readonly Kind[],
  secretHash: string,
  now: Date,
): Promise<Challenge | undefined> =>
  select(db, scope, kinds, secretHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Whatever became of it. */
export const find = (
  db: Db,
  scope: ProviderScope,
  kind: Kind,
  secretHash: string,
): Promise<Challenge | undefined> => select(db, scope, [kind], secretHash).executeTakeFirst();

/** Counts a try before it is looked at; false when there is none left. */
export const countAttempt = async (
  db: Db,
  { providerId, secretHash }: Pick<Challenge, 'providerId' | 'secretHash'>,
  limit: number,
): Promise<boolean> => {
  const row = await db
    .updateTable('authChallenge')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('providerId', '=', providerId)
    .where('secretHash', '=', secretHash)
    .where('usedAt', 'is', null)
    .where('tries', '<', limit)
    .returning('tries')
    .executeTakeFirst();
  return row !== undefined;
};

/** True for the first who comes; a challenge is answered once. */
export const consume = async (
  db: Db,
  { providerId, secretHash }: Pick<Challenge, 'providerId' | 'secretHash'>,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .updateTable('authChallenge')
    .set({ usedAt: now })
    .where('providerId', '=', providerId)
    .where('secretHash', '=', secretHash)
    .where('usedAt', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  return row !== undefined;
};

/** Ends whatever an account has under way. */
export const cancelAll = async (db: Db, { providerId, accountId }: OwnerScope): Promise<void> => {
  await db
    .deleteFrom('authChallenge')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
};

/** Ends what is of one kind; the rows stay, so that whoever comes with one can be told why. */
export const closeAll = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  kind: Kind,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('authChallenge')
    .set({ usedAt: now })
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .execute();
};

/** Housekeeping over all tenants. */
export const deleteOld = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('authChallenge').where('expiresAt', '<=', before).execute();
};
