import { sql } from 'kysely';
import { Client } from 'pg';
import { newParticipation } from '#domain/events/participation.ts';
import { baselineRule } from '#domain/results/baseline/baseline-rules.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import { connectPostgres, NO_TIMEOUTS } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { systemClock } from '../../server/src/lib/clock/clock.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { settleEvents } from '../../server/src/results/settle-events.ts';
import { analyze } from '../../server/src/stores/system/demo.ts';
import { insertEvent } from '../../server/src/stores/events/events.ts';
import { insertParticipations } from '../../server/src/stores/events/participations.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';

/**
 * Settling an event on PostgreSQL, one water heater in each home: how long it takes against reading the same quarter hours, in
 * pages of as many homes, and nothing else.
 */
const SIZES = (process.env['BENCH_SETTLED_DEVICES'] ?? '1000,20000').split(',').map(Number);
const HOMES = 50;
/** Days before the event that are known, and the hours of each that rules look at. */
const KNOWN = { days: 14, hours: 9 } as const;

const url = new URL(process.env['BENCH_DATABASE'] ?? '');
const program = readProviders()
  .byId('sunvale')
  ?.programs.find(({ id }) => id === 'water-heater');
if (!program) throw new Error('no program');

const open = async () => {
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  await admin.query('drop database if exists bench_settling');
  await admin.query('create database bench_settling');
  await admin.end();
  const address = new URL(url);
  address.pathname = '/bench_settling';
  const db = connectPostgres(address.href, () => {}, NO_TIMEOUTS);
  await migrate(db);
  await registerProviders(db, readProviders().all, systemClock.now());
  return db;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

for (const devices of SIZES) {
  const db = await open();
  const numbers = Array.from({ length: devices }, (_, index) => index + 1);
  await sql`insert into house (provider_id, id, number, address, timezone, created_at)
    select 'sunvale', 'h' || n, n, n || ' Bench Street', 'America/Denver', now() - interval '60 days'
    from generate_series(1, ${devices}) n`.execute(db);
  await sql`insert into device (provider_id, house_id, id, kind, mfg, position, created_at)
    select 'sunvale', 'h' || n, 'd' || n, 'hwh', 'rheem', 1, now() - interval '60 days'
    from generate_series(1, ${devices}) n`.execute(db);
  const startTime = Math.floor(Date.now() / HOUR) * HOUR - 4 * HOUR;
  const endTime = startTime + 2 * HOUR;
  const first = new Date(startTime - 6 * HOUR).toISOString();
  await sql`insert into energy_quarter (provider_id, house_id, device_id, quarter, taken_mj, given_mj, heard_ms,
      cool_ms, heat_ms, runtime_heard_ms)
    select 'sunvale', 'h' || n, 'd' || n, ${first}::timestamptz - d * interval '1 day' + q * interval '15 minutes',
      360000000 + (n * 31 + d * 17 + q * 7) % 100 * 1000000, 0, 900000, 0, 0, 0
    from generate_series(1, ${devices}) n, generate_series(0, ${KNOWN.days}) d, generate_series(0, ${KNOWN.hours * 4 - 1}) q`.execute(
    db,
  );
  await insertEvent(db, {
    providerId: 'sunvale',
    id: 'bench',
    dispatchId: 'bench',
    program,
    kind: 'hwh',
    groups: null,
    startTime,
    endTime,
    intensity: 100,
    origin: 'test',
    cause: null,
    createdBy: null,
    optOutAllowed: true,
    createdAt: startTime - DAY,
    state: 'ended',
  });
  for (let at = 0; at < devices; at += 1_000) {
    const joined = numbers.slice(at, at + 1_000).map((n) => {
      const ids = { eventId: 'bench', houseId: `h${n}`, deviceId: `d${n}` };
      const participation = newParticipation(ids, { steps: [], moved: [] });
      return { ...ids, providerId: 'sunvale', participation, planRevision: 0, dueAt: null };
    });
    await insertParticipations(db, joined, new Date(startTime - DAY));
  }
  await analyze(db, ['house', 'device', 'energyQuarter', 'eventParticipation', 'demandEvent']);

  const back = new Date(startTime - 21 * DAY).toISOString();
  const readPages = async (): Promise<void> => {
    for (let at = 0; at < devices; at += HOMES) {
      const page = numbers.slice(at, at + HOMES);
      await sql`select * from energy_quarter q
        join unnest(${page.map((n) => `h${n}`)}::text[], ${page.map((n) => `d${n}`)}::text[]) as d (house_id, device_id)
          using (house_id, device_id)
        where q.provider_id = 'sunvale' and q.quarter >= ${back}`.execute(db);
    }
  };
  await readPages();
  const bare = await timed(readPages);
  const settling = await timed(() =>
    settleEvents({
      db,
      clock: systemClock,
      isStopped: () => false,
      writeNotices: async () => {},
      writeCorrections: async () => {},
      onError: (error) => {
        throw error;
      },
    }),
  );
  const { rows } = await sql<{ readonly count: string }>`
    select count(*) from event_receipt where reduction_wh is not null`.execute(db);
  if (Number(rows[0]?.count) !== devices) throw new Error(`${rows[0]?.count} results of ${devices}`);
  console.log(
    `settling: ${devices} devices by ${baselineRule(program.baseline).name} in ${Math.round(settling)} ms, ${(settling / bare).toFixed(1)} times reading their quarter hours (${Math.round(bare)} ms)`,
  );
  await db.destroy();
}
