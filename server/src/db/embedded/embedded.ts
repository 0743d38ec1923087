import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { chmod, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { SECOND } from '#domain/time/time.ts';
import { every } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { StartFailure } from '../../lib/start-failure.ts';
import { openPglite, overPglite } from '../connection.ts';
import type { RootDb } from '../connection.ts';
import { databaseFolder } from './database-folder.ts';
import { selfCheck } from './self-check.ts';
import { listSnapshots, maintain, takeSnapshot } from './snapshot.ts';

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

const MARK_EVERY = 5 * SECOND;
/** Inside the database's own folder, so that a restored snapshot brings its own. */
const MARK = 'porchlight-mark';

const CONTROL = 'global/pg_control';
const STATE_OFFSET = 16;
const STATE_CLOSED = 1;

const folders = (dataDir: string) => ({
  database: databaseFolder(dataDir),
  /** Half made, or half deleted. */
  partial: path.join(dataDir, 'database.partial'),
  /** All files as a crash left them, while the database recovers. */
  untouched: path.join(dataDir, 'database.untouched'),
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

export interface Embedded {
  readonly db: RootDb;
  readonly engine: PGlite;
  readonly close: () => Promise<void>;
  /** Writes a copy of the whole database, verifies that it opens, and returns its path. */
  readonly snapshot: () => Promise<string>;
  /** ms, by the system's clock, which also gave the file its time; null: there is none. */
  readonly lastSnapshotAge: () => Promise<number | null>;
  /** Part of every snapshot. */
  readonly maintain: () => Promise<void>;
}

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

/** Renamed first, so that a folder which is only half deleted does not keep its name. */
const removeWhole = (folder: string, partial: string): void => {
  renameSync(folder, partial);
  removeFolder(partial);
};

/** Recovery changes files before it is known what comes out of it: until that was judged, a copy of them is kept. */
const openCrashed = async (
  { database, partial, untouched }: ReturnType<typeof folders>,
  mark: string | null,
): Promise<PGlite> => {
  copyFolder(database, partial);
  renameSync(partial, untouched);
  try {
    const pglite = await openPglite(database);
    await selfCheck(overPglite(pglite), mark);
    removeWhole(untouched, partial);
    return pglite;
  } catch (error) {
    // Not closed, which would write more: the process is about to end.
    renameSync(database, partial);
    renameSync(untouched, database);
    removeFolder(partial);
    throw error;
  }
};

const openExisting = async (at: ReturnType<typeof folders>): Promise<PGlite> => {
  const { database } = at;
  // Without this file PGlite would make a new database over what is left of the old one.
  await readFile(path.join(database, 'PG_VERSION'));
  const mark = await readMark(database);
  return (await wasClosed(database)) ? openClosed(database, mark) : openCrashed(at, mark);
};

const reasonOf = (error: unknown): string => {
  const { name, message } = error as Error;
  // All that is left of a PANIC of PostgreSQL.
  const panicked = name === 'RuntimeError' || message.startsWith('PGlite failed to initialize');
  return panicked ? 'its control file or its log cannot be read' : message.replaceAll(/\s+/g, ' ');
};

/** Copied aside and renamed, so that an interrupted first start leaves nothing half made. Returns whether it was copied. */
const prepare = async (
  template: string,
  { database, partial, untouched }: ReturnType<typeof folders>,
): Promise<boolean> => {
  // Left behind by a process that was killed.
  removeFolder(partial);
  const files = await readdir(database).catch(() => []);
  if (files.length > 0) {
    if (existsSync(untouched)) removeWhole(untouched, partial);
    return false;
  }
  // It was killed while it put the files of a damaged database back.
  if (existsSync(untouched)) {
    await rename(untouched, database);
    return false;
  }
  copyFolder(template, partial);
  // The parent folder may have been created with permissions for everybody.
  await chmod(partial, 0o700);
  await rename(partial, database);
  return true;
};

/**
 * Opens the database of a data folder that is already locked; an empty folder is filled from the template. `clock` is the
 * system's, because the times of files are.
 */
export const openEmbedded = async (dataDir: string, template: string, clock: Clock): Promise<Embedded> => {
  const at = folders(dataDir);
  let pglite: PGlite;
  try {
    const isNew = await prepare(template, at);
    // A new one has no rows that could be damaged.
    pglite = isNew ? await openPglite(at.database) : await openExisting(at);
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
    snapshot: () => takeSnapshot(pglite, at, clock),
    maintain: () => maintain(db),
    lastSnapshotAge: async () => {
      const last = (await listSnapshots(at.snapshots)).at(-1);
      return last ? clock.now().getTime() - (await stat(last)).mtime.getTime() : null;
    },
  };
};
