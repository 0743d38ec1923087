import { sql } from 'kysely';
import { Client } from 'pg';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { optOut } from '#domain/events/people/people.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { percentile } from '../../bench/load.ts';
import { connectPostgres, NO_TIMEOUTS } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createBatchDelivery } from '../../server/src/devices/deliver-batch.ts';
import { changeParticipations } from '#domain/events/engine/carry-out.ts';
import { createEngineTx } from '../../server/src/events/engine-ports.ts';
import type { EngineDeps } from '../../server/src/events/deps.ts';
import { createEventNotices } from '../../server/src/events/notices/event-notices.ts';
import { createEventDelivery } from '../../server/src/events/event-delivery.ts';
import { carryOnEvents, lookAtDevices } from '../../server/src/testing/events/run-loops.ts';
import { countParticipants } from '../../server/src/events/orders/count-participants.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { COMMAND_JOBS, createJobs } from '../../server/src/jobs/queue.ts';
import { sleep, systemClock } from '../../server/src/lib/clock/clock.ts';
import { createKeys } from '../../server/src/lib/secrets/keys.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { noLink } from '../../server/src/links/none.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { analyze } from '../../server/src/stores/system/demo.ts';
import { findEvents, insertEvent } from '../../server/src/stores/events/events.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';

/**
 * An event of 20,000 water heaters on PostgreSQL: how long its commands, actions and jobs take to be written against plain
 * inserts of the same rows in pages of the same size, and how long an opt-out takes to reach its device while they are delivered
 * to a cloud that answers after 20 ms.
 */
const DEVICES = Number(process.env['BENCH_EVENT_DEVICES'] ?? 20_000);
const LEAVING = 100;
const CLOUD_MS = 20;
const EVENT = { providerId: 'sunvale', eventId: 'bench' } as const;

const url = new URL(process.env['BENCH_DATABASE'] ?? '');
const admin = new Client({ connectionString: url.href });
await admin.connect();
await admin.query('drop database if exists bench_events');
await admin.query('create database bench_events');
await admin.end();
url.pathname = '/bench_events';
const db = connectPostgres(url.href, () => {}, NO_TIMEOUTS);
await migrate(db);
const providers = readProviders();
await registerProviders(db, providers.all, systemClock.now());

await sql`insert into house (provider_id, id, number, address, timezone, created_at)
  select 'sunvale', 'h' || n, n, n || ' Bench Street', 'America/Denver', now() from generate_series(1, ${DEVICES}) n`.execute(
  db,
);
await sql`insert into device (provider_id, house_id, id, kind, mfg, type, position, created_at)
  select 'sunvale', 'h' || n, 'd' || n, 'hwh', 'rheem', 'Heat Pump Water Heater Gen 5', 1, now() from generate_series(1, ${DEVICES}) n`.execute(
  db,
);
await sql`insert into device_state (provider_id, house_id, device_id, entries, reported_at)
  select 'sunvale', 'h' || n, 'd' || n,
    '{"status":{"value":"ONLINE"},"hwh-set-mode":{"value":"Energy Saver"},"hwh-set-temperature":{"value":125},"hwh-tank-temperature":{"value":121}}', now()
  from generate_series(1, ${DEVICES}) n`.execute(db);
await sql`insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since, changed_at)
  select 'sunvale', 'h' || n, 'd' || n, 'water-heater', 'all', now() - interval '1 day', now() - interval '1 day'
  from generate_series(1, ${DEVICES}) n`.execute(db);
await sql`insert into account (provider_id, id, email, first_name, last_name, active, created_at)
  select 'sunvale', 'a' || n, n || '@bench.example', 'Bench', 'Person', true, now() from generate_series(1, ${DEVICES}) n`.execute(
  db,
);
await sql`insert into account_role (provider_id, id, account_id, role, house_id, access)
  select 'sunvale', 'r' || n, 'a' || n, 'house', 'h' || n, 'owner' from generate_series(1, ${DEVICES}) n`.execute(
  db,
);
await analyze(db, ['house', 'device', 'deviceState', 'enrolment', 'account', 'accountRole']);

/** When a command reached its cloud, by device and origin. */
const arrivals = new Map<string, number>();
const cloud = {
  ...noLink,
  send: async ({ deviceId, holdUntil }: { readonly deviceId: string; readonly holdUntil?: Date }) => {
    await sleep(CLOUD_MS);
    arrivals.set(`${deviceId} ${holdUntil ? 'step' : 'return'}`, performance.now());
    return { outcome: 'delivered' } as const;
  },
};
const jobs = createJobs(url.href, (error) => console.error(error.message));
await jobs.start();
const metrics = createMetrics({ db, processMetrics: false });
const onError = (error: unknown, what: string) => console.error(what, error);
const deps: EngineDeps = {
  db,
  clock: systemClock,
  random: systemRandom,
  jobs,
  metrics,
  onError,
  ...createEventNotices({
    jobs,
    keys: createKeys(new Uint8Array(32).fill(7), systemRandom),
    random: systemRandom,
    providers,
    publicUrl: () => 'https://portal.example/',
  }),
};

const program = providers.byId('sunvale')?.programs.find(({ id }) => id === 'water-heater');
if (!program) throw new Error('no program');
// All at once: what the spread would let wait is to be measured.
const rules = { ...program, version: 1_000, spread: { startMinutes: 0, returnMinutes: 0 } };
await sql`insert into program_version (provider_id, program_id, version, rules, created_at)
  values ('sunvale', ${rules.id}, ${rules.version}, ${JSON.stringify(rules)}, now())`.execute(db);
const startTime = Date.now() + 60 * MINUTE;
await insertEvent(db, {
  providerId: EVENT.providerId,
  id: EVENT.eventId,
  dispatchId: 'bench',
  program: rules,
  kind: 'hwh',
  groups: null,
  startTime,
  endTime: startTime + 3 * HOUR,
  intensity: 100,
  origin: 'test',
  cause: null,
  createdBy: null,
  optOutAllowed: true,
  createdAt: Date.now(),
  state: 'scheduled',
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const { providerId } = EVENT;
const ordered = await findEvents(db, [EVENT]);
const counting = await timed(() =>
  countParticipants(db, { providerId, events: ordered, groups: null }, systemClock.now()),
);
const per10000 = (counting * 10_000) / DEVICES;
console.log(
  `events: dry run of ${DEVICES} homes in ${Math.round(counting)} ms, ${(per10000 / 30_000).toFixed(2)} of 30 s for 10,000 homes (aim 1.00)`,
);
const planning = await timed(() => carryOnEvents(deps));
await sql`update demand_event set start_time = now(), state = 'active'`.execute(db);
await sql`update event_participation set due_at = now(),
  plan = jsonb_set(plan, '{steps,0,at}', to_jsonb((extract(epoch from now()) * 1000)::bigint))`.execute(db);
await analyze(db, ['eventParticipation', 'demandEvent']);
const dispatch = await timed(() => lookAtDevices(deps));

/** Mails of the notices are no part of what is compared. */
const copies = {
  command: 'command',
  event_action: 'event_action',
  job: `jobs.job where name in (${COMMAND_JOBS.map((name) => `'${name}'`).join()})`,
} as const;
let plain = 0;
for (const [name, rowsOf] of Object.entries(copies)) {
  const [table] = rowsOf.split(' ');
  await sql.raw(`create table plain_${name} (like ${table} including all)`).execute(db);
  const { rows } = await sql
    .raw<{ readonly page: string }>(
      `select json_agg(t)::text as page from (select *, (row_number() over ()) / 1000 as p from ${rowsOf}) t group by p`,
    )
    .execute(db);
  for (const { page } of rows) {
    plain += await timed(() =>
      sql`insert into ${sql.table(`plain_${name}`)} select * from json_populate_recordset(null::${sql.table(`plain_${name}`)}, ${page}::json)`.execute(
        db,
      ),
    );
  }
}
const { rows: counts } = await sql<{
  readonly count: string;
}>`select count(*) from command where origin = 'event'`.execute(db);
console.log(
  `events: ${counts[0]?.count} commands of ${DEVICES} devices written in ${Math.round(dispatch)} ms, ${(plain / dispatch).toFixed(2)} of plain inserts of the same rows (aim 0.30); planned and announced in ${Math.round(planning)} ms`,
);

const observe = async (_: readonly DeviceRef[]): Promise<void> => {};
const deliver = createBatchDelivery({
  db,
  clock: systemClock,
  metrics,
  linkOf: () => cloud,
  eventDelivery: createEventDelivery(observe),
  sleep,
  onError,
  onDelivered: async () => {},
});
for (const name of COMMAND_JOBS) await jobs.workOnCommands(name, deliver);
const left = new Map<string, number>();
for (let index = 1; index <= LEAVING; index += 1) {
  const deviceId = `d${index * Math.floor(DEVICES / LEAVING)}`;
  left.set(deviceId, performance.now());
  await db.transaction().execute((tx) =>
    changeParticipations(
      createEngineTx(tx, deps),
      [{ ...EVENT, houseId: `h${deviceId.slice(1)}`, deviceId }],
      (one, now) => {
        const result = optOut(one.event, one.participation, 'person', now);
        if ('refused' in result) throw new Error(result.refused.code);
        return result.changed;
      },
    ),
  );
  await sleep(50);
}
while (![...left.keys()].every((id) => arrivals.has(`${id} return`))) await sleep(20);
const waits = [...left].map(([id, at]) => (arrivals.get(`${id} return`) ?? Number.NaN) - at);
const isBusy = [...arrivals.keys()].filter((key) => key.endsWith('step')).length < DEVICES;
console.log(
  `events: opt-out to the device's cloud ${Math.round(percentile(waits, 0.99))} ms at the 99th percentile, ${(percentile(waits, 0.99) / 15_000).toFixed(2)} of 15 s (aim 1.00), while the event's commands ${isBusy ? 'were being' : 'had been'} delivered`,
);
await jobs.stop();
await db.destroy();
