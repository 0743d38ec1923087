import { sql } from 'kysely';
import { Client } from 'pg';
import type { Program } from '#contract/entities/program.ts';
import { HOUR } from '#domain/time/time.ts';
import { connectPostgres, NO_TIMEOUTS } from '../../server/src/db/connection.ts';
import type { RootDb } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { systemClock } from '../../server/src/lib/clock/clock.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { insertEvent } from '../../server/src/stores/events/events.ts';
import { analyze } from '../../server/src/stores/system/demo.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';

export const PROVIDER = 'sunvale';

export interface EventHomes {
  readonly url: string;
  readonly db: RootDb;
  /** Its steps are not spread: what that would let wait is to be measured. */
  readonly program: Program;
  readonly addEvent: (id: string, startTime: number) => Promise<void>;
}

/** An empty database of its own; its address. */
export const createDatabase = async (name: string): Promise<string> => {
  const url = new URL(process.env['BENCH_DATABASE'] ?? '');
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
};

/** A database of its own on PostgreSQL with homes that have one enrolled water heater and one owner each. */
export const createEventHomes = async (
  name: string,
  count: number,
  returnMinutes = 0,
): Promise<EventHomes> => {
  const url = await createDatabase(name);
  const db = connectPostgres(url, () => {}, NO_TIMEOUTS);
  await migrate(db);
  const providers = readProviders();
  await registerProviders(db, providers.all, systemClock.now());
  const numbers = sql`generate_series(1, ${sql.lit(count)}) n`;
  await sql`insert into house (provider_id, id, number, address, timezone, created_at)
    select ${PROVIDER}, 'h' || n, n, n || ' Bench Street', 'America/Denver', now() from ${numbers}`.execute(
    db,
  );
  await sql`insert into device (provider_id, house_id, id, kind, mfg, type, link, position, created_at)
    select ${PROVIDER}, 'h' || n, 'd' || n, 'hwh', 'rheem', 'Heat Pump Water Heater Gen 5', 'cloud', 1, now() from ${numbers}`.execute(
    db,
  );
  await sql`insert into device_state (provider_id, house_id, device_id, entries, reported_at)
    select ${PROVIDER}, 'h' || n, 'd' || n,
      '{"status":{"value":"ONLINE"},"hwh-set-mode":{"value":"Energy Saver"},"hwh-set-temperature":{"value":125},"hwh-tank-temperature":{"value":121}}', now()
    from ${numbers}`.execute(db);
  await sql`insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since, changed_at)
    select ${PROVIDER}, 'h' || n, 'd' || n, 'water-heater', 'all', now() - interval '1 day', now() - interval '1 day'
    from ${numbers}`.execute(db);
  await sql`insert into account (provider_id, id, email, first_name, last_name, active, created_at)
    select ${PROVIDER}, 'a' || n, n || '@bench.example', 'Bench', 'Person', true, now() from ${numbers}`.execute(
    db,
  );
  await sql`insert into account_role (provider_id, id, account_id, role, house_id, access)
    select ${PROVIDER}, 'r' || n, 'a' || n, 'house', 'h' || n, 'owner' from ${numbers}`.execute(db);
  await analyze(db, ['house', 'device', 'deviceState', 'enrolment', 'account', 'accountRole']);

  const heating = providers.byId(PROVIDER)?.programs.find(({ id }) => id === 'water-heater');
  if (!heating) throw new Error('no program');
  const program = { ...heating, version: 1_000, spread: { startMinutes: 0, returnMinutes } };
  await sql`insert into program_version (provider_id, program_id, version, rules, created_at)
    values (${PROVIDER}, ${program.id}, ${program.version}, ${JSON.stringify(program)}, now())`.execute(db);

  const addEvent = (id: string, startTime: number): Promise<void> =>
    insertEvent(db, {
      providerId: PROVIDER,
      id,
      dispatchId: id,
      program,
      kind: 'hwh',
      groups: null,
      intensity: 100,
      startTime,
      endTime: startTime + 3 * HOUR,
      origin: 'test',
      cause: null,
      createdBy: null,
      optOutAllowed: true,
      createdAt: Date.now(),
      state: 'scheduled',
    });
  return { url, db, program, addEvent };
};
