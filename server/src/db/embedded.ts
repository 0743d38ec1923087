import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import type { Clock } from '../lib/clock.ts';
import { StartFailure } from '../lib/failure.ts';
import { openPglite, overPglite } from './connection.ts';
import type { RootDb } from './connection.ts';
import { tables } from './tables.ts';

const KEPT_SNAPSHOTS = 3;

const folders = (dataDir: string) => ({
  database: path.join(dataDir, 'database'),
  partial: path.join(dataDir, 'database.partial'),
  snapshots: path.join(dataDir, 'snapshots'),
});

const listSnapshots = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.tar.gz'))
    .toSorted()
    .map((name) => path.join(folder, name));
};

/** Reads every table once; a damaged file shows here and not in the middle of a request. */
export const selfCheck = async (db: RootDb): Promise<void> => {
  for (const table of Object.keys(tables)) {
    await sql`select count(*) from ${sql.table(table)}`.execute(db);
  }
};

export interface Embedded {
  readonly db: RootDb;
  readonly close: () => Promise<void>;
  /** Writes a copy of the whole database, proves that it opens, and returns its path. */
  readonly snapshot: () => Promise<string>;
}

const verify = (archive: string, target: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('snapshot-worker.ts', import.meta.url), {
      workerData: { archive, target, tables: Object.keys(tables) },
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the snapshot check ended with code ${code}`)),
    );
  });

const takeSnapshot = async (pglite: PGlite, folder: string, clock: Clock): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = clock.now().toISOString().replaceAll(':', '-').slice(0, 19);
  const target = path.join(folder, `${name}.tar.gz`);
  const unverified = path.join(folder, `${name}.tar.partial`);
  const dump = await pglite.dumpDataDir('none');
  await writeFile(unverified, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
  try {
    await verify(unverified, target);
  } finally {
    await rm(unverified, { force: true });
  }
  for (const old of (await listSnapshots(folder)).slice(0, -KEPT_SNAPSHOTS)) await rm(old, { force: true });
  return target;
};

/** Opens the database of a data folder that is already locked; an empty folder is filled from the template. */
export const openEmbedded = async (dataDir: string, template: string, clock: Clock): Promise<Embedded> => {
  const at = folders(dataDir);
  const isNew = !(await readdir(at.database).catch(() => null));
  if (isNew) {
    // Copied aside and renamed, so that an interrupted first start leaves nothing half made.
    await rm(at.partial, { recursive: true, force: true });
    await cp(template, at.partial, { recursive: true });
    await rename(at.partial, at.database);
  }
  try {
    const pglite = await openPglite(at.database);
    const db = overPglite(pglite);
    if (!isNew) await selfCheck(db);
    return {
      db,
      close: () => db.destroy(),
      snapshot: () => takeSnapshot(pglite, at.snapshots, clock),
    };
  } catch (error) {
    const last = (await listSnapshots(at.snapshots)).at(-1);
    const advice = last
      ? `The last good snapshot is ${last}; docs/operating.md says how to restore it.`
      : 'There is no snapshot of it yet.';
    throw new StartFailure(
      `The database in ${at.database} is damaged and was left untouched (${(error as Error).message}). ${advice}`,
    );
  }
};
