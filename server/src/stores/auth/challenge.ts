import type { Insertable, Selectable } from 'kysely';
import type { OwnerScope, ProviderScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import type { Identity } from '../../db/tables/account.ts';
import { latestPast } from '../../lib/clock/clock.ts';

type Row = Database['authChallenge'];
export type Challenge = Selectable<Row>;
type ChallengeKind = Challenge['kind'];

type NewChallenge = Pick<
  Insertable<Row>,
  'providerId' | 'secretHash' | 'kind' | 'accountId' | 'subject' | 'createdAt' | 'expiresAt'
> &
  Partial<Pick<Insertable<Row>, 'pinHash' | 'tokenHash' | 'path'>> & { readonly identity?: Identity };

export const insert = async (db: Db, challenge: NewChallenge): Promise<void> => {
  const { identity, ...rest } = challenge;
  const values = identity ? { ...rest, identity: JSON.stringify(identity) } : rest;
  await db.insertInto('authChallenge').values(values).execute();
};

const select = (db: Db, scope: ProviderScope, kinds: readonly ChallengeKind[], secretHash: string) =>
  db
    .selectFrom('authChallenge')
    .selectAll()
    .where('providerId', '=', scope.providerId)
    .where('secretHash', '=', secretHash)
    .where('kind', 'in', kinds);

/** Finds a challenge that is neither used nor expired. */
export const findOpen = (
  db: Db,
  scope: ProviderScope,
  kinds: readonly ChallengeKind[],
  secretHash: string,
  now: Date,
): Promise<Challenge | undefined> =>
  select(db, scope, kinds, secretHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('createdAt', '<=', latestPast(now))
    .executeTakeFirst();

/** By the token of its mail. Few are open: each lives for a quarter of an hour. */
export const isLinkOpen = async (
  db: Db,
  { providerId }: ProviderScope,
  tokenHash: string,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .selectFrom('authChallenge')
    .select('kind')
    .where('providerId', '=', providerId)
    .where('kind', '=', 'link')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('createdAt', '<=', latestPast(now))
    .executeTakeFirst();
  return row !== undefined;
};

/** Finds a challenge, used and expired ones included. */
export const find = (
  db: Db,
  scope: ProviderScope,
  kind: ChallengeKind,
  secretHash: string,
): Promise<Challenge | undefined> => select(db, scope, [kind], secretHash).executeTakeFirst();

/** Counts an attempt before the code is compared; false when the limit is reached or the challenge is used. */
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

/** Marks a challenge as used; false when it was used before. */
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

/** Deletes all challenges of an account. */
export const cancelAll = async (db: Db, { providerId, accountId }: OwnerScope): Promise<void> => {
  await db
    .deleteFrom('authChallenge')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
};

/** Marks all challenges of one kind as used; the rows stay, so that a later use can be answered with the reason. */
export const closeAll = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  kind: ChallengeKind,
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
