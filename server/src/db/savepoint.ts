import { sql } from 'kysely';
import { markEffects } from './after-commit.ts';
import type { Db } from './connection.ts';

/** Undoes only this part of the transaction when it fails; the locks taken before it are kept. */
export const inSavepoint = async <T>(tx: Db, work: () => Promise<T>): Promise<T> => {
  const dropEffects = markEffects(tx);
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    dropEffects();
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
};
