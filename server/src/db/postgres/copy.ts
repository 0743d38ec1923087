import { sql } from 'kysely';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../tables.ts';

export type Cell = string | number | boolean | null;

/**
 * A COPY together with its data, in the text format of PostgreSQL. The drivers of both databases recognize this class
 * and send the data in the way of their client library.
 */
export class CopyStatement implements CompiledQuery {
  readonly query: CompiledQuery['query'];
  readonly queryId: CompiledQuery['queryId'];
  readonly parameters = [];
  /** Ends before the source, which differs between the databases: `copy … from`. */
  readonly head: string;
  readonly data: string;

  constructor(head: CompiledQuery, data: string) {
    this.query = head.query;
    this.queryId = head.queryId;
    this.head = head.sql;
    this.data = data;
  }

  get sql(): string {
    return `${this.head} stdin`;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const SPECIAL = /[\\\t\n\r]/g;

const encodeCell = (cell: Cell): string => {
  if (cell === null) return '\\N';
  if (typeof cell !== 'string') return String(cell);
  return cell.search(SPECIAL) < 0 ? cell : cell.replaceAll(SPECIAL, (letter) => ESCAPES[letter] ?? letter);
};

const encodeRows = (rows: Iterable<readonly Cell[]>): string => {
  let data = '';
  for (const row of rows) {
    let separator = '';
    for (const cell of row) {
      data += separator + encodeCell(cell);
      separator = '\t';
    }
    data += '\n';
  }
  return data;
};

/**
 * Inserts many rows by COPY, three times as fast as INSERT. There is no ON CONFLICT: one row that exists already or
 * violates a constraint fails all of them. Inside a transaction it runs on the transaction's connection.
 */
export const copyRows = async (
  db: Kysely<Database>,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> => {
  const data = encodeRows(rows);
  if (data === '') return;
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const head = sql`copy ${sql.table(table)} (${names}) from`.compile(db);
  await db.executeQuery(new CopyStatement(head, data));
};
