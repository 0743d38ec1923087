import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manufacturers } from '#domain/manufacturers/index.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import type { SimulatorLink } from '#simulator/link.ts';
import { deliverCommand } from '../../testing/devices/deliver-command.ts';
import { expireCommands } from '../../commands/expire-commands.ts';
import { connectPostgres } from '../../db/connection.ts';
import { createJobs } from '../../jobs/queue.ts';
import type { JobData, Jobs } from '../../jobs/queue.ts';
import { listFleet } from '../../stores/devices/fleet.ts';
import { ingest } from '../../telemetry/ingest.ts';
import { startApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { eventDelivery } from '../../testing/events/event-delivery.ts';
import { PASSWORD, insertTestData, emailOf, signIn } from '../../testing/test-data.ts';
import { createMetrics } from './metrics.ts';
import { EVENT_LOOPS } from '#domain/events/engine/ports.ts';
import type { ParticipationWrite } from '#domain/events/engine/rows.ts';
import { newAction, newParticipation } from '#domain/events/participation.ts';
import { readProviders } from '../../providers/registry.ts';
import { createEventStore } from '../../stores/events/engine-store.ts';
import { insertEvent } from '../../stores/events/events.ts';
import { registerProviders } from '../../stores/system/provider.ts';

type Labels = Readonly<Record<string, string>>;

/** The samples of a scrape, by name and labels. */
const parseSamples = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text_ = '']) => [key, text_]);
      return { name, labels: Object.fromEntries(pairs) as Labels, value: Number(value) };
    });

describe.each(postgresOnly)('%s', (databaseName, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let queue: Jobs;
  let fleet: Fleet;
  let link: SimulatorLink;
  let token: string;
  const sent: JobData['send-command'][] = [];

  beforeAll(async () => {
    database = await open();
    queue = createJobs(database.engine, () => {});
    await queue.start();
    const jobs: Jobs = {
      ...queue,
      send: async (tx, name, data) => {
        await queue.send(tx, name, data);
        if (name === 'send-command') sent.push(data as JobData['send-command']);
      },
    };
    app = await startApp(database.db, { jobs });
    await insertTestData(database.db, app);
    token = await signIn(app, 'owner');
    fleet = createFleet({
      devices: await listFleet(database.db),
      seed: 'test',
      start: app.clock.now(),
    });
    link = createSimulatorLink({ fleet, clock: app.clock });
  });
  afterAll(async () => {
    await app.close();
    await queue.stop();
    await database.close();
  });

  const samples = async () => parseSamples(await app.metrics.render());
  const valueOf = async (name: string, labels: Labels = {}): Promise<number> =>
    (await samples())
      .filter((one) => one.name === name)
      .filter((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))
      .reduce((sum, { value }) => sum + value, 0);
  const login = (email: string, password: string) =>
    app.call('POST', '/api/auth/login', { body: { email, password } });
  const command = (setpoint: number, headers: Labels = {}) =>
    app.call('POST', '/api/house/housea/device/houseahwh/command', {
      token,
      headers,
      body: { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint } },
    });
  const commandCounts = async () =>
    Object.fromEntries(
      (await samples())
        .filter(({ name }) => name === 'porchlight_commands_total')
        .map(({ labels, value }) => [`${labels['origin']} ${labels['outcome']}`, value]),
    );

  test('requests are timed by method, route pattern and status', async () => {
    const labels = { method: 'GET', route: '/api/house/:houseId', status: '200' };
    const name = 'porchlight_http_request_seconds_count';
    const before = await valueOf(name, labels);
    await app.call('GET', '/api/house/housea', { token });
    expect(await valueOf(name, labels)).toBe(before + 1);
    await app.call('GET', '/api/no/such/path');
    expect(await valueOf(name, { route: 'none', status: '404' })).toBe(1);
  });

  test('sign-ins are counted by path and outcome', async () => {
    const outcome = (path: string, name: string) =>
      valueOf('porchlight_sign_ins_total', { path, outcome: name });
    const before = await outcome('password', 'success');
    await login(emailOf('second'), PASSWORD);
    expect(await outcome('password', 'success')).toBe(before + 1);
    await login(emailOf('withTotp'), PASSWORD);
    await login(emailOf('inactive'), PASSWORD);
    for (let attempt = 0; attempt < 6; attempt += 1) await login('nobody@home.example', 'Wrong42pass');
    await app.call('PUT', '/api/auth/magic-link', { body: { challenge: 'x', token: 'x' } });
    await app.call('PUT', '/api/auth/pin', { body: { challenge: 'x', pin: '1' } });
    expect([
      await outcome('password', 'second_factor_required'),
      await outcome('password', 'inactive'),
      await outcome('password', 'failed'),
      await outcome('password', 'locked_out'),
      await outcome('link', 'expired'),
      await outcome('pin', 'expired'),
    ]).toEqual([1, 1, 5, 1, 1, 1]);
  });

  test('commands are counted from acceptance to confirmation; queues show what waits', async () => {
    const deps = { db: database.db, clock: app.clock, metrics: app.metrics };
    const report = () => ingest(deps, fleet.readings(app.clock.now()));
    await report();
    expect(await commandCounts()).toEqual({});
    expect((await command(400)).status).toBe(422);
    expect((await command(123)).status).toBe(202);
    expect(await commandCounts()).toEqual({ 'person refused': 1, 'person accepted': 1 });
    expect(await valueOf('porchlight_queue_waiting_jobs', { queue: 'send-command' })).toBe(1);
    expect(await valueOf('porchlight_queue_oldest_due_seconds', { queue: 'send-command' })).toBeGreaterThan(
      0,
    );
    expect(await valueOf('porchlight_queue_oldest_due_seconds', { queue: 'send-mail' })).toBe(0);

    for (const job of sent.splice(0)) await deliverCommand({ ...deps, link }, job);
    app.clock.advance(MINUTE);
    await report();
    expect(await commandCounts()).toMatchObject({ 'person sent': 1, 'person confirmed': 1 });

    expect((await command(121)).status).toBe(202);
    app.clock.advance(HOUR);
    await expireCommands({ ...deps, eventDelivery, isStopped: () => false });
    for (const job of sent.splice(0)) await deliverCommand({ ...deps, link }, job);
    expect(await commandCounts()).toMatchObject({ 'person accepted': 2, 'person expired': 1 });
    expect(await valueOf('porchlight_commands_total', { maker: 'rheem' })).toBe(6);
  });

  test('a command whose transaction is undone by a deadlock and begins anew is counted once', async () => {
    // The gate wants a device that has reported.
    await ingest({ ...app, db: database.db }, fleet.readings(app.clock.now()));
    const accepted = () => valueOf('porchlight_commands_total', { outcome: 'accepted' });
    const before = await accepted();
    // A sequence goes on counting when its transaction is undone.
    await sql`create sequence answers_stored`.execute(database.db);
    await sql`
      create function fail_once() returns trigger language plpgsql as ${sql.lit(`begin
        if nextval('answers_stored') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end`)}`.execute(database.db);
    await sql`
      create trigger fail_once before insert on idempotency for each row execute function fail_once()`.execute(
      database.db,
    );
    expect((await command(122, { 'idempotency-key': 'after-a-deadlock' })).status).toBe(202);
    const { rows } = await sql<{ runs: string }>`select last_value as runs from answers_stored`.execute(
      database.db,
    );
    expect([Number(rows[0]?.runs), await accepted()]).toEqual([2, before + 1]);
    await sql`drop trigger fail_once on idempotency`.execute(database.db);
  });

  test('readings are counted, with the seconds between their time and their storing', async () => {
    const before = await valueOf('porchlight_readings_stored_total');
    const [reading] = fleet.readings(app.clock.now());
    if (!reading) throw new Error('the fleet reports nothing');
    const time = new Date(app.clock.now().getTime() - 30 * SECOND);
    const deps = { db: database.db, clock: app.clock, metrics: app.metrics };
    const upTo15 = await valueOf('porchlight_ingest_lag_seconds_bucket', { le: '15' });
    const upTo60 = await valueOf('porchlight_ingest_lag_seconds_bucket', { le: '60' });
    await ingest(deps, [{ ...reading, time }]);
    expect(await valueOf('porchlight_readings_stored_total')).toBe(before + 1);
    expect(await valueOf('porchlight_ingest_lag_seconds_bucket', { le: '15' })).toBe(upTo15);
    expect(await valueOf('porchlight_ingest_lag_seconds_bucket', { le: '60' })).toBe(upTo60 + 1);
  });

  test('[T-33] the lag of each loop of events is what has been due longest, and nothing that is due later', async () => {
    // The metric goes by the database's clock.
    const { rows } = await sql<{ readonly at: Date }>`select now() as at`.execute(database.db);
    const now = rows[0]?.at.getTime() ?? 0;
    const ago = (hours: number) => now - hours * HOUR;
    const hours = async (name: string, labels: Labels = {}) =>
      Math.floor(((await valueOf(name, labels)) * SECOND) / HOUR);
    const lags = () =>
      Promise.all(EVENT_LOOPS.map((loop) => hours('porchlight_event_loop_lag_seconds', { loop })));
    const oldestReturn = () => hours('porchlight_event_oldest_return_seconds');
    expect([await lags(), await oldestReturn()]).toEqual([[0, 0, 0, 0], 0]);

    const event = { providerId: 'sunvale', eventId: 'lag' };
    const deviceOf = (houseId: string) => ({ ...event, houseId, deviceId: `${houseId}hwh` });
    const inStore = <T>(work: (store: ReturnType<typeof createEventStore>) => Promise<T>) =>
      database.db.transaction().execute((tx) => work(createEventStore(tx, () => now)));
    const returning = {
      ...newAction({ round: 1, phase: 'after', at: ago(6), expiresAt: now }),
      sentAt: ago(6),
    };
    await registerProviders(database.db, readProviders().all, new Date(now));
    const program = readProviders()
      .byId('sunvale')
      ?.programs.find(({ id }) => id === 'water-heater');
    if (!program) throw new Error('no water program');
    const times = { createdAt: ago(7), startTime: ago(6), endTime: now + HOUR };
    await insertEvent(database.db, {
      providerId: 'sunvale',
      id: 'lag',
      dispatchId: 'lag',
      program,
      kind: 'hwh',
      groups: null,
      intensity: 100,
      ...times,
      origin: 'test',
      cause: null,
      createdBy: null,
      optOutAllowed: true,
      state: 'active',
    });
    const row = (house: 'housea' | 'houseb', dueAt: number, isReturning: boolean): ParticipationWrite => ({
      ...deviceOf(house),
      participation: newParticipation(deviceOf(house), { steps: [], moved: [] }),
      planRevision: 0,
      dueAt,
      returning: isReturning,
      awaitsReading: false,
      actions: [],
    });
    await inStore(async (store) => {
      await store.setEventDue([event], ago(1));
      const first = row('housea', ago(2), true);
      const actions = [{ action: { ...returning, state: 'delivered' as const }, commandId: null }];
      await store.insertParticipations([{ ...first, actions }, row('houseb', ago(3), false)], now);
      const home = { providerId: 'sunvale', houseId: 'housea', dispatchId: 'lag' };
      await store.hastenHomes([home], ago(4));
    });
    expect([await lags(), await oldestReturn()]).toEqual([[2, 3, 1, 4], 6]);
    // Devices of a stopped event that nobody has made due yet wait to return as well.
    await inStore((store) => store.cancelEvents([event], ago(5)));
    expect((await lags())[0]).toBe(5);
    for (const table of ['house_dispatch', 'event_action', 'event_participation', 'demand_event'])
      await sql`delete from ${sql.table(table)}`.execute(database.db);
  });

  test('a label has known values only', async () => {
    app.metrics.countCommand({ origin: 'somebody', outcome: 'sent', maker: 'a name from a device' });
    const counters = (await samples()).filter(({ name }) => name === 'porchlight_commands_total');
    const known = new Set([...Object.keys(manufacturers), 'other']);
    for (const { labels } of counters) expect(known).toContain(labels['maker']);
    expect(counters.some(({ labels }) => labels['origin'] === 'other' && labels['maker'] === 'other')).toBe(
      true,
    );
    const allowed = [
      'method',
      'route',
      'status',
      'le',
      'state',
      'queue',
      'path',
      'outcome',
      'origin',
      'maker',
      'loop',
    ];
    for (const { labels } of await samples()) {
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(labels)));
    }
  });

  test('the pool of PostgreSQL is shown; the embedded database has none', async () => {
    expect(await valueOf('porchlight_database_up')).toBe(1);
    const total = await valueOf('porchlight_database_pool_connections', { state: 'total' });
    expect(total > 0).toBe(databaseName === 'PostgreSQL');
  });
});

test('a database that is gone is a figure, not a failed scrape; the process has its own', async () => {
  const db = connectPostgres('postgres://nobody@127.0.0.1:1/nothing', () => {});
  const metrics = createMetrics({ db, processMetrics: true });
  const other = createMetrics({ db, processMetrics: true });
  const shown = parseSamples(await metrics.render());
  expect(shown.find(({ name }) => name === 'porchlight_database_up')?.value).toBe(0);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(shown.map((sample) => sample.name)).toContain(name);
  }
  other.countSignIn('pin', 'failed');
  expect(await metrics.render()).not.toContain('porchlight_sign_ins_total{');
  await db.destroy();
});
