import { finished } from 'node:stream/promises';
import {
  AbortedTransactionError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { from } from 'pg-copy-streams';
import { CopyStatement } from './copy.ts';

/** The code base has fewer different reads than this; further ones are sent unnamed and planned each time. */
const MAX_PREPARED = 500;
const statementNames = new Map<string, string>();

/**
 * Reads get a name, so that each connection prepares them once: planning the dashboard's read costs more than running it. Not those that
 * begin with a comment (`plannedEachTime`).
 */
const statementNameOf = (text: string): string | undefined => {
  if (!/^\s*(select|with)\s/i.test(text)) return undefined;
  if (!statementNames.has(text) && statementNames.size < MAX_PREPARED)
    statementNames.set(text, `read-${statementNames.size}`);
  return statementNames.get(text);
};

const COUNTED = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient;
  /** A transaction that could not be rolled back may still be open: the connection must not be used again. */
  isBroken = false;

  constructor(client: PoolClient) {
    this.client = client;
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    if (statement instanceof CopyStatement) return this.#copy(statement);
    const name = statementNameOf(statement.sql);
    const { command, rowCount, rows } = await this.client.query<QueryResultRow>({
      ...(name === undefined ? {} : { name }),
      text: statement.sql,
      values: [...statement.parameters],
    });
    return {
      rows: rows as R[],
      ...(COUNTED.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
    };
  }

  async #copy<R>({ sql, data }: CopyStatement): Promise<QueryResult<R>> {
    const stream = this.client.query(from(sql));
    stream.end(data);
    await finished(stream);
    return { rows: [], numAffectedRows: BigInt(stream.rowCount) };
  }

  streamQuery(): never {
    throw new Error('streaming is not supported');
  }
}

const beginOf = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  [
    'start transaction',
    ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
    ...(accessMode ? [accessMode] : []),
  ].join(' ');

class PostgresDriver implements Driver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect());
  }

  async beginTransaction({ client }: PostgresConnection, settings: TransactionSettings): Promise<void> {
    await client.query(beginOf(settings));
  }

  async commitTransaction({ client }: PostgresConnection): Promise<void> {
    const { command } = await client.query('commit');
    // PostgreSQL answers COMMIT with ROLLBACK where a statement before it has failed.
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.client.query('rollback');
    } catch (error) {
      connection.isBroken = true;
      throw error;
    }
  }

  async releaseConnection({ client, isBroken }: PostgresConnection): Promise<void> {
    client.release(isBroken);
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** PostgreSQL over a pool of `pg`, with prepared reads and COPY. */
export const postgresDialect = (pool: Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(pool),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
