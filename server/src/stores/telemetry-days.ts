import { sql } from 'kysely';
import type { Db, RootDb } from '../db/connection.ts';
import { DAY } from '../lib/clock.ts';

/** Telemetry is kept in a table for each day of UTC, so that an old day goes at once and a new one stays small. */
const dayOf = (time: number): number => Math.floor(time / DAY);
const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
const startOf = (day: number): string => `${dateOf(day)}T00:00:00Z`;
const tableOf = (day: number): string => `telemetry_${dateOf(day).replaceAll('-', '')}`;

const LOCK = 'porchlight telemetry days';

const lockDays = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx);

const storedDays = async (db: Db): Promise<Set<string>> => {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = 'days'`.execute(db);
  return new Set(rows.map(({ tablename }) => tablename));
};

/** Days that are known to have their table, so that not every batch has to ask. */
const known = new WeakMap<RootDb, Set<number>>();

/** Makes the tables for the days of the given times, as far as they are missing; several nodes may call it at once. */
export const ensureDays = async (db: RootDb, times: Iterable<number>): Promise<void> => {
  const made = known.get(db) ?? new Set();
  known.set(db, made);
  const wanted = [...new Set([...times].map(dayOf))].filter((day) => !made.has(day));
  if (wanted.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockDays(tx);
    const there = await storedDays(tx);
    for (const day of wanted.filter((one) => !there.has(tableOf(one)))) {
      const table = sql.table(`days.${tableOf(day)}`);
      // Attached and not made in place: that would shut everybody out for a moment.
      await sql`create table ${table} (like telemetry including all)`.execute(tx);
      await sql`alter table telemetry attach partition ${table}
        for values from (${sql.lit(startOf(day))}) to (${sql.lit(startOf(day + 1))})`.execute(tx);
    }
  });
  for (const day of wanted) made.add(day);
};
