import type { Language } from '#contract/entities/account.ts';
import type { StoredDownload } from '#domain/account/download-state.ts';
import type { Db, RootDb } from '../../db/connection.ts';
import type { OwnerScope } from '../../lib/scope/scope.ts';

export interface OwnDownload extends StoredDownload {
  readonly id: string;
  readonly houseId: string;
  readonly language: Language;
  readonly run: number;
  readonly bytes: number;
}

/** One run of the job that makes a download. */
export type Run = Pick<OwnDownload, 'id' | 'run'>;

const COLUMNS = [
  'id',
  'houseId',
  'language',
  'state',
  'run',
  'bytes',
  'createdAt',
  'touchedAt',
] as const satisfies readonly (keyof OwnDownload)[];

/** The calls of one person come one after the other, so that two at once begin one download. */
export const lockAccount = async (tx: Db, { providerId, accountId }: OwnerScope): Promise<void> => {
  await tx
    .selectFrom('account')
    .select('id')
    .where('providerId', '=', providerId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
};

export const find = async (db: Db, { providerId, accountId }: OwnerScope): Promise<OwnDownload | null> => {
  const row = await db
    .selectFrom('ownDownload')
    .select(COLUMNS)
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row ? { ...row, bytes: Number(row.bytes) } : null;
};

/** Deletes this download, and not one that was begun since. */
export const remove = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  { id }: Pick<OwnDownload, 'id'>,
): Promise<void> => {
  await db
    .deleteFrom('ownDownload')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
};

/** Takes the place of the one before, if any. */
export const begin = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  { id, houseId, language, now }: Pick<OwnDownload, 'id' | 'houseId' | 'language'> & { readonly now: Date },
): Promise<void> => {
  await tx
    .deleteFrom('ownDownload')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
  await tx
    .insertInto('ownDownload')
    .values({
      providerId,
      accountId,
      id,
      houseId,
      language,
      state: 'waiting',
      run: 0,
      bytes: 0,
      createdAt: now,
      touchedAt: now,
    })
    .execute();
};

/** Begins from scratch; null: it is finished, or was deleted. An earlier run that still goes on writes nothing any more. */
export const startRun = (
  db: RootDb,
  { providerId, accountId }: OwnerScope,
  id: string,
  now: Date,
): Promise<OwnDownload | null> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('ownDownload')
      .set((eb) => ({ state: 'making', run: eb('run', '+', 1), bytes: 0, touchedAt: now }))
      .where('providerId', '=', providerId)
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'making'])
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) return null;
    await tx
      .deleteFrom('ownDownloadChunk')
      .where('providerId', '=', providerId)
      .where('accountId', '=', accountId)
      .execute();
    return { ...row, bytes: Number(row.bytes) };
  });

/** False: another run has followed, or the download was deleted. */
export const update = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  { id, run }: Run,
  change: Partial<Pick<OwnDownload, 'state' | 'bytes'>> & { readonly touchedAt: Date },
): Promise<boolean> => {
  const row = await db
    .updateTable('ownDownload')
    .set(change)
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'making')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const addChunk = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  number: number,
  sealed: string,
): Promise<void> => {
  await tx.insertInto('ownDownloadChunk').values({ providerId, accountId, number, sealed }).execute();
};

/** Null: there is no such chunk of this download, or not any more. */
export const findChunk = async (
  db: Db,
  { providerId, accountId }: OwnerScope,
  { id }: Pick<OwnDownload, 'id'>,
  number: number,
): Promise<string | null> => {
  const row = await db
    .selectFrom('ownDownloadChunk as chunk')
    .innerJoin('ownDownload as file', (join) =>
      join.onRef('file.providerId', '=', 'chunk.providerId').onRef('file.accountId', '=', 'chunk.accountId'),
    )
    .select('chunk.sealed')
    .where('chunk.providerId', '=', providerId)
    .where('chunk.accountId', '=', accountId)
    .where('chunk.number', '=', number)
    .where('file.id', '=', id)
    .where('file.state', '=', 'ready')
    .executeTakeFirst();
  return row?.sealed ?? null;
};
