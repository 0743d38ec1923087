import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { isTimeZone } from '#domain/time/time-zone.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import { snakeCase } from '../sql/snake-case.ts';

export type NewRow<T extends keyof Database> = Insertable<Database[T]>;

/** PostgreSQL accepts 65,535 parameters per statement; the widest table has some fifteen columns. */
const ROWS_AT_ONCE = 200;

/** Houses whose time zone does not exist are refused: no hour of theirs could be told. */
export const insertRows = async <T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> => {
  for (const row of rows) {
    if ('timezone' in row && !isTimeZone(String(row.timezone))) {
      throw new Error(`${String(row.timezone)} is not a time zone`);
    }
  }
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto(table)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
};

/** Statistics of tables that have grown fast: plans that were made for empty tables read them whole, foreign keys' too. */
export const analyze = async (db: Db, tables: readonly (keyof Database)[]): Promise<void> => {
  for (const table of tables) await sql`analyze ${sql.table(snakeCase(table))}`.execute(db);
};

/** Number of accounts that came with the demo data. */
export const countDemoAccounts = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('demo', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Their rows have no foreign key to the house. */
const HISTORY = [
  'telemetry',
  'telemetryHour',
  'energyHour',
  'energyQuarter',
  'runtimeHour',
  'deviceActivity',
] as const;

/** Deletes the accounts of the demo data and what is recorded of its houses, except for the audit log; returns how many accounts. */
export const deleteDemo = async (tx: Db): Promise<number> => {
  for (const table of HISTORY) {
    await sql`
      delete from ${sql.table(snakeCase(table))} where (provider_id, house_id) in (
        select provider_id, id from house where demo)`.execute(tx);
  }
  // Their numbers are of ranges kept for fiction.
  await sql`
    delete from stopped_number where (country_code, phone) in (
      select p.country_code, p.phone from phone_number p
      join account a on a.provider_id = p.provider_id and a.id = p.account_id where a.demo)`.execute(tx);
  await sql`
    delete from demand_event where origin = 'demo' or (provider_id, created_by) in (
      select provider_id, id from account where demo)`.execute(tx);
  await tx.deleteFrom('outbox').execute();
  const { numDeletedRows } = await tx
    .deleteFrom('account')
    .where('demo', '=', true)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

/** Whether an event of the demo is coming up or running; one that was cancelled counts until it would have ended. */
export const hasDemoEvent = async (db: Db, providerId: string, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('demandEvent')
    .select('id')
    .where('providerId', '=', providerId)
    .where('origin', '=', 'demo')
    .where('endTime', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether an event of the demo that was over at `until` has no result yet. */
export const hasUnsettledDemoEvent = async (db: Db, until: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('demandEvent')
    .select('id')
    .where('origin', '=', 'demo')
    .where('state', '=', 'ended')
    .where('endTime', '<', until)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes quarter hours of the demo's houses that are older than they are kept. */
export const deleteDemoQuarters = async (db: Db, before: Date): Promise<void> => {
  await sql`
    delete from energy_quarter q using house h
    where h.demo and q.provider_id = h.provider_id and q.house_id = h.id
      and q.quarter < ${before.toISOString()}`.execute(db);
};

const SEEDING = 'porchlight demo data';

/** Only one node seeds at a time. Waiting for the lock is exempt from the time limits of a call. */
export const lockSeeding = async (tx: Db): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext(${SEEDING}))`.execute(tx);
};
