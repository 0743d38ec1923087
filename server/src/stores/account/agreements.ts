import type { Agreement, Terms } from '#contract/entities/terms.ts';
import type { Db } from '../../db/connection.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import type { OwnerScope } from '../../lib/scope/scope.ts';

interface NewAgreement {
  readonly id: string;
  readonly terms: Terms;
  readonly agreedAt: Date;
}

/** Keeps the texts as they were shown: the files of the provider can be changed. */
export const insert = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  { id, terms, agreedAt }: NewAgreement,
): Promise<void> => {
  const digest = hashSecret(JSON.stringify([terms.version, terms.language, terms.terms, terms.privacy]));
  await tx
    .insertInto('termsText')
    .values({ providerId, digest, ...terms })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('agreement')
    .values({ providerId, accountId, id, version: terms.version, digest, agreedAt })
    .execute();
};

const withTexts = (db: Db, { providerId, accountId }: OwnerScope) =>
  db
    .selectFrom('agreement as a')
    .innerJoin('termsText as t', (join) =>
      join.onRef('t.providerId', '=', 'a.providerId').onRef('t.digest', '=', 'a.digest'),
    )
    .where('a.providerId', '=', providerId)
    .where('a.accountId', '=', accountId);

/** The latest first. */
export const list = async (db: Db, owner: OwnerScope): Promise<Agreement[]> => {
  const rows = await withTexts(db, owner)
    .select(['a.id', 'a.version', 't.language', 'a.agreedAt'])
    .orderBy('a.agreedAt', 'desc')
    .orderBy('a.id')
    .execute();
  return rows.map(({ agreedAt, ...row }) => ({ ...row, agreedAt: agreedAt.toISOString() }));
};

export const findTexts = (db: Db, owner: OwnerScope, id: string): Promise<Terms | undefined> =>
  withTexts(db, owner)
    .select(['t.version', 't.language', 't.terms', 't.privacy'])
    .where('a.id', '=', id)
    .executeTakeFirst();
