import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { collectEffects } from '../after-commit.ts';
import type { Database } from '../tables.ts';

/** PostgreSQL has undone the transaction because of others that ran at the same time: tried again, it can succeed. */
const RETRIED = ['40001', '40P01'];

const isRetried = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRIED.includes(String(error.code));

/** How often a transaction is tried: under load the second try may meet the same others again. */
const TRIES = 3;

/**
 * Two that undid each other would meet again if both began anew at the same moment: each waits for another time. The server
 * waits, which is PostgreSQL: the embedded database has one connection and no deadlocks.
 */
const PAUSE_STEP_S = 0.02;
const PAUSES = 8;

/**
 * Lets the transactions of `db` begin anew after a deadlock. Their callbacks have effects in the database only; others
 * are registered with `afterCommit`.
 */
export const retryDeadlocks = (db: Kysely<Database>): Kysely<Database> => {
  const begin = db.transaction.bind(db);
  let undone = 0;
  db.transaction = () => {
    const transaction = begin();
    const execute: typeof transaction.execute = transaction.execute.bind(transaction);
    const executeOnce: typeof execute = async (callback) => {
      const { work, runEffects, runEnds } = collectEffects(callback);
      const result = await execute(work).finally(runEnds);
      runEffects();
      return result;
    };
    transaction.execute = async (work) => {
      for (let left = TRIES - 1; ; left -= 1) {
        try {
          return await executeOnce(work);
        } catch (error) {
          if (left === 0 || !isRetried(error)) throw error;
          undone += 1;
          await sql`select pg_sleep(${(undone % PAUSES) * PAUSE_STEP_S}::float8)`.execute(db);
        }
      }
    };
    return transaction;
  };
  return db;
};
