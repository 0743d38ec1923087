import { sql } from 'kysely';
import type { RootDb } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import { snakeCase } from '../sql/snake-case.ts';

/** Rows whose `column` is `age` ms old or older are deleted. */
export interface PruneRule<Column extends string = string> {
  /** The first column of an index, so that rows which stay are not read. */
  readonly column: Column;
  readonly age: number;
  /** Rows that stay whatever their age: those with one of these values, or those whose time lies ahead. */
  readonly unless?:
    | { readonly column: Column; readonly in: readonly string[] }
    | { readonly column: Column; readonly ahead: true };
}

/** Rows per statement: it has to end long before the statement timeout, and on the embedded database it blocks the process. */
const ROWS_AT_ONCE = 5_000;

const conditionOf = (unless: PruneRule['unless'], now: Date) => {
  if (!unless) return sql``;
  const column = sql.ref(snakeCase(unless.column));
  return 'in' in unless
    ? sql`and not (${column} = any(${[...unless.in]}))`
    : sql`and (${column} is null or ${column} <= ${now.toISOString()})`;
};

interface Run {
  readonly now: Date;
  /** Rows with a later time stay, whatever their age. */
  readonly until?: Date;
  /** Asked between two statements. */
  readonly isStopped: () => boolean;
}

const cutoffOf = ({ age }: PruneRule, now: Date): Date => new Date(now.getTime() - age);

/** How long ago the oldest row fell under the rule, in ms; null: no row does. */
export const overdueOf = async (
  db: RootDb,
  table: keyof Database,
  rule: PruneRule,
  now: Date,
): Promise<number | null> => {
  const time = sql.ref(snakeCase(rule.column));
  const cutoff = cutoffOf(rule, now);
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(${time}) as oldest from ${sql.table(snakeCase(table))}
    where ${time} <= ${cutoff.toISOString()} ${conditionOf(rule.unless, now)}`.execute(db);
  const oldest = rows[0]?.oldest ?? null;
  return oldest && cutoff.getTime() - oldest.getTime();
};

/** Deletes the rows of all tenants that fall under the rule, some thousands per transaction. Returns how many. */
export const prune = async (
  db: RootDb,
  table: keyof Database,
  rule: PruneRule,
  { now, until, isStopped }: Run,
): Promise<number> => {
  const rows = sql.table(snakeCase(table));
  const time = sql.ref(snakeCase(rule.column));
  const cutoff = cutoffOf(rule, now);
  const before = (until && until < cutoff ? until : cutoff).toISOString();
  let deleted = 0;
  for (let last = ROWS_AT_ONCE; last === ROWS_AT_ONCE && !isStopped(); deleted += last) {
    // Skips rows that somebody else has locked: they are found again in the next run.
    const { numAffectedRows = 0n } = await sql`
      delete from ${rows} where ctid = any(array(
        select ctid from ${rows} where ${time} <= ${before} ${conditionOf(rule.unless, now)}
        order by ${time} limit ${ROWS_AT_ONCE} for update skip locked))`.execute(db);
    last = Number(numAffectedRows);
  }
  return deleted;
};
