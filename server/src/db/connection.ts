import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import type { Dialect, Transaction } from 'kysely';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { copyOverPglite, copyOverPostgres } from './copy.ts';
import type { Database } from './tables.ts';

/** A connection or an open transaction: store functions take it as their first argument and have no other. */
export type Db = Kysely<Database> | Transaction<Database>;
export type RootDb = Kysely<Database>;

const kysely = (dialect: Dialect): RootDb =>
  new Kysely<Database>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });

const POOL_SIZE = 10;

/** More different reads than this are not ours to write; past it they are planned each time, as without a name. */
const MOST_PREPARED = 500;
const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  if (!names.has(text) && names.size < MOST_PREPARED) names.set(text, `read-${names.size}`);
  return names.get(text);
};

/** Reads are prepared once per connection: planning the dashboard's statement costs more than running it. */
const prepareReads = (client: PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (text: unknown, ...rest: unknown[]): unknown => {
    const isRead = typeof text === 'string' && Array.isArray(rest[0]) && /^(select|with) /i.test(text);
    const name = isRead ? nameOf(text) : undefined;
    if (name === undefined) return query(text, ...rest);
    const [values, ...others] = rest;
    return query({ name, text, values }, ...others);
  };
  client.query = prepared as PoolClient['query'];
};

export const connectPostgres = (url: string, onError: (error: Error) => void): RootDb => {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    application_name: 'porchlight',
  });
  // An idle connection that the database closes must not end the process: the next query reconnects.
  pool.on('error', onError);
  // Nor one that breaks in the middle of a query: the query itself fails, which is enough.
  pool.on('connect', (client) => {
    client.on('error', onError);
    prepareReads(client);
    copyOverPostgres(client);
  });
  return kysely(new PostgresDialect({ pool }));
};

export const overPglite = (pglite: PGlite): RootDb =>
  kysely(new PGliteDialect({ pglite: copyOverPglite(pglite) }));

/** Opens the embedded database; `template` fills an empty folder in a second instead of ten. */
export const openPglite = (folder: string, template?: Blob): Promise<PGlite> =>
  PGlite.create({ dataDir: folder, ...(template ? { loadDataDir: template } : {}) });
