import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Occurs in no value: identifiers have no control characters, and JSON escapes them. */
const SEPARATOR = '\u001F';

type Element = string | number | boolean | null;

/**
 * A value of each row as one array parameter: a text that PostgreSQL splits. The client library would quote and escape each
 * element, which takes longer than all the rest. Only for values of our own: without control characters, and other than ''.
 */
export const arrayOf = <Row>(
  type: 'text' | 'tid' | 'real' | 'jsonb' | 'timestamptz' | 'integer' | 'bigint' | 'boolean',
  rows: readonly Row[],
  of: (row: Row) => Element,
): RawBuilder<unknown> =>
  // An array of one null becomes an empty one, which `unnest` of several arrays fills up with nulls.
  sql`string_to_array(${rows.map((row) => of(row) ?? '').join(SEPARATOR)}, ${sql.lit(SEPARATOR)}, '')::${sql.raw(type)}[]`;

const SPECIAL = /["\\]/g;
const quoted = (text: string): string =>
  `"${text.search(SPECIAL) < 0 ? text : text.replaceAll(SPECIAL, String.raw`\$&`)}"`;

/** A text of each row, whatever it contains, as one array parameter in the notation of PostgreSQL. */
export const textArray = <Row>(rows: readonly Row[], of: (row: Row) => string): RawBuilder<unknown> =>
  sql`${`{${rows.map((row) => quoted(of(row))).join(',')}}`}::text[]`;
