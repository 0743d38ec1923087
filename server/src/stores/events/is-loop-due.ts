import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { EngineLoop } from '#domain/events/engine/ports.ts';
import type { Db } from '../../db/connection.ts';
import { OPEN_EVENT_STATES } from './events.ts';

const OPEN = sql`(${sql.join(OPEN_EVENT_STATES.map((state) => sql.lit(state)))})`;

/** Each a look-up in an index that holds what is due alone. */
const CONDITIONS: Readonly<Record<EngineLoop, (at: string) => RawBuilder<unknown>>> = {
  returns: (at) => sql`exists (select from demand_event where walk_pass is not null)
    or exists (select from event_participation where due_at <= ${at} and is_returning)`,
  steps: (at) => sql`exists (select from event_participation where due_at <= ${at} and not is_returning)`,
  transitions: (at) => sql`exists (select from demand_event where due_at <= ${at})
    or exists (
      select from demand_event e join provider p on p.id = e.provider_id
      where e.state in ${OPEN} and e.cancelled_at is null and e.created_at < p.stopped_at and e.end_time > p.stopped_at)`,
  notices: (at) => sql`exists (select from house_dispatch where due_at <= ${at})`,
};

/** Whether a loop has anything to do; nothing is locked. */
export const isLoopDue = async (db: Db, loop: EngineLoop, now: number): Promise<boolean> => {
  const { rows } = await sql<{ readonly isDue: boolean }>`
    select ${CONDITIONS[loop](new Date(now).toISOString())} as is_due`.execute(db);
  return rows[0]?.isDue ?? false;
};
