import { sql } from 'kysely';
import { NUMBER_SLOTS, SLOTS } from '#domain/telemetry/slots.ts';
import type { Db, RootDb } from '../../db/connection.ts';
import { deleteFact, readFact, writeFact } from '../system/installation.ts';
import { snakeCase } from '../sql/snake-case.ts';
import { forgetKnownDays, lockDays, storedDays } from './telemetry-days.ts';
import type { StoredDay } from './telemetry-days.ts';

/**
 * A day of readings is condensed to hourly rows in chunks of devices, each in a transaction of its own: a day of 100,000
 * homes takes far longer than a statement may, and a long transaction would keep old row versions alive everywhere. The last
 * device done is stored, so that another run or node goes on from there. Until the day's table is dropped its readings are
 * still there beside its hourly rows; `notCondensing` leaves the hourly rows out of what is read.
 */
const FACT = 'condensing ';
const factOf = ({ start }: StoredDay): string => `${FACT}${start}`;

/** For statements that read `telemetry_hour`: excludes the hourly rows of days whose readings are still stored. */
export const notCondensing = sql`date_trunc('day', time, 'UTC') <> all(array(
  select substr(key, ${sql.lit(FACT.length + 1)})::timestamptz from installation
  where starts_with(key, ${sql.lit(FACT)})))`;

const DEVICES_AT_ONCE = 200;

const LOCK = 'porchlight condensing';

/** One node at a time; false: another one is at it. */
const tryLock = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${LOCK})) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
};

type DeviceKey = readonly [providerId: string, houseId: string, deviceId: string];
const FIRST: DeviceKey = ['', '', ''];

/** No call waits for these statements. */
const liftTimeout = (tx: Db) => sql`set local statement_timeout = '5min'`.execute(tx);

/** Zones of houses that the database does not know; their hours are those of UTC. */
export const unknownZones = (db: RootDb): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    // Listing the zones that it knows, the database reads a file for each.
    await liftTimeout(tx);
    const { rows } = await sql<{ timezone: string }>`
      select distinct timezone from house
      where lower(timezone) not in (select lower(name) from pg_timezone_names)`.execute(tx);
    return rows.map(({ timezone }) => timezone);
  });

const COLUMNS = SLOTS.map((slot) => sql.ref(snakeCase(slot)));
/** Averages of numbers, the last value of texts and flags. */
const HOUR_VALUES = SLOTS.map((slot) => {
  const column = sql`t.${sql.ref(snakeCase(slot))}`;
  return NUMBER_SLOTS.some((numberSlot) => numberSlot === slot)
    ? sql`avg(${column})::real`
    : sql`(array_agg(${column} order by t.time desc) filter (where ${column} is not null))[1]`;
});

interface Chunk {
  /** The last device of the chunk before. */
  readonly from: DeviceKey;
  readonly unknown: readonly string[];
}

/**
 * Inserts the hours of the next devices; returns the last of them, null when there was none. Each device is a sub-select of
 * its own, so that its readings are found by the primary key whatever the planner thinks of ranges of devices. In zones with
 * a half-hour offset an hour reaches into the next UTC day; it is averaged with the day in which it begins.
 */
const insertHours = async (
  tx: Db,
  { start, end }: StoredDay,
  { from, unknown }: Chunk,
): Promise<DeviceKey | null> => {
  const hour = sql`date_trunc('hour', t.time, d.zone)`;
  const { rows } = await sql<{ providerId: string; houseId: string; id: string }>`
    with chunk as materialized (
      select d.provider_id, d.house_id, d.id,
        case when h.timezone = any(${[...unknown]}) then 'UTC' else h.timezone end as zone
      from device d
      join house h on h.provider_id = d.provider_id and h.id = d.house_id
      where (d.provider_id, d.house_id, d.id) > (${sql.join([...from])})
      order by d.provider_id, d.house_id, d.id limit ${DEVICES_AT_ONCE}
    ), inserted as (
      insert into telemetry_hour (provider_id, house_id, device_id, time, ${sql.join(COLUMNS)})
      select d.provider_id, d.house_id, d.id, hours.*
      from chunk d
      cross join lateral (
        select ${hour} as hour, ${sql.join(HOUR_VALUES)}
        from telemetry t
        where t.provider_id = d.provider_id and t.house_id = d.house_id and t.device_id = d.id
          and t.time >= ${start} and t.time < ${end}::timestamptz + interval '1 hour'
          and (t.time < ${end} or ${hour} < ${end})
        group by hour
      ) as hours
      on conflict do nothing
    )
    select provider_id, house_id, id from chunk
    order by provider_id desc, house_id desc, id desc limit 1`.execute(tx);
  const [last] = rows;
  return last ? [last.providerId, last.houseId, last.id] : null;
};

type Progress = 'more' | 'done' | 'locked-by-other-node';

const condenseChunk = async (tx: Db, day: StoredDay, unknown: readonly string[]): Promise<Progress> => {
  if (!(await tryLock(tx))) return 'locked-by-other-node';
  // Another node may have done it already.
  if (!(await storedDays(tx)).has(day.table)) return 'done';
  await liftTimeout(tx);
  const fact = await readFact(tx, factOf(day));
  const from = fact === null ? FIRST : (JSON.parse(fact) as DeviceKey);
  const last = await insertHours(tx, day, { from, unknown });
  if (last) {
    await writeFact(tx, factOf(day), JSON.stringify(last));
    return 'more';
  }
  await lockDays(tx);
  // Whoever reads or stores readings waits behind this lock.
  await sql`set local lock_timeout = '2s'`.execute(tx);
  await sql`drop table ${sql.table(`days.${day.table}`)}`.execute(tx);
  await deleteFact(tx, factOf(day));
  return 'done';
};

/** Replaces the readings of a day by hourly rows. Ends early when it is stopped or another node is at it. */
export const condenseDay = async (
  db: RootDb,
  day: StoredDay,
  { unknown, isStopped }: { readonly unknown: readonly string[]; readonly isStopped: () => boolean },
): Promise<Progress> => {
  forgetKnownDays(db);
  let progress: Progress = 'more';
  while (progress === 'more' && !isStopped())
    progress = await db.transaction().execute((tx) => condenseChunk(tx, day, unknown));
  return progress;
};
