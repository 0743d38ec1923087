import type { PGlite, Transaction } from '@electric-sql/pglite';
import { PGliteAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { CopyStatement } from '../postgres/copy.ts';

interface OpenTransaction {
  readonly tx: Transaction;
  readonly commit: () => void;
  readonly rollback: (reason: Error) => void;
  /** Settles when the transaction is over. */
  readonly done: Promise<void>;
}

/** PGlite has one session: Kysely hands this connection to one user at a time. */
class PgliteConnection implements DatabaseConnection {
  readonly #engine: PGlite;
  #open: OpenTransaction | null = null;

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    const session = this.#open?.tx ?? this.#engine;
    const { rows, affectedRows } =
      statement instanceof CopyStatement
        ? await session.query<R>(`${statement.head} '/dev/blob'`, [], { blob: new Blob([statement.data]) })
        : await session.query<R>(statement.sql, [...statement.parameters]);
    return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) };
  }

  streamQuery(): never {
    throw new Error('streaming is not supported');
  }

  /** PGlite's own `transaction` keeps other users of the engine out, such as the job queue; it ends with its callback. */
  async begin(): Promise<void> {
    const started = Promise.withResolvers<Transaction>();
    const end = Promise.withResolvers<void>();
    const done = this.#engine.transaction((tx) => {
      started.resolve(tx);
      return end.promise;
    });
    done.catch(started.reject);
    this.#open = { tx: await started.promise, commit: end.resolve, rollback: end.reject, done };
  }

  async commit(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    open?.commit();
    await open?.done;
  }

  async rollback(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    open?.rollback(new Error('rolled back'));
    await open?.done.catch(() => {});
  }
}

class PgliteDriver implements Driver {
  readonly #engine: PGlite;
  readonly #connection: PgliteConnection;

  constructor(engine: PGlite) {
    this.#engine = engine;
    this.#connection = new PgliteConnection(engine);
  }

  async init(): Promise<void> {
    await this.#engine.waitReady;
  }

  async acquireConnection(): Promise<PgliteConnection> {
    return this.#connection;
  }

  async beginTransaction(connection: PgliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: PgliteConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PgliteConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (!this.#engine.closed) await this.#engine.close();
  }
}

/** The embedded database, with COPY. */
export const pgliteDialect = (engine: PGlite): Dialect => ({
  createAdapter: () => new PGliteAdapter(),
  createDriver: () => new PgliteDriver(engine),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
