import { constants, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { SECOND } from '#domain/time.ts';
import { every } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { StartFailure } from '../lib/start-failure.ts';
import { openPglite, overPglite } from './connection.ts';
import type { RootDb } from './connection.ts';
import { tables } from './tables.ts';

/*
 * What damage can be noticed, as tried with PGlite 0.5, which is PostgreSQL 18 without fsync:
 * - Control file missing, cut or garbled, or a log without the last checkpoint: it does not open.
 * - A changed page of a table: its checksum fails when the self-check reads it. Pages of indexes, and values that are
 *   stored out of line, are not read before they are used.
 * - The log from before the last checkpoint is not needed any more: damage there is not noticed and costs nothing.
 * - After a crash, a log that ends too early or has a bad page is no error to PostgreSQL: it opens without the rows
 *   written since. Therefore the end of the log is noted every few seconds, and a log that does not reach its mark is
 *   refused. What is cut off behind the last mark cannot be told from a crash at that moment.
 */

const KEPT_SNAPSHOTS = 3;
const MARK_EVERY = 5 * SECOND;
/** Inside the database's own folder, so that a restored snapshot brings its own. */
const MARK = 'porchlight-mark';

const CONTROL = 'global/pg_control';
const STATE_OFFSET = 16;
const STATE_CLOSED = 1;

const folders = (dataDir: string) => ({
  database: path.join(dataDir, 'database'),
  partial: path.join(dataDir, 'database.partial'),
  rehearsal: path.join(dataDir, 'database.rehearsal'),
  snapshots: path.join(dataDir, 'snapshots'),
});

// At once and not in turns: nothing else goes on while a database is opened, and it is several times quicker.
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Not `cpSync`: where a file cannot be written, such as on a full disk, that ends the process without an error. */
const copyFiles = (from: string, to: string): void => {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFiles(source, target);
    else if (entry.isFile()) copyFileSync(source, target, constants.COPYFILE_FICLONE);
    else throw new Error(`${source} is neither a file nor a folder`);
  }
};

const copyFolder = (from: string, to: string): void => {
  removeFolder(to);
  try {
    copyFiles(from, to);
  } catch (error) {
    throw new StartFailure(`The folder ${from} cannot be copied to ${to}: ${(error as Error).message}.`);
  }
};

const listSnapshots = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.tar.gz'))
    .toSorted()
    .map((name) => path.join(folder, name));
};

const readMark = async (database: string): Promise<string | null> => {
  const text = await readFile(path.join(database, MARK), 'utf8').catch(() => '');
  return /^[\dA-F]+\/[\dA-F]+$/.test(text) ? text : null;
};

/** Notes how far the log has been written. */
const writeMark = async (db: RootDb, database: string): Promise<void> => {
  const { rows } = await sql<{ end: string }>`select pg_current_wal_flush_lsn()::text as "end"`.execute(db);
  const file = path.join(database, MARK);
  await writeFile(`${file}.partial`, rows[0]?.end ?? '', { mode: 0o600 });
  await rename(`${file}.partial`, file);
};

/** As they are found: an older release has fewer, and the job queue brings its own. */
const tablesIn = async (db: RootDb) => {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  return rows.map(({ name }) => sql.table(name));
};

/** Reads every table once; a damaged file shows here and not in the middle of a request. */
const selfCheck = async (db: RootDb, mark: string | null): Promise<void> => {
  if (mark !== null) {
    // Opening ends with a checkpoint exactly where the log that was found ended.
    const { rows } = await sql<{ reached: boolean }>`
      select checkpoint_lsn >= ${mark}::pg_lsn as reached from pg_control_checkpoint()`.execute(db);
    if (!rows[0]?.reached) throw new Error('its log ends before what was written last');
  }
  for (const table of await tablesIn(db)) await sql`select count(*) from ${table}`.execute(db);
};

/** A copy must have every table of this release, too. */
export const checkCopy = async (db: RootDb): Promise<void> => {
  await selfCheck(db, null);
  for (const table of Object.keys(tables)) await sql`select from ${sql.table(table)} limit 1`.execute(db);
};

export interface Embedded {
  readonly db: RootDb;
  readonly engine: PGlite;
  readonly close: () => Promise<void>;
  /** Writes a copy of the whole database, verifies that it opens, and returns its path. */
  readonly snapshot: () => Promise<string>;
  readonly lastSnapshotAt: () => Promise<Date | null>;
}

/** Compresses an archive to its lasting name, if it opens as a database. */
export const verifySnapshot = (archive: string, target: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('snapshot-worker.ts', import.meta.url), {
      workerData: { archive, target },
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the snapshot check ended with code ${code}`)),
    );
  });

/** The embedded database has neither autovacuum nor a checkpointer: without this, its files and its log only grow. */
const maintain = async (db: RootDb): Promise<void> => {
  // Table by table, so that requests get their turn in between.
  for (const table of await tablesIn(db)) await sql`vacuum analyze ${table}`.execute(db);
  await sql`checkpoint`.execute(db);
};

const takeSnapshot = async (pglite: PGlite, folder: string, clock: Clock): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Left behind by a process that was killed; only one works on this folder.
  const left = (await readdir(folder)).filter((name) => name.endsWith('.partial'));
  for (const name of left) await rm(path.join(folder, name), { force: true });
  await maintain(overPglite(pglite));
  const name = clock.now().toISOString().replaceAll(':', '-').slice(0, 19);
  const target = path.join(folder, `${name}.tar.gz`);
  const unverified = path.join(folder, `${name}.tar.partial`);
  const dump = await pglite.dumpDataDir('none');
  await writeFile(unverified, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
  try {
    await verifySnapshot(unverified, target);
  } finally {
    await rm(unverified, { force: true });
  }
  for (const old of (await listSnapshots(folder)).slice(0, -KEPT_SNAPSHOTS)) await rm(old, { force: true });
  return target;
};

const wasClosed = async (database: string): Promise<boolean> => {
  const control = await readFile(path.join(database, CONTROL)).catch(() => Buffer.alloc(0));
  return control.length > STATE_OFFSET + 4 && control.readUInt32LE(STATE_OFFSET) === STATE_CLOSED;
};

/** A database that was closed needs no recovery: only its control file is written before the self-check is done. */
const openClosed = async (database: string, mark: string | null): Promise<PGlite> => {
  const control = path.join(database, CONTROL);
  const before = await readFile(control);
  try {
    const pglite = await openPglite(database);
    await selfCheck(overPglite(pglite), mark);
    return pglite;
  } catch (error) {
    // Not closed, which would write more: the process is about to end.
    await writeFile(control, before);
    await rm(path.join(database, 'postmaster.pid'), { force: true });
    throw error;
  }
};

/** After a crash a copy recovers first: what comes out is judged before the files themselves are changed. */
const openCrashed = async (database: string, rehearsal: string, mark: string | null): Promise<PGlite> => {
  try {
    copyFolder(database, rehearsal);
    const db = overPglite(await openPglite(rehearsal));
    try {
      await selfCheck(db, mark);
    } finally {
      await db.destroy();
    }
  } finally {
    removeFolder(rehearsal);
  }
  return openPglite(database);
};

const openExisting = async ({ database, rehearsal }: ReturnType<typeof folders>): Promise<PGlite> => {
  // Without this file PGlite would make a new database over what is left of the old one.
  await readFile(path.join(database, 'PG_VERSION'));
  const mark = await readMark(database);
  return (await wasClosed(database)) ? openClosed(database, mark) : openCrashed(database, rehearsal, mark);
};

const reasonOf = (error: unknown): string => {
  const { name, message } = error as Error;
  // All that is left of a PANIC of PostgreSQL.
  const panicked = name === 'RuntimeError' || message.startsWith('PGlite failed to initialize');
  return panicked ? 'its control file or its log cannot be read' : message.replaceAll(/\s+/g, ' ');
};

/** Copied aside and renamed, so that an interrupted first start leaves nothing half made. */
const prepare = async (
  template: string,
  { database, partial, rehearsal }: ReturnType<typeof folders>,
): Promise<void> => {
  // Left behind by a process that was killed.
  removeFolder(partial);
  removeFolder(rehearsal);
  const found = await readdir(database).catch(() => []);
  if (found.length > 0) return;
  copyFolder(template, partial);
  // The parent folder may have been created with permissions for everybody.
  await chmod(partial, 0o700);
  await rename(partial, database);
};

/** Opens the database of a data folder that is already locked; an empty folder is filled from the template. */
export const openEmbedded = async (dataDir: string, template: string, clock: Clock): Promise<Embedded> => {
  const at = folders(dataDir);
  let pglite: PGlite;
  try {
    await prepare(template, at);
    pglite = await openExisting(at);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const last = (await listSnapshots(at.snapshots)).at(-1);
    const advice = last
      ? `the last good snapshot is ${last}, and docs/operating.md says how to restore it`
      : 'there is no snapshot of it yet';
    throw new StartFailure(
      `The database in ${at.database} is damaged and was left untouched (${reasonOf(error)}); ${advice}.`,
    );
  }
  const db = overPglite(pglite);
  // A mark that could not be written leaves the one before it: the check is coarser, and nothing else is lost.
  const stopMarking = every(MARK_EVERY, () => void writeMark(db, at.database).catch(() => {}));
  return {
    db,
    engine: pglite,
    close: () => {
      stopMarking();
      return db.destroy();
    },
    snapshot: () => takeSnapshot(pglite, at.snapshots, clock),
    lastSnapshotAt: async () => {
      const last = (await listSnapshots(at.snapshots)).at(-1);
      return last ? (await stat(last)).mtime : null;
    },
  };
};
