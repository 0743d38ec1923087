import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { EventLoop } from '#domain/events/engine/ports.ts';

export interface LoopLags {
  /** Seconds since what is due longest for each loop became due; 0: nothing is due. */
  readonly loops: Readonly<Record<EventLoop, number>>;
  /** Seconds since the device should have returned that waits for it longest, delivered or not; 0: none waits. */
  readonly oldestReturn: number;
}

const secondsSince = (oldest: ReturnType<typeof sql>) =>
  sql`coalesce(greatest(0, extract(epoch from now() - ${oldest})), 0)::float8`;

/** Each by the first row of an index. */
export const loopLags = async (db: Db): Promise<LoopLags> => {
  const { rows } = await sql<Record<EventLoop | 'walks' | 'oldestReturn', number>>`
    select
      ${secondsSince(sql`(select min(due_at) from event_participation where due_at is not null and is_returning)`)} as returns,
      ${secondsSince(sql`(select min(greatest(cancelled_at, return_now_at)) from demand_event where walk_pass is not null)`)} as walks,
      ${secondsSince(sql`(select min(due_at) from event_participation where due_at is not null and not is_returning)`)} as steps,
      ${secondsSince(sql`(select min(due_at) from demand_event where due_at is not null)`)} as transitions,
      ${secondsSince(sql`(select min(due_at) from house_dispatch where due_at is not null)`)} as notices,
      ${secondsSince(sql`(
        select min(at) from event_action where phase = 'after' and state in ('open', 'sent', 'delivered'))`)} as oldest_return`.execute(
    db,
  );
  const [found] = rows;
  const { returns = 0, walks = 0, steps = 0, transitions = 0, notices = 0, oldestReturn = 0 } = found ?? {};
  return { loops: { returns: Math.max(returns, walks), steps, transitions, notices }, oldestReturn };
};
