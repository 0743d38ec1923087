import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { overPglite } from '../connection.ts';
import type { RootDb } from '../connection.ts';
import { tablesIn } from './self-check.ts';
import type { CopyTask } from './snapshot-worker.ts';

const KEPT_SNAPSHOTS = 3;

export const listSnapshots = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.tar.gz'))
    .toSorted()
    .map((name) => path.join(folder, name));
};

/** Runs the worker; `onCopied` is called once it has copied all files but the log, and returns the label of the backup. */
const runWorker = (task: CopyTask, onCopied: () => Promise<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('snapshot-worker.ts', import.meta.url), { workerData: task });
    worker.once('error', reject);
    worker.once('message', () => {
      onCopied().then(
        (label) => worker.postMessage(label, []),
        (error: unknown) => {
          reject(error);
          void worker.terminate();
        },
      );
    });
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the snapshot check ended with code ${code}`)),
    );
  });

/** Compresses the copy of a database to the lasting name, if it opens. */
export const verifySnapshot = (copy: string, target: string): Promise<void> =>
  runWorker({ source: null, copy, target }, async () => '');

/** Whether the statistics of a table are missing, or were made when it was much smaller or larger. */
const needsStatistics = async (db: RootDb, table: string): Promise<boolean> => {
  const { rows } = await sql<{ stale: boolean }>`
    select reltuples < 0 or abs(pg_relation_size(oid) / 8192 - relpages) > 8 + relpages / 10 as stale
    from pg_class where oid = ${table}::regclass`.execute(db);
  return rows[0]?.stale ?? false;
};

/**
 * The embedded database has neither autovacuum nor a checkpointer: without this, its files and its log only grow. Each
 * statement blocks the process; requests get their turn in between. The first time after many rows were written takes longest.
 */
export const maintain = async (db: RootDb): Promise<void> => {
  for (const table of await tablesIn(db)) {
    const isStale = await needsStatistics(db, table);
    await yieldToEventLoop();
    await sql`vacuum ${sql.table(table)}`.execute(db);
    await yieldToEventLoop();
    if (!isStale) continue;
    await sql`analyze ${sql.table(table)}`.execute(db);
    await yieldToEventLoop();
  }
  // After a crash only what is written from now on has to be recovered.
  await sql`checkpoint`.execute(db);
};

/** After the last one in any case: the order of the names must hold where a clock was set back. */
const nameAfter = (last: string | undefined, now: Date): string => {
  const name = (time: number) => new Date(time).toISOString().replaceAll(':', '-').slice(0, 19);
  const before = path.basename(last ?? '').slice(0, 19);
  const next = name(now.getTime());
  if (next > before) return next;
  const [day = '', time = ''] = before.split('T');
  return name(Date.parse(`${day}T${time.replaceAll('-', ':')}Z`) + 1_000);
};

interface Places {
  readonly database: string;
  readonly snapshots: string;
}

/**
 * Copies the files of the running database as a backup of PostgreSQL does: a worker copies them while they are written to,
 * then the log since the beginning, from which the copy recovers. The process is blocked only by the checkpoint and by vacuum.
 */
export const takeSnapshot = async (
  pglite: PGlite,
  { database, snapshots: folder }: Places,
  clock: Clock,
): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Left behind by a process that was killed; only one works on this folder.
  const left = (await readdir(folder)).filter((name) => name.endsWith('.partial'));
  for (const name of left) await rm(path.join(folder, name), { recursive: true, force: true });
  const db = overPglite(pglite);
  await maintain(db);
  const name = nameAfter((await listSnapshots(folder)).at(-1), clock.now());
  const target = path.join(folder, `${name}.tar.gz`);
  const copy = path.join(folder, `${name}.partial`);
  let isStarted = true;
  const stopBackup = async (): Promise<string> => {
    isStarted = false;
    const { rows } = await sql<{ label: string }>`
      select labelfile as label from pg_backup_stop(false)`.execute(db);
    return rows[0]?.label ?? '';
  };
  try {
    await sql`select pg_backup_start('snapshot', true)`.execute(db);
    await runWorker({ source: database, copy, target }, stopBackup);
  } finally {
    if (isStarted) await stopBackup().catch(() => '');
    await rm(copy, { recursive: true, force: true });
  }
  for (const old of (await listSnapshots(folder)).slice(0, -KEPT_SNAPSHOTS)) await rm(old, { force: true });
  return target;
};
