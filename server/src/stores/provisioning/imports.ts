import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import type { ImportCounts } from '../../db/tables/import.ts';

export type { ImportCounts } from '../../db/tables/import.ts';
export type StoredImport = Selectable<Database['import']>;
export type ImportState = StoredImport['state'];
type ImportRef = Pick<StoredImport, 'providerId' | 'id'>;

export const NO_LINES: ImportCounts = {
  new: 0,
  changed: 0,
  unchanged: 0,
  moved: 0,
  refused: 0,
  missing: 0,
  lifeSupportCleared: 0,
};

const UNDER_WAY = ['uploading', 'checking', 'applying'] as const;

const of = (db: Db, { providerId, id }: ImportRef) =>
  db.updateTable('import').where('providerId', '=', providerId).where('id', '=', id);

const forgetLines = async (db: Db, { providerId, id }: ImportRef): Promise<void> => {
  for (const table of ['importPage', 'importKey'] as const)
    await db.deleteFrom(table).where('providerId', '=', providerId).where('importId', '=', id).execute();
};

/**
 * What nobody went on with is given up, so that it does not stand in the way of the next one. Of a file that was not checked nothing is
 * kept. `inCall`: for what the call itself does, which nobody goes on with after the end of its server.
 */
export const giveUp = async (
  db: Db,
  { providerId }: Pick<StoredImport, 'providerId'>,
  before: { readonly byJobs: Date; readonly inCall: Date; readonly pagesInCall: number },
): Promise<void> => {
  const fail = () =>
    db.updateTable('import').set({ state: 'failed' }).where('providerId', '=', providerId).returning('id');
  await fail().where('state', '=', 'applying').where('touchedAt', '<', before.byJobs).execute();
  const unchecked = await fail()
    .where('state', 'in', ['uploading', 'checking'])
    .where((eb) =>
      eb.or([
        eb('touchedAt', '<', before.byJobs),
        eb.and([
          eb('touchedAt', '<', before.inCall),
          eb.or([eb('state', '=', 'uploading'), eb('pages', '<=', before.pagesInCall)]),
        ]),
      ]),
    )
    .execute();
  for (const { id } of unchecked) await forgetLines(db, { providerId, id });
};

/** False: another import of the provider is under way. */
export const begin = async (
  db: Db,
  row: Pick<StoredImport, 'providerId' | 'id' | 'kind' | 'isFull' | 'createdBy' | 'header'>,
  now: Date,
): Promise<boolean> => {
  const inserted = await db
    .insertInto('import')
    .values({
      ...row,
      header: JSON.stringify(row.header),
      state: 'uploading',
      createdAt: now,
      touchedAt: now,
      counts: JSON.stringify(NO_LINES),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

export const find = (db: Db, { providerId, id }: ImportRef): Promise<StoredImport | undefined> =>
  db
    .selectFrom('import')
    .selectAll()
    .where('providerId', '=', providerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Locks it against every other change. */
export const lock = (tx: Db, { providerId, id }: ImportRef): Promise<StoredImport | undefined> =>
  tx
    .selectFrom('import')
    .selectAll()
    .where('providerId', '=', providerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Imports of a provider begin one after the other. */
export const lockProvider = async (tx: Db, { providerId }: ImportRef): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('imports of ' || ${providerId}, 0))`.execute(tx);
};

/** Whether another import of the provider is under way. */
export const isOtherUnderWay = async (db: Db, { providerId, id }: ImportRef): Promise<boolean> => {
  const row = await db
    .selectFrom('import')
    .select('id')
    .where('providerId', '=', providerId)
    .where('id', '<>', id)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst();
  return row !== undefined;
};

export const setState = async (
  db: Db,
  ref: ImportRef,
  state: ImportState,
  now: Date,
  more: { readonly pages?: number; readonly donePages?: number; readonly counts?: ImportCounts } = {},
): Promise<void> => {
  const { counts, ...others } = more;
  await of(db, ref)
    .set({
      state,
      touchedAt: now,
      ...others,
      ...(counts ? { counts: JSON.stringify(counts) } : {}),
    })
    .execute();
};

/** False: it was given up meanwhile. */
export const addPage = async (
  tx: Db,
  { providerId, id }: ImportRef,
  page: { readonly number: number; readonly lines: string },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await of(tx, { providerId, id })
    .set({ pages: page.number + 1, touchedAt: now })
    .where('state', '=', 'uploading')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .insertInto('importPage')
    .values({ providerId, importId: id, ...page, report: null })
    .execute();
  return true;
};

export const readPage = async (
  db: Db,
  { providerId, id }: ImportRef,
  number: number,
): Promise<{ readonly lines: string; readonly report: string | null } | undefined> =>
  db
    .selectFrom('importPage')
    .select(['lines', 'report'])
    .where('providerId', '=', providerId)
    .where('importId', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();

/** A file that could not be read to its end: nothing of it is kept. */
export const fail = async (db: Db, ref: ImportRef, now: Date): Promise<void> => {
  await setState(db, ref, 'failed', now, { pages: 0 });
  await forgetLines(db, ref);
};

/** What became of a page, and that it is done, with the changes themselves. */
export const finishPage = async (
  tx: Db,
  ref: ImportRef,
  {
    number,
    report,
    counts,
  }: { readonly number: number; readonly report: string; readonly counts: ImportCounts },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('importPage')
    .set({ report })
    .where('providerId', '=', ref.providerId)
    .where('importId', '=', ref.id)
    .where('number', '=', number)
    .execute();
  await of(tx, ref)
    .set({ donePages: number + 1, counts: JSON.stringify(counts), touchedAt: now })
    .execute();
};

export interface LineKey {
  readonly key: string;
  readonly line: number;
  /** The first and the last key of lines that say something of the same; null: none but itself. */
  readonly rivals: readonly [string, string] | null;
}

/** By their lines: the one that named the same first, itself where none did. */
export const claimKeys = async (
  tx: Db,
  { providerId, id }: ImportRef,
  keys: readonly LineKey[],
): Promise<ReadonlyMap<number, number>> => {
  const rows = JSON.stringify(keys.map(({ key, line }) => ({ key, line })));
  await sql`
    insert into import_key (provider_id, import_id, key, line)
    select ${providerId}, ${id}, k.key, min(k.line)
    from jsonb_to_recordset(${rows}::jsonb) as k (key text, line integer)
    group by k.key on conflict do nothing`.execute(tx);
  // Each by its key: the planner, which knows nothing of a file that just came in, would read all keys of the file.
  const { rows: found } = await sql<{ readonly line: number; readonly first: number }>`
    select k.line, least(i.line, r.line) as first
    from unnest(
      ${keys.map(({ key }) => key)}::text[], ${keys.map(({ line }) => line)}::integer[],
      ${keys.map(({ rivals }) => rivals?.[0] ?? null)}::text[],
      ${keys.map(({ rivals }) => rivals?.[1] ?? null)}::text[]
    ) as k (key, line, rivals_from, rivals_to)
    cross join lateral (
      select line from import_key
      where provider_id = ${providerId} and import_id = ${id} and key = k.key offset 0
    ) i
    cross join lateral (
      select min(line) as line from import_key
      where provider_id = ${providerId} and import_id = ${id} and key between k.rivals_from and k.rivals_to and line < k.line
    ) r`.execute(tx);
  return new Map(found.map(({ line, first }) => [line, first]));
};

/** Open homes of the provider that a full file does not name; the keys are hashes of their premises. */
export const missingHomes = async (
  db: Db,
  { providerId, id }: ImportRef,
  limit: number | null = null,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    select h.id from house h
    where h.provider_id = ${providerId} and h.closed_at is null and not exists (
      select from import_key k
      where k.provider_id = h.provider_id and k.import_id = ${id}
        and k.key = encode(sha256(convert_to(h.premise_id, 'UTF8')), 'hex'))
    order by h.id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
};

export const countOpenHomes = async (
  db: Db,
  { providerId }: Pick<StoredImport, 'providerId'>,
): Promise<number> => {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from house where provider_id = ${providerId} and closed_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};
