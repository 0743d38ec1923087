import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { personActs } from './people-first.ts';

/** ms; below the time-out of statements. */
const LONGEST_WAIT = 9_000;

/**
 * A person's call waits for its turn: what runs by itself holds rows for milliseconds, but there may be many before it. Loops that are
 * less urgent begin nothing new meanwhile.
 */
export const waitForLocks = async (tx: Db): Promise<void> => {
  personActs(tx);
  await sql`set local lock_timeout = ${sql.lit(LONGEST_WAIT)}`.execute(tx);
};
