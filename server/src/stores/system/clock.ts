import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { readFact, writeFact } from './installation.ts';

const CONFIRMED = 'clock confirmed';

/** The database's clock, in ms. */
export const databaseTime = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
};

/** When any device last reported, in ms; null: none ever has. */
export const newestReport = async (db: Db): Promise<number | null> => {
  const row = await db
    .selectFrom('deviceState')
    .select(({ fn }) => fn.max('reportedAt').as('newest'))
    .executeTakeFirst();
  return row?.newest?.getTime() ?? null;
};

/** When the clock was last known to be right, in ms; null: never. */
export const confirmedTime = async (db: Db): Promise<number | null> => {
  const time = Date.parse((await readFact(db, CONFIRMED)) ?? '');
  return Number.isNaN(time) ? null : time;
};

export const confirmTime = (db: Db, now: Date): Promise<void> => writeFact(db, CONFIRMED, now.toISOString());
