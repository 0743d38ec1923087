import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { EventLoop } from '#domain/events/engine/ports.ts';
import type { Db } from '../../db/connection.ts';
import { isWalking } from './due-events.ts';
import { OPEN_STATES } from './events.ts';

/** The first of an index that holds what is due alone: the planner takes `exists` for found soon, and reads the table until it is. */
const firstDue = (table: string, which: RawBuilder<unknown> = sql``) =>
  sql`(select due_at from ${sql.table(table)} where due_at is not null ${which} order by due_at limit 1)`;

const anyWalks = (now: number) => sql`exists (select from demand_event where ${isWalking(now)})`;

const CONDITIONS: Readonly<Record<EventLoop, (at: string, now: number) => RawBuilder<unknown>>> = {
  returns: (at, now) =>
    sql`${anyWalks(now)} or coalesce(${firstDue('event_participation', sql`and is_returning`)} <= ${at}, false)`,
  steps: (at) => sql`coalesce(${firstDue('event_participation', sql`and not is_returning`)} <= ${at}, false)`,
  transitions: (at) => sql`coalesce(${firstDue('demand_event')} <= ${at}, false)
    or exists (
      select from demand_event e join provider p on p.id = e.provider_id
      where e.state in ${OPEN_STATES} and e.cancelled_at is null and e.created_at < p.stopped_at and e.end_time > p.stopped_at)`,
  notices: (at) => sql`coalesce(${firstDue('house_dispatch')} <= ${at}, false)`,
};

const isTrue = async (db: Db, condition: RawBuilder<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ readonly isTrue: boolean }>`select ${condition} as is_true`.execute(db);
  return rows[0]?.isTrue ?? false;
};

/** Whether a loop has anything to do; nothing is locked. */
export const isLoopDue = (db: Db, loop: EventLoop, now: number): Promise<boolean> =>
  isTrue(db, CONDITIONS[loop](new Date(now).toISOString(), now));

export const hasWalk = (db: Db, now: number): Promise<boolean> => isTrue(db, anyWalks(now));
