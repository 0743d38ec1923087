// Devices that nobody hears when their event starts.
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runNotices, runReturns, runSteps, runTransitions } from '#domain/events/engine/loops.ts';
import { observeReadings } from '#domain/events/engine/observe.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createEnginePorts } from '../../server/src/events/engine-ports.ts';
import { createEventNotices } from '../../server/src/events/notices/event-notices.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { systemClock } from '../../server/src/lib/clock/clock.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';
import { createRecordingJobs } from '../../server/src/testing/access-matrix/calls.ts';
import { TestClock, testKeys } from '../../server/src/testing/app.ts';
import { openPostgresCopy } from '../../server/src/testing/database/databases.ts';
import { ingest } from '../../server/src/telemetry/ingest.ts';
import { insertEvents, insertHomes } from './event-homes.ts';

const HOMES = 250;
const SILENT = 20_000;
/** As often a loop looks by itself. */
const LOOK_INTERVAL = 2 * SECOND;

/** Gives what happened to the first home to many others; their houses and devices are nobody's concern. */
const copyHome = async (url: string, count: number): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const table of ['event_participation', 'event_action', 'house_dispatch']) {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const copied: Readonly<Record<string, string>> = { house_id: `'s' || n`, device_id: `'s' || n` };
    await client.query(
      `insert into ${table} (${rows.map(({ name }) => name).join()})
      select ${rows.map(({ name }) => copied[name] ?? `t.${name}`).join()}
      from ${table} t, generate_series(1, ${count}) n where t.house_id = 'h1'`,
    );
  }
  await client.query('analyze');
  await client.end();
};

test(`[T-30] ${SILENT} devices that are silent at the start cost nothing until they are heard, and then take their step`, async () => {
  const database = await openPostgresCopy();
  onTestFinished(database.close);
  let statements = 0;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const clock = new TestClock(systemClock.now().toISOString());
  const providers = readProviders();
  await registerProviders(db, providers.all, clock.now());
  const homes = await insertHomes(db, HOMES, clock.now());
  const { jobs } = createRecordingJobs();
  const metrics = createMetrics({ db, processMetrics: false });
  const words = createEventNotices({
    jobs,
    keys: testKeys,
    random: systemRandom,
    providers,
    publicUrl: () => 'https://portal.example/',
  });
  const onError = (error: unknown): never => {
    throw error;
  };
  const deps = { db, clock, metrics, random: systemRandom, jobs, runningLinks: ['cloud'], onError, ...words };
  const ports = createEnginePorts(deps);
  const runLoops = async (): Promise<void> => {
    for (const run of [runTransitions, runNotices, runReturns, runSteps]) await run(ports);
  };

  const createdAt = clock.now().getTime();
  const startTime = createdAt + HOUR;
  await insertEvents(db, { createdAt, startTime, endTime: startTime + HOUR });
  await runLoops();
  clock.advance(HOUR);
  await runLoops();
  clock.advance(MINUTE);
  await runLoops();
  const waiting = () =>
    sql<{ readonly count: number; readonly next: Date }>`
      select count(*)::int, min(due_at) as next from event_participation where awaits_reading`
      .execute(db)
      .then(({ rows }) => rows[0]);
  expect(await waiting()).toEqual({ count: HOMES, next: new Date(startTime + HOUR) });

  const minuteAtRest = async (): Promise<number> => {
    statements = 0;
    for (let time = 0; time < MINUTE; time += LOOK_INTERVAL) {
      clock.advance(LOOK_INTERVAL);
      await runLoops();
    }
    return statements;
  };
  const few = await minuteAtRest();
  await copyHome(database.url ?? '', SILENT);
  expect(await waiting()).toMatchObject({ count: HOMES + SILENT });
  const many = await minuteAtRest();
  console.log(`silent devices: ${few} statements a minute with ${HOMES}, ${many} with ${HOMES + SILENT}`);
  expect(many).toBe(few);

  const [heard] = homes;
  if (!heard) throw new Error('no home');
  const { providerId, houseId, deviceId, settings } = heard.device;
  const onStored = (devices: Parameters<typeof observeReadings>[1]) => observeReadings(ports, devices);
  const reading = {
    providerId,
    houseId,
    deviceId,
    time: clock.now(),
    values: { ...settings, status: 'ONLINE' },
  };
  await ingest({ ...deps, onStored }, [reading]);
  await runLoops();
  const { rows } = await sql<{ readonly deviceId: string }>`select device_id from command`.execute(db);
  expect(rows).toEqual([{ deviceId }]);
  expect(await waiting()).toMatchObject({ count: HOMES + SILENT - 1 });
});
