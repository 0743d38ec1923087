import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import type { Dialect, Transaction } from 'kysely';
import { Client, Pool } from 'pg';
import type { QueryArrayConfig, QueryConfig } from 'pg';
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
class PreparingClient extends Client {
  override query = ((
    text: string | QueryConfig | QueryArrayConfig,
    values?: unknown[],
    ...rest: unknown[]
  ) => {
    const name =
      typeof text === 'string' && /^(select|with) /i.test(text) && values ? nameOf(text) : undefined;
    const asked = name === undefined ? text : { name, text, values };
    return Reflect.apply(super.query, this, name === undefined ? [asked, values, ...rest] : [asked, ...rest]);
  }) as Client['query'];
}

export const connectPostgres = (url: string, onError: (error: Error) => void): RootDb => {
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    application_name: 'porchlight',
  });
  // An idle connection that the database closes must not end the process: the next query reconnects.
  pool.on('error', onError);
  // Nor one that breaks in the middle of a query: the query itself fails, which is enough.
  pool.on('connect', (client) => client.on('error', onError));
  return kysely(new PostgresDialect({ pool }));
};

export const overPglite = (pglite: PGlite): RootDb => kysely(new PGliteDialect({ pglite }));

/** Opens the embedded database; `template` fills an empty folder in a second instead of ten. */
export const openPglite = (folder: string, template?: Blob): Promise<PGlite> =>
  PGlite.create({ dataDir: folder, ...(template ? { loadDataDir: template } : {}) });
