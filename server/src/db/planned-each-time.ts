import { sql } from 'kysely';

/**
 * Begins a statement about tables that grow by ten thousands of rows within a minute: a plan that a connection made when they were
 * empty would be kept until the next ANALYZE, and read all of them.
 */
export const plannedEachTime = sql.raw('/* planned each time */');
