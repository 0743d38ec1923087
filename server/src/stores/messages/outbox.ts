import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';

const MOST_MESSAGES = 500;

/** Stores a message once even if its job runs twice, and deletes the oldest beyond MOST_MESSAGES. */
export const insert = async (
  db: Db,
  message: Omit<Insertable<Database['outbox']>, 'sentAt'>,
  sentAt: Date,
): Promise<void> => {
  await db
    .insertInto('outbox')
    .values({ ...message, sentAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const newest = db
    .selectFrom('outbox')
    .select('id')
    .orderBy('sentAt', 'desc')
    .orderBy('id')
    .limit(MOST_MESSAGES);
  await db.deleteFrom('outbox').where('id', 'not in', newest).execute();
};

/** Messages of all tenants, newest first. */
export const list = (db: Db): Promise<Selectable<Database['outbox']>[]> =>
  db.selectFrom('outbox').selectAll().orderBy('sentAt', 'desc').orderBy('id').limit(MOST_MESSAGES).execute();
