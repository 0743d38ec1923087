import { sql } from 'kysely';
import { DAY } from '#domain/time/time.ts';
import type { Db, RootDb } from '../../db/connection.ts';

/** Telemetry is partitioned by UTC day, so that an old day is dropped at once and the current indexes stay small. */
const dayOf = (time: number): number => Math.floor(time / DAY);
const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
const startOf = (day: number): string => `${dateOf(day)}T00:00:00Z`;
const tableOf = (day: number): string => `telemetry_${dateOf(day).replaceAll('-', '')}`;

const dayIn = (table: string): number =>
  Date.parse(table.replace(/^telemetry_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')) / DAY;

/** Held while a day's table is created or dropped. */
const LOCK = 'porchlight telemetry days';

export const lockDays = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx);

/** Names of the tables, one per day. */
export const storedDays = async (db: Db): Promise<Set<string>> => {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = 'days'`.execute(db);
  return new Set(rows.map(({ tablename }) => tablename));
};

/** Days whose table is known to exist, so that not every batch has to query for it; forgotten at MAX_KNOWN. */
const MAX_KNOWN = 500;
const knownDays = new WeakMap<RootDb, Set<number>>();

/** Creates the missing tables for the days of the given times; several nodes may call it at once. */
export const ensureDays = async (db: RootDb, times: Iterable<number>): Promise<void> => {
  const made = knownDays.get(db) ?? new Set();
  knownDays.set(db, made);
  const wanted = [...new Set([...times].map(dayOf))].filter((day) => !made.has(day));
  if (wanted.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockDays(tx);
    const there = await storedDays(tx);
    for (const day of wanted.filter((missing) => !there.has(tableOf(missing)))) {
      const table = sql.table(`days.${tableOf(day)}`);
      // Created apart and attached: `create table … partition of` would lock the whole table.
      await sql`create table ${table} (like telemetry including all)`.execute(tx);
      await sql`alter table telemetry attach partition ${table}
        for values from (${sql.lit(startOf(day))}) to (${sql.lit(startOf(day + 1))})`.execute(tx);
    }
  });
  if (made.size + wanted.length > MAX_KNOWN) made.clear();
  for (const day of wanted) made.add(day);
};

/** To be called before a day's table is dropped. */
export const forgetKnownDays = (db: RootDb): void => {
  knownDays.delete(db);
};

export interface StoredDay {
  readonly table: string;
  /** UTC midnight at which it begins. */
  readonly start: string;
  readonly end: string;
}

/** Days that have a table, oldest first. */
export const listDays = async (db: Db): Promise<StoredDay[]> =>
  [...(await storedDays(db))]
    .toSorted()
    .map((table) => ({ table, start: startOf(dayIn(table)), end: startOf(dayIn(table) + 1) }));

/** Those of them that lie entirely before `time`. */
export const daysBefore = async (db: Db, time: number): Promise<StoredDay[]> =>
  (await listDays(db)).filter(({ table }) => table < tableOf(dayOf(time)));
