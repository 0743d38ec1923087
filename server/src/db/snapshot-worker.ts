import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { workerData } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { overPglite } from './connection.ts';
import { checkCopy } from './embedded.ts';

/** Off the main thread: opens the copy in memory, reads its tables, and only then gives it its lasting name. */
const { archive, target } = workerData as { archive: string; target: string };

const copy = overPglite(
  await PGlite.create({ dataDir: 'memory://snapshot', loadDataDir: new Blob([await readFile(archive)]) }),
);
await checkCopy(copy);
await copy.destroy();

const partial = `${target}.partial`;
try {
  // Flushed: a snapshot is what is left after a power cut.
  const file = createWriteStream(partial, { mode: 0o600, flush: true });
  await pipeline(createReadStream(archive), createGzip(), file);
  await rename(partial, target);
} finally {
  await rm(partial, { force: true });
}
