import { once } from 'node:events';
import { copyFileSync, createWriteStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { openPglite, overPglite } from '../connection.ts';
import { checkCopy } from './self-check.ts';

export interface CopyTask {
  /** The folder of the running database; null: `copy` is there already. */
  readonly source: string | null;
  readonly copy: string;
  readonly target: string;
}

/** The log is copied last, when the backup has ended; the others belong to the running process. */
const LOG = 'pg_wal';
const LEFT_OUT = new Set([LOG, 'postmaster.pid', 'postmaster.opts']);

/** What is dropped while it is copied is not needed: the log says that it was dropped. */
const copyFile = (from: string, to: string): void => {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

const copyTree = (from: string, to: string, leftOut: ReadonlySet<string> = new Set()): void => {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else copyFile(source, target);
  }
};

const copyRunning = async (source: string, copy: string): Promise<void> => {
  copyTree(source, copy, LEFT_OUT);
  if (!parentPort) throw new Error('this file is for a worker thread');
  const answer = once(parentPort, 'message') as Promise<[string]>;
  parentPort.postMessage('copied', []);
  const [label] = await answer;
  copyTree(path.join(source, LOG), path.join(copy, LOG));
  writeFileSync(path.join(copy, 'backup_label'), label, { mode: 0o600 });
};

/** Off the main thread: opens the copy, reads its tables, and only then gives it its lasting name. */
const { source, copy, target } = workerData as CopyTask;
if (source !== null) await copyRunning(source, copy);
const pglite = await openPglite(copy);
await checkCopy(overPglite(pglite));
const archive = await pglite.dumpDataDir('none');
await pglite.close();

const partial = `${target}.partial`;
try {
  // Flushed: a snapshot is what is left after a power cut.
  const file = createWriteStream(partial, { mode: 0o600, flush: true });
  await pipeline(Readable.fromWeb(archive.stream() as never), createGzip(), file);
  await rename(partial, target);
} finally {
  await rm(partial, { force: true });
}
parentPort?.close();
