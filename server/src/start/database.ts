import type { PGlite } from '@electric-sql/pglite';
import type { Config } from '../config.ts';
import { NO_TIMEOUTS, connectPostgres } from '../db/connection.ts';
import type { RootDb } from '../db/connection.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import type { Embedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { ensureTemplate } from './database-template.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { StartFailure } from '../lib/start-failure.ts';
import { ping } from '../stores/system/installation.ts';

export interface OpenDatabase {
  readonly db: RootDb;
  /** For the job queue, which has its own connections. */
  readonly engine: PGlite | string;
  readonly close: () => Promise<void>;
  /** null: backups of PostgreSQL are the operator's. */
  readonly snapshots: Pick<Embedded, 'snapshot' | 'lastSnapshotAge' | 'maintain'> | null;
  readonly migrate: () => Promise<void>;
}

export interface Hooks {
  /** The system's. */
  readonly clock: Clock;
  readonly onConnectionError: (error: Error) => void;
}

const messageOf = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  // Several addresses of one host were tried: the messages are in the parts.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return (first?.message || message || code || 'no reason given').replaceAll(/\s+/g, ' ');
};

/** Name and host of the database, never the user or the password. */
const nameOf = (url: string): string => {
  if (!URL.canParse(url)) {
    throw new StartFailure(
      'The setting DATABASE_URL does not fit: an address such as postgres://user@host/database (escape signs of the password with %).',
    );
  }
  const { host, pathname } = new URL(url);
  return `${pathname.slice(1)} at ${host}`;
};

const openPostgres = async (url: string, hooks: Hooks): Promise<OpenDatabase> => {
  const name = nameOf(url);
  const db = connectPostgres(url, hooks.onConnectionError);
  try {
    await ping(db);
  } catch (error) {
    await db.destroy();
    throw new StartFailure(
      `The database ${name} cannot be reached (${messageOf(error)}); check DATABASE_URL.`,
      69,
    );
  }
  /** Another node may be at it, and a large table takes long. */
  const migrateWithoutLimits = async () => {
    const patient = connectPostgres(url, hooks.onConnectionError, NO_TIMEOUTS);
    try {
      await migrate(patient);
    } finally {
      await patient.destroy();
    }
  };
  return { db, engine: url, close: () => db.destroy(), snapshots: null, migrate: migrateWithoutLimits };
};

const openFolder = async (dataDir: string, { clock }: Hooks): Promise<OpenDatabase> => {
  const embedded = await openEmbedded(dataDir, await ensureTemplate(), clock);
  const { db, engine, close } = embedded;
  return { db, engine, close, snapshots: embedded, migrate: () => migrate(db) };
};

/** The data folder of an embedded database must be locked. */
export const openDatabase = async (config: Config, hooks: Hooks): Promise<OpenDatabase> => {
  const open = config.databaseUrl
    ? await openPostgres(config.databaseUrl, hooks)
    : await openFolder(config.dataDir, hooks);
  try {
    await open.migrate();
  } catch (error) {
    await open.close();
    throw new StartFailure(`The database could not be brought up to date (${messageOf(error)}).`);
  }
  return open;
};
