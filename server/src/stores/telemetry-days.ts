import { sql } from 'kysely';
import { NUMBER_SLOTS, SLOTS } from '#domain/telemetry/slots.ts';
import { DAY } from '#domain/time.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { snakeCase } from './snake-case.ts';

/** Telemetry is partitioned by UTC day, so that an old day is dropped at once and the current indexes stay small. */
const dayOf = (time: number): number => Math.floor(time / DAY);
const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
const startOf = (day: number): string => `${dateOf(day)}T00:00:00Z`;
const tableOf = (day: number): string => `telemetry_${dateOf(day).replaceAll('-', '')}`;

const dayIn = (table: string): number =>
  Date.parse(table.replace(/^telemetry_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')) / DAY;

const LOCK = 'porchlight telemetry days';

const lockDays = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx);

const storedDays = async (db: Db): Promise<Set<string>> => {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = 'days'`.execute(db);
  return new Set(rows.map(({ tablename }) => tablename));
};

/** Days whose table is known to exist, so that not every batch has to query for it. */
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
    for (const day of wanted.filter((one) => !there.has(tableOf(one)))) {
      const table = sql.table(`days.${tableOf(day)}`);
      // Created apart and attached: `create table … partition of` would lock the whole table.
      await sql`create table ${table} (like telemetry including all)`.execute(tx);
      await sql`alter table telemetry attach partition ${table}
        for values from (${sql.lit(startOf(day))}) to (${sql.lit(startOf(day + 1))})`.execute(tx);
    }
  });
  for (const day of wanted) made.add(day);
};

/** Tables of days that lie entirely before `time`, oldest first. */
export const daysBefore = async (db: Db, time: number): Promise<string[]> =>
  [...(await storedDays(db))].filter((table) => table < tableOf(dayOf(time))).toSorted();

/** Replaces the rows of a day by one per hour of the house: averages of numbers, the last value of texts and flags. */
export const downsampleDay = async (db: RootDb, day: string): Promise<void> => {
  knownDays.delete(db);
  await db.transaction().execute(async (tx) => {
    await lockDays(tx);
    // Another node may have done it already.
    if (!(await storedDays(tx)).has(day)) return;
    const table = sql.table(`days.${day}`);
    const slots = SLOTS.map((slot) => sql.ref(snakeCase(slot)));
    const hourValues = SLOTS.map((slot) =>
      NUMBER_SLOTS.some((one) => one === slot)
        ? sql`avg(t.${sql.ref(snakeCase(slot))})::real`
        : sql`(array_agg(t.${sql.ref(snakeCase(slot))} order by t.time desc) filter (where t.${sql.ref(snakeCase(slot))} is not null))[1]`,
    );
    const [begin, end] = [startOf(dayIn(day)), startOf(dayIn(day) + 1)];
    // In zones with a half-hour offset an hour reaches into the next UTC day; it is averaged with the day in which it begins.
    await sql`
      insert into telemetry_hour (provider_id, house_id, device_id, time, ${sql.join(slots)})
      select t.provider_id, t.house_id, t.device_id, date_trunc('hour', t.time, h.timezone) as hour, ${sql.join(hourValues)}
      from telemetry t
      join house h on h.provider_id = t.provider_id and h.id = t.house_id
      where t.time >= ${begin} and t.time < ${end}::timestamptz + interval '1 hour'
      group by 1, 2, 3, hour
      having date_trunc('hour', min(t.time), min(h.timezone)) < ${end}
      on conflict do nothing`.execute(tx);
    await sql`set local lock_timeout = '2s'`.execute(tx);
    await sql`drop table ${table}`.execute(tx);
  });
};

interface Ages {
  readonly hours: Date;
  readonly rollUps: Date;
  readonly activity: Date;
}

/** Deletes rows that are older than the given times. */
export const deleteExpired = async (db: Db, { hours, rollUps, activity }: Ages): Promise<void> => {
  await db.deleteFrom('telemetryHour').where('time', '<', hours).execute();
  await db.deleteFrom('energyHour').where('hour', '<', rollUps).execute();
  await db.deleteFrom('runtimeHour').where('hour', '<', rollUps).execute();
  await db.deleteFrom('deviceActivity').where('time', '<', activity).execute();
};
