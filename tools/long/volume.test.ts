// An event of 20,000 devices on PostgreSQL with the time limits of a server: its steps expire at one instant, and none of its
// devices comes back.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { expireCommands } from '../../server/src/commands/expire-commands.ts';
import type { EngineDeps } from '../../server/src/events/deps.ts';
import { createEventDelivery } from '../../server/src/events/event-delivery.ts';
import { carryOnEvents, lookAtDevices } from '../../server/src/testing/events/run-loops.ts';
import { fillBoards } from '../../server/src/results/leaderboard.ts';
import { analyze } from '../../server/src/stores/system/demo.ts';
import { insertEvent } from '../../server/src/stores/events/events.ts';
import { startApp } from '../../server/src/testing/app.ts';
import type { TestApp } from '../../server/src/testing/app.ts';
import { openPostgresCopy } from '../../server/src/testing/database/databases.ts';
import type { TestDatabase } from '../../server/src/testing/database/databases.ts';
import { createRecordingJobs } from '../../server/src/testing/access-matrix/calls.ts';
import { openSession } from '../../server/src/testing/auth/sessions.ts';
import { insertTestData } from '../../server/src/testing/test-data.ts';

const DEVICES = 20_000;
const EVENT = 'large';

let database: TestDatabase;
let app: TestApp;
const reported: string[] = [];

const insertHomes = async (now: string): Promise<void> => {
  const { db } = database;
  const numbers = sql`generate_series(1, ${sql.lit(DEVICES)}) n`;
  await sql`insert into house (provider_id, id, number, address, timezone, created_at)
    select 'sunvale', 'h' || n, 1000 + n, n || ' Large Street', 'America/Denver', ${now} from ${numbers}`.execute(
    db,
  );
  await sql`insert into device (provider_id, house_id, id, kind, mfg, type, link, position, created_at)
    select 'sunvale', 'h' || n, 'd' || n, 'hwh', 'rheem', 'Heat Pump Water Heater Gen 5', 'simulator', 1, ${now} from ${numbers}`.execute(
    db,
  );
  await sql`insert into device_state (provider_id, house_id, device_id, entries, reported_at)
    select 'sunvale', 'h' || n, 'd' || n,
      '{"status":{"value":"ONLINE"},"hwh-set-mode":{"value":"Energy Saver"},"hwh-set-temperature":{"value":125}}', ${now}
    from ${numbers}`.execute(db);
  // The others are given what happened to the first.
  await sql`insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since, changed_at)
    values ('sunvale', 'h1', 'd1', 'water-heater', 'all', ${now}::timestamptz - interval '1 day', ${now})`.execute(
    db,
  );
  await sql`insert into program_participant (provider_id, house_id, program_id)
    select 'sunvale', 'h' || n, 'water-heater' from ${numbers}`.execute(db);
  await analyze(db, ['house', 'device', 'deviceState', 'programParticipant']);
};

/** Gives all other devices copies of the rows of the first that meet a condition. */
const copyToAll = async (table: string, condition = 'true'): Promise<void> => {
  const { rows } = await sql<{ readonly name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table} order by ordinal_position`.execute(
    database.db,
  );
  const copied: Readonly<Record<string, string>> = {
    house_id: `'h' || n`,
    device_id: `'d' || n`,
    ...(table === 'command' ? { id: `t.id || n` } : { command_id: `t.command_id || n` }),
  };
  const names = rows.map(({ name }) => `"${name}"`);
  const values = rows.map(({ name }) => copied[name] ?? `t."${name}"`);
  await sql
    .raw(
      `insert into ${table} (${names.join()}) select ${values.join()} from ${table} t, generate_series(2, ${DEVICES}) n
        where t.device_id = 'd1' and ${condition}`,
    )
    .execute(database.db);
};

const deps = (): EngineDeps => ({
  ...app,
  db: database.db,
  jobs: createRecordingJobs().jobs,
  runningLinks: ['simulator'],
  onError: (_, what) => reported.push(what),
  writeNotices: async () => {},
  tellUnasked: async () => {},
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
};

const countBy = async (column: string, table: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ readonly key: string; readonly count: number }>`
    select ${sql.ref(column)} as key, count(*)::integer as count from ${sql.table(table)} group by 1`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
};

beforeAll(async () => {
  database = await openPostgresCopy();
  app = await startApp(database.db);
  await insertHomes(app.clock.now().toISOString());
  const program = app.providers.byId('sunvale')?.programs.find(({ id }) => id === 'water-heater');
  if (!program) throw new Error('no program');
  const startTime = app.clock.now().getTime();
  const rules = { ...program, version: 1_000, spread: { startMinutes: 0, returnMinutes: 0 } };
  await sql`insert into program_version (provider_id, program_id, version, rules, created_at)
    values ('sunvale', ${rules.id}, ${rules.version}, ${JSON.stringify(rules)}, now())`.execute(database.db);
  await insertEvent(database.db, {
    providerId: 'sunvale',
    id: EVENT,
    dispatchId: EVENT,
    program: rules,
    kind: 'hwh',
    groups: null,
    startTime,
    endTime: startTime + HOUR,
    intensity: 100,
    origin: 'test',
    cause: null,
    createdBy: null,
    optOutAllowed: true,
    createdAt: startTime,
    state: 'scheduled',
  });
  await carryOnEvents(deps());
  app.clock.advance(MINUTE);
  await lookAtDevices(deps());
  for (const table of ['command', 'event_participation', 'event_action']) await copyToAll(table);
  await analyze(database.db, ['command', 'eventParticipation', 'eventAction']);
  reported.length = 0;
}, 10 * MINUTE);

afterAll(async () => {
  await app.close();
  await database.close();
});

test('[T-35] 20,000 commands that end at one instant expire, without a statement that runs into its time limit', async () => {
  expect(await countBy('state', 'command')).toEqual({ accepted: DEVICES });
  app.clock.advance(HOUR);
  const expiry = { ...deps(), eventDelivery: createEventDelivery(async () => {}), isStopped: () => false };
  const took = await timed(() => Promise.all([expireCommands(expiry), expireCommands(expiry)]));
  expect(await countBy('state', 'command')).toEqual({ expired: DEVICES });
  expect(await countBy('state', 'event_action')).toEqual({ expired: DEVICES });
  console.log(`volume: ${DEVICES} commands expired by two nodes in ${took} ms`);
});

test('[T-33] 20,000 devices that do not come back raise an alarm by page, which names every one of them', async () => {
  const { db, clock } = { db: database.db, clock: app.clock };
  await sql`update event_action set state = 'confirmed', confirmed_at = at`.execute(db);
  const makeDue = (which: string) =>
    sql`update event_participation set due_at = ${clock.now().toISOString()} where ${sql.raw(which)}`.execute(
      db,
    );
  await sql`update event_participation set due_at = null`.execute(db);
  await makeDue(`device_id = 'd1'`);
  await lookAtDevices(deps());
  await copyToAll('command', `t.origin = 'restore'`);
  await copyToAll('event_action', `t.phase = 'after'`);
  clock.advance(10 * MINUTE);
  await makeDue('true');
  reported.length = 0;
  const took = await timed(() => lookAtDevices(deps()));
  const alarms = await db.selectFrom('audit').select('detail').where('action', '=', 'return-late').execute();
  const named = alarms.flatMap(({ detail }) => detail?.['devices'] as readonly string[]);
  expect(new Set(named).size).toBe(DEVICES);
  expect(named).toHaveLength(DEVICES);
  expect(alarms.length).toBeLessThanOrEqual(DEVICES / 100);
  expect(reported).toEqual(alarms.map(() => `returning devices from event ${EVENT}`));
  console.log(`volume: ${alarms.length} alarms for ${DEVICES} late devices in ${took} ms`);
});

test('[LEAD-1] [API-4] the leaderboard of 20,000 homes is filled by pages and answered without reading them all', async () => {
  const { db } = database;
  await insertTestData(db, app);
  const numbers = sql`generate_series(1, ${sql.lit(DEVICES)}) n`;
  await sql`insert into leaderboard_listing (provider_id, house_id, listed, alias, changed_at)
    select 'sunvale', 'h' || n, n % 2 = 0, null, now() from ${numbers}`.execute(db);
  await sql`insert into event_result (provider_id, event_id, house_id, dispatch_id, program_id, kind, start_time, end_time, devices,
      taking_part, responded, opted_out, actual_wh, reduction_wh)
    select 'sunvale', ${EVENT}, 'h' || n, 'past', 'water-heater', 'hwh', '2026-11-01T20:00:00Z', '2026-11-01T21:00:00Z', '[]',
      1, (n % 3 = 0)::integer, 0, 10, n % 100 from ${numbers}`.execute(db);
  await analyze(db, ['leaderboardListing', 'eventResult']);
  const token = await openSession(db, app, 'owner');
  const call = () => app.call('GET', '/api/house/housea/program-leaderboard', { token });
  expect((await call()).body).toMatchObject({ isPreparing: true });
  const filling = await timed(() => fillBoards({ db, clock: app.clock, isStopped: () => false }));
  await analyze(db, ['leaderboardHome', 'leaderboardPoints']);
  await call();
  const took = await timed(call);
  const { body } = await call();
  expect(body).toMatchObject({
    isPreparing: false,
    participantCount: DEVICES + 2,
    totalWh: (DEVICES / 100) * 4_950,
  });
  expect(body.entries.length).toBeLessThanOrEqual(50 + 51);
  console.log(`volume: leaderboard of ${DEVICES} homes filled in ${filling} ms, answered in ${took} ms`);
});
