import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely } from 'kysely';
import type { Dialect, Transaction } from 'kysely';
import { Pool } from 'pg';
import { retryDeadlocks } from './postgres/deadlock-retry.ts';
import { pgliteDialect } from './embedded/pglite-driver.ts';
import { postgresDialect } from './postgres/postgres-driver.ts';
import type { Database } from './tables.ts';

/** A connection or an open transaction: store functions take it as their first argument and have no other. */
export type Db = Kysely<Database> | Transaction<Database>;
export type RootDb = Kysely<Database>;

const kysely = (dialect: Dialect): RootDb =>
  retryDeadlocks(
    new Kysely<Database>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] }),
  );

const POOL_SIZE = 10;
const pools = new WeakMap<RootDb, Pool>();

/** How long a statement may take, and wait for a lock, in ms; 0: without end. A call must not outlast its client. */
const TIMEOUTS = { statement: 10_000, lock: 3_000 };
export const NO_TIMEOUTS: typeof TIMEOUTS = { statement: 0, lock: 0 };

export const connectPostgres = (
  url: string,
  onError: (error: Error) => void,
  timeouts = TIMEOUTS,
): RootDb => {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    statement_timeout: timeouts.statement,
    lock_timeout: timeouts.lock,
    application_name: 'porchlight',
  });
  // An idle connection that the database closes must not end the process: the next query reconnects.
  pool.on('error', onError);
  // Nor one that breaks in the middle of a query: the query itself fails, which is enough.
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  const db = kysely(postgresDialect(pool));
  pools.set(db, pool);
  return db;
};

/** Connections of the pool behind `db`, and callers that wait for one; null on the embedded database, which has none. */
export const poolCounts = (db: RootDb): Readonly<Record<'total' | 'idle' | 'waiting', number>> | null => {
  const pool = pools.get(db);
  return pool ? { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount } : null;
};

export const overPglite = (engine: PGlite): RootDb => kysely(pgliteDialect(engine));

/**
 * Roughly the bytes of a WebAssembly function that run before V8 compiles it again, optimised. With V8's own 13 million that was
 * three tenths of the processor time of a start.
 */
const OPTIMISE_AFTER = 100_000_000;

export const openPglite = (folder: string): Promise<PGlite> => {
  setFlagsFromString(`--wasm-tiering-budget=${OPTIMISE_AFTER}`);
  return PGlite.create({ dataDir: folder });
};
