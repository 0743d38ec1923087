// A file system of 64 MB, and a database of PostgreSQL that lives on it.
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { run } from '../start/setup.mjs';

const SIZE = '64m';
const CHUNK = Buffer.alloc(64 * 1024, 1);

/** null: this user or machine may not mount. */
export const mountSmallDisk = async (owner: string) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-disk-'));
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', folder])
    .then(() => run('chown', [owner, folder]))
    .then(
      () => true,
      () => false,
    );
  if (!mounted) {
    await rmdir(folder);
    return null;
  }
  const inside = path.join(folder, 'filler');
  return {
    folder,
    /** Writes until nothing fits any more. */
    fill: async (): Promise<void> => {
      const file = await open(inside, 'a');
      try {
        for (const size of [CHUNK.length, 4_096]) {
          while (
            await file.write(CHUNK.subarray(0, size)).then(
              ({ bytesWritten }) => bytesWritten === size,
              () => false,
            )
          );
        }
      } finally {
        await file.close();
      }
    },
    clear: () => rm(inside),
    unmount: async (): Promise<void> => {
      await run('umount', ['-l', folder]);
      await rmdir(folder);
    },
  };
};

/** A copy of the template whose tables are in the folder; the log of changes stays where it is. */
export const createDatabaseIn = async (folder: string, server: string, template: string) => {
  const administer = async (...statements: string[]) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const name = `small_${process.pid}`;
  await administer(
    `create tablespace ${name} location '${folder}'`,
    `create database ${name} template ${template} tablespace ${name}`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(`drop database ${name} with (force)`, `drop tablespace ${name}`),
  };
};
