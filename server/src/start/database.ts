import type { Config } from '../config.ts';
import { connectPostgres } from '../db/connection.ts';
import type { RootDb } from '../db/connection.ts';
import { openEmbedded } from '../db/embedded.ts';
import { lockFolder } from '../db/lock.ts';
import { migrate } from '../db/migrate.ts';
import { makeTemplate } from '../db/template.ts';
import type { Clock } from '../lib/clock.ts';
import { StartFailure } from '../lib/failure.ts';
import { ping } from '../stores/installation.ts';

export interface OpenDatabase {
  readonly db: RootDb;
  readonly close: () => Promise<void>;
  /** Only the embedded database is copied by us; PostgreSQL has its own means. */
  readonly snapshot: (() => Promise<string>) | null;
}

export interface Hooks {
  readonly clock: Clock;
  /** The data folder was taken away from this process: nothing may be written any more. */
  readonly onLockLost: () => void;
  readonly onConnectionError: (error: Error) => void;
}

const openPostgres = async (url: string, hooks: Hooks): Promise<OpenDatabase> => {
  const db = connectPostgres(url, hooks.onConnectionError);
  try {
    await ping(db);
  } catch (error) {
    await db.destroy();
    const { host, pathname } = new URL(url);
    throw new StartFailure(
      `The database ${pathname.slice(1)} at ${host} cannot be reached (${(error as Error).message || (error as NodeJS.ErrnoException).code}); check DATABASE_URL.`,
      69,
    );
  }
  return { db, close: () => db.destroy(), snapshot: null };
};

const openFolder = async (dataDir: string, hooks: Hooks): Promise<OpenDatabase> => {
  const unlock = await lockFolder(dataDir, hooks.clock, hooks.onLockLost);
  try {
    const embedded = await openEmbedded(dataDir, await makeTemplate(), hooks.clock);
    return {
      db: embedded.db,
      snapshot: embedded.snapshot,
      close: async () => {
        await embedded.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
};

export const openDatabase = async (config: Config, hooks: Hooks): Promise<OpenDatabase> => {
  const open = config.databaseUrl
    ? await openPostgres(config.databaseUrl, hooks)
    : await openFolder(config.dataDir, hooks);
  try {
    await migrate(open.db);
  } catch (error) {
    await open.close();
    throw error;
  }
  return open;
};
