import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DeviceLink } from '#domain/ports/device-link.ts';
import type { RootDb } from '../../server/src/db/connection.ts';
import { createEventHooks } from '../../server/src/events/event-hooks.ts';
import { createEventNotices } from '../../server/src/events/notices/event-notices.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { createJobs } from '../../server/src/jobs/queue.ts';
import { sleep, systemClock } from '../../server/src/lib/clock/clock.ts';
import { createKeys } from '../../server/src/lib/secrets/keys.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { createViewedHouses } from '../../server/src/lib/viewed-houses.ts';
import { noLink } from '../../server/src/links/none.ts';
import { readProviders } from '../../server/src/providers/registry.ts';

const CLOUD_MS = 20;

/** A cloud that answers after a while, and notes when commands reached it, by device and kind. */
export const createCloud = () => {
  const arrivals = new Map<string, number>();
  const link: DeviceLink = {
    ...noLink,
    name: 'cloud',
    send: async ({ deviceId, holdUntil }) => {
      await sleep(CLOUD_MS);
      arrivals.set(`${deviceId} ${holdUntil ? 'step' : 'return'}`, performance.now());
      return { outcome: 'delivered' };
    },
  };
  return { link, arrivals };
};

/** What a node is made of: jobs that have been started, and words that are written. `errors`: what it reported. */
export const createNodeDeps = async ({ url, db }: { readonly url: string; readonly db: RootDb }) => {
  const errors: string[] = [];
  const onError = (error: unknown, what: string): void => {
    errors.push(`${what}: ${String(error)}`);
  };
  const jobs = createJobs(url, (error) => onError(error, 'jobs'));
  await jobs.start();
  const clock = systemClock;
  const notices = createEventNotices({
    jobs,
    keys: createKeys(new Uint8Array(32).fill(7), systemRandom),
    random: systemRandom,
    providers: readProviders(),
    publicUrl: () => 'https://portal.example/',
  });
  const metrics = createMetrics({ db, processMetrics: false });
  const deps = {
    db,
    clock,
    random: systemRandom,
    jobs,
    metrics,
    runningLinks: ['cloud'],
    onError,
    simulated: false,
    database: url,
    viewedHouses: createViewedHouses(clock),
    eventHooks: createEventHooks(clock),
    ...notices,
  } as const;
  return { deps, errors };
};

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** ms to insert copies of rows into a table like theirs, in pages of 1,000. `rows`: a table, with a condition if any. */
export const plainInserts = async (db: RootDb, name: string, rows: string): Promise<number> => {
  const [table] = rows.split(' ');
  await sql.raw(`create table plain_${name} (like ${table} including all)`).execute(db);
  const { rows: pages } = await sql
    .raw<{ readonly page: string }>(
      `select json_agg(t)::text as page from (select *, (row_number() over ()) / 1000 as p from ${rows}) t group by p`,
    )
    .execute(db);
  let took = 0;
  for (const { page } of pages) {
    const copy = sql.table(`plain_${name}`);
    took += await timed(() =>
      sql`insert into ${copy} select * from json_populate_recordset(null::${copy}, ${page}::json)`.execute(
        db,
      ),
    );
  }
  await sql.raw(`drop table plain_${name}`).execute(db);
  return took;
};

/** Lets an announced event begin now, with a step due for every device, or those that are meant of `event_participation p`. */
export const beginEvent = async (db: RootDb, which: RawBuilder<unknown> = sql`true`): Promise<void> => {
  await sql`update demand_event set start_time = now(), end_time = now() + interval '3 hours', state = 'active',
    due_at = now() + interval '3 hours'`.execute(db);
  await sql`update event_participation p set due_at = now(), is_returning = false,
    plan = jsonb_set(plan, '{steps,0,at}', to_jsonb((extract(epoch from now()) * 1000)::bigint)) where ${which}`.execute(
    db,
  );
  await sql`update house_dispatch set due_at = null`.execute(db);
};
