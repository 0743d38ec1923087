import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface QueueDepth {
  readonly name: string;
  /** Jobs that no worker has taken yet, those that wait for another try included. */
  readonly waiting: number;
  /** Seconds since the job that is due for longest could have been taken; 0 when none is due. */
  readonly oldestDueSeconds: number;
}

/** Depth of every queue, over all tenants, from the tables of pg-boss. */
export const queueDepths = async (db: Db): Promise<QueueDepth[]> => {
  const { rows } = await sql<QueueDepth>`
    select q.name, count(j.id)::int as waiting,
      coalesce(greatest(0, extract(epoch from now() - min(j.start_after))), 0)::float8 as oldest_due_seconds
    from jobs.queue q
    left join jobs.job j on j.name = q.name and j.state in ('created', 'retry')
    group by q.name
    order by q.name`.execute(db);
  return rows;
};
