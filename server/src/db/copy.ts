import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import type { PGlite } from 'kysely';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { Db } from './connection.ts';

export type Cell = string | number | boolean | null;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const SPECIAL = /[\\\t\n\r]/g;

const written = (cell: Cell): string => {
  if (cell === null) return '\\N';
  if (typeof cell !== 'string') return String(cell);
  return cell.search(SPECIAL) < 0 ? cell : cell.replaceAll(SPECIAL, (letter) => ESCAPES[letter] ?? letter);
};

/** The quickest way in for many rows. They must not be stored yet, and keep what the table demands. */
export const copyInto = async (
  db: Db,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> => {
  let lines = '';
  for (const row of rows) {
    let gap = '';
    for (const cell of row) {
      lines += gap + written(cell);
      gap = '\t';
    }
    lines += '\n';
  }
  if (lines === '') return;
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`copy ${sql.table(table)} (${names}) from stdin ${lines}`.execute(db);
};

/** Neither driver takes the lines of a COPY together with the statement; null: it is another statement. */
const copyStart = (statement: unknown): string | null =>
  typeof statement === 'string' ? (/^(copy .* from) stdin \$1$/s.exec(statement)?.[1] ?? null) : null;

type Query = (...args: unknown[]) => unknown;

/** A client of PostgreSQL that takes the lines of a COPY as its one value. */
export const copyOverPostgres = (client: PoolClient): void => {
  const query = client.query.bind(client) as Query;
  const send = async (statement: string, lines: string): Promise<unknown> => {
    const stream = from(`${statement} stdin`);
    query(stream);
    stream.end(lines);
    await finished(stream);
    return { command: 'COPY', rowCount: stream.rowCount, rows: [] };
  };
  const copying: Query = (statement, ...rest) => {
    const start = copyStart(statement);
    return start === null ? query(statement, ...rest) : send(start, String((rest[0] as unknown[])[0]));
  };
  client.query = copying as PoolClient['query'];
};

type Queries = Pick<PGlite, 'query'>;

const copying = (engine: Queries): PGlite['query'] => {
  return (statement, values = [], options = {}) => {
    const start = copyStart(statement);
    if (start === null) return engine.query(statement, values, options);
    return engine.query(`${start} '/dev/blob'`, [], { ...options, blob: new Blob([String(values[0])]) });
  };
};

/** The embedded engine, taking the lines of a COPY as its one value. */
export const copyOverPglite = (engine: PGlite): PGlite => ({
  close: () => engine.close(),
  get closed() {
    return engine.closed;
  },
  get ready() {
    return engine.ready;
  },
  waitReady: engine.waitReady,
  query: copying(engine),
  transaction: (work) =>
    engine.transaction((tx) => work({ query: copying(tx), rollback: () => tx.rollback() })),
});
