import { sql } from 'kysely';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { Client } from 'pg';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { createDeviceTasks } from '../../server/src/devices/device-tasks.ts';
import { startDeviceRuntime } from '../../server/src/devices/runtime.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';
import { createCloud, createNodeDeps } from './bench-node.ts';
import { createEventHomes } from './event-world.ts';

/**
 * What a node asks of PostgreSQL in a minute in which nothing is due, while an event that has been announced waits for its start: statements
 * and rows read with 1,000 and with 100,000 enrolled devices, all of them in the event.
 */
const COUNTS = [1_000, 100_000];
const WINDOW = 20 * SECOND;
const SETTLED = 12 * SECOND;

const { link } = createCloud();
const links = { clouds: [link], routes: { makers: {}, others: link.name } };

let statements = 0;
const query = Reflect.get(Client.prototype, 'query') as (this: Client, ...args: unknown[]) => unknown;
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  statements += 1;
  return query.apply(this, args);
} as typeof Client.prototype.query;

/** An event in which all take part who are enrolled. Its connections are closed: what they read is counted when they are. */
const prepare = async (count: number): Promise<string> => {
  const homes = await createEventHomes(`bench_rest_${count}`, count);
  const { url, db } = homes;
  await sql`create table others as select * from enrolment where device_id <> 'd1'`.execute(db);
  await sql`delete from enrolment where device_id <> 'd1'`.execute(db);
  const { deps } = await createNodeDeps(homes);
  const tasks = await createDeviceTasks({ ...deps, ...links, simulator: null });
  await homes.addEvent('waiting', Date.now() + 3 * HOUR);
  await tasks.transitions();
  await tasks.notices();
  await tasks.stop();
  // The others are given what happened to the first.
  await sql`insert into enrolment select * from others`.execute(db);
  for (const table of ['event_participation', 'house_dispatch', 'event_notice']) {
    const { rows } = await sql<{ readonly name: string }>`
      select column_name as name from information_schema.columns where table_name = ${table}`.execute(db);
    const copied: Readonly<Record<string, string>> = { house_id: `'h' || n`, device_id: `'d' || n` };
    await sql
      .raw(
        `insert into ${table} (${rows.map(({ name }) => name).join()})
        select ${rows.map(({ name }) => copied[name] ?? `t.${name}`).join()} from ${table} t, generate_series(2, ${count}) n
        where t.house_id = 'h1'`,
      )
      .execute(db);
  }
  await sql`vacuum analyze`.execute(db);
  await deps.jobs.stop();
  await db.destroy();
  return url;
};

const perMinute = async (count: number) => {
  const url = await prepare(count);
  const db = connectPostgres(url, () => {});
  const { deps, errors } = await createNodeDeps({ url, db });
  const stop = await startDeviceRuntime({ ...deps, ...links });
  await sleep(SETTLED);
  const watcher = new Client({ connectionString: url });
  await watcher.connect();
  const rowsRead = async (): Promise<number> => {
    // Counts of a connection are seen a second after it has done something.
    await sleep(1_500);
    const { rows } = await watcher.query<{ sum: string }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as sum from pg_stat_user_tables`,
    );
    return Number(rows[0]?.sum);
  };
  const before = { statements, rows: await rowsRead() };
  await sleep(WINDOW);
  const perWindow = ((statements - before.statements) * MINUTE) / WINDOW;
  const rows = (((await rowsRead()) - before.rows) * MINUTE) / WINDOW;
  await watcher.end();
  await stop();
  await deps.jobs.stop();
  await db.destroy();
  return { statements: Math.round(perWindow), rows: Math.round(rows), errors: errors.length };
};

const [few, many] = [await perMinute(COUNTS[0] ?? 0), await perMinute(COUNTS[1] ?? 0)];
console.log(
  `at-rest: ${many.statements} statements a minute with ${COUNTS[1]} enrolled devices, ${(many.statements / few.statements).toFixed(2)} of those with ${COUNTS[0]} (aim 1.20); ${many.rows} rows read a minute, ${((many.rows + 1) / (few.rows + 1)).toFixed(2)} of ${few.rows} (aim 1.20); ${few.errors + many.errors} errors`,
);
process.exit(0);
