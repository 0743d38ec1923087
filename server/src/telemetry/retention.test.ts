import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/time/time.ts';
import { connectPostgres } from '../db/connection.ts';
import type { RootDb } from '../db/connection.ts';
import { ensureDays, forgetKnownDays } from '../stores/telemetry/telemetry-days.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { signIn } from '../testing/test-data.ts';
import { condenseOldDays } from './retention.ts';
import { openTestHouses } from '../testing/test-houses.ts';

/** Two chunks of 200, and a third. */
const DEVICES = 450;

describe.each(databases)('%s', (name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let reported: string[] = [];
  const later: (() => Promise<unknown>)[] = [];

  /** UTC midnight of a day that is to be condensed, by its number. */
  const dayStart = (day: number): number =>
    Math.floor(app.clock.now().getTime() / DAY) * DAY - (60 - day) * DAY;

  const run = (isStopped = () => false, db: RootDb = database.db) =>
    condenseOldDays({
      db,
      clock: app.clock,
      isStopped,
      onError: (error, what) => reported.push(`${what}: ${(error as Error).message}`),
    });

  /** Three readings in an hour of every device of house A. */
  const addReadings = async (day: number): Promise<void> => {
    await ensureDays(database.db, [dayStart(day)]);
    await sql`
      insert into telemetry (provider_id, house_id, device_id, time, temperature, mode)
      select provider_id, house_id, id, ${new Date(dayStart(day) + 10 * HOUR).toISOString()}::timestamptz
        + n * interval '10 minutes', 100 + n, 'mode ' || n
      from device, generate_series(0, 2) n where house_id = 'housea'`.execute(database.db);
  };

  const daysLeft = async () => {
    const { rows } = await sql<{ day: string }>`
      select tablename as day from pg_tables where schemaname = 'days' order by 1`.execute(database.db);
    return rows.map(({ day }) => day);
  };
  const hours = () =>
    database.db.selectFrom('telemetryHour').select(['houseId', 'time', 'temperature', 'mode']).execute();

  /** Every insertion of hourly rows runs `body` first. */
  const onHours = async (body: string): Promise<void> => {
    await sql
      .raw(
        `create function on_hours() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
      )
      .execute(database.db);
    await sql
      .raw(`create trigger on_hours before insert on telemetry_hour for each row execute function on_hours()`)
      .execute(database.db);
    later.push(() => sql`drop function on_hours cascade`.execute(database.db));
  };

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    await sql`
      insert into device (provider_id, house_id, id, kind, mfg, position, created_at)
      select 'sunvale', 'housea', 'many' || n, 'hwh', 'rheem', 100 + n, now()
      from generate_series(1, ${DEVICES} - (select count(*)::int from device)) n`.execute(database.db);
    return houses.close;
  });
  const expectNoDaysLeft = async () => expect(await daysLeft()).toEqual([]);
  beforeEach(() => {
    reported = [];
  });
  afterEach(async () => {
    for (const undo of later.splice(0)) await undo();
    await run();
    await expectNoDaysLeft();
    await database.db.deleteFrom('telemetryHour').execute();
  });

  test('[T-39] a day is condensed in steps: stopped in between it goes on, and what is read stays the same', async () => {
    await addReadings(1);
    const token = await signIn(app, 'owner');
    const series = async () => {
      const range = `start=${new Date(dayStart(1)).toISOString()}&end=${new Date(dayStart(2)).toISOString()}`;
      const path = `/api/house/housea/device/houseahwh/data/hwh-tank-temperature?${range}`;
      return (await app.call('GET', path, { token })).body.map(({ value }: { value: number }) => value);
    };
    expect(await series()).toEqual([100, 101, 102]);
    let checks = 0;
    // Asked before the day, and before each chunk.
    await run(() => (checks += 1) > 2);
    const first = await hours();
    expect(first.length).toBeGreaterThan(150);
    expect(first.length).toBeLessThan(300);
    expect(await series()).toEqual([100, 101, 102]);
    checks = 0;
    await run(() => {
      checks += 1;
      return false;
    });
    // Two of three chunks were left, and dropping the table.
    expect(checks).toBe(4);
    expect(reported).toEqual([]);
    expect(await daysLeft()).toEqual([]);
    const all = await hours();
    const { count } = await database.db
      .selectFrom('device')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('houseId', '=', 'housea')
      .executeTakeFirstOrThrow();
    expect(all).toHaveLength(Number(count));
    expect(new Set(all.map((row) => JSON.stringify(row))).size).toBe(1);
    expect(all[0]).toMatchObject({ temperature: 101, mode: 'mode 2' });
    expect(await series()).toEqual([101]);
    expect(
      await database.db
        .selectFrom('installation')
        .select('key')
        .where('key', 'like', 'condensing%')
        .execute(),
    ).toEqual([]);
  });

  test('[T-39] a day that fails is reported and left for the next run, and the other days are condensed', async () => {
    for (const day of [1, 2, 3]) await addReadings(day);
    const bad = new Date(dayStart(2)).toISOString();
    await onHours(
      `if date_trunc('day', new.time, 'UTC') = '${bad}' then raise exception 'disk full'; end if;`,
    );
    await run();
    expect(reported).toEqual([`condensing ${bad.replace('.000', '')}: disk full`]);
    expect(await daysLeft()).toEqual([`telemetry_${bad.slice(0, 10).replaceAll('-', '')}`]);
    const times = new Set((await hours()).map(({ time }) => time.getTime()));
    expect([...times].toSorted((a, b) => a - b)).toEqual([dayStart(1) + 10 * HOUR, dayStart(3) + 10 * HOUR]);
  });

  test('[T-39] a house with a zone that does not exist is condensed in UTC, and reported', async () => {
    await addReadings(1);
    const setZone = (timezone: string) =>
      database.db.updateTable('house').set({ timezone }).where('id', '=', 'housea').execute();
    await setZone('Mars/Olympus');
    await run();
    await setZone('America/Denver');
    expect(reported).toEqual(['condensing in UTC: not a time zone: Mars/Olympus']);
    expect(await daysLeft()).toEqual([]);
    expect((await hours())[0]?.time.getTime()).toBe(dayStart(1) + 10 * HOUR);
  });

  test.runIf(name === 'PostgreSQL')('[T-39] a chunk may take longer than a statement of a call', async () => {
    await addReadings(1);
    await onHours(`if new.device_id = 'houseahwh' then perform pg_sleep(1.2); end if;`);
    const url = new URL(database.url ?? '');
    url.searchParams.set('statement_timeout', '1000');
    const shortTimeoutDb = connectPostgres(url.href, () => {});
    await expect(sql`select pg_sleep(1.2)`.execute(shortTimeoutDb)).rejects.toThrow(/statement timeout/);
    await run(() => false, shortTimeoutDb);
    await shortTimeoutDb.destroy();
    forgetKnownDays(database.db);
    expect(reported).toEqual([]);
    expect(await daysLeft()).toEqual([]);
  });

  test.runIf(name === 'PostgreSQL')('[T-39] one node condenses at a time', async () => {
    await addReadings(1);
    const other = connectPostgres(database.url ?? '', () => {});
    await other.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('porchlight condensing'))`.execute(tx);
      await run();
      expect(await daysLeft()).toHaveLength(1);
    });
    await other.destroy();
    await run();
    expect(await daysLeft()).toEqual([]);
  });

  test('days that are not old enough stay', async () => {
    await ensureDays(database.db, [app.clock.now().getTime() - 45 * DAY]);
    await run();
    expect(await daysLeft()).toHaveLength(1);
    app.clock.advance(2 * DAY);
    await run();
    expect(await daysLeft()).toEqual([]);
    app.clock.advance(-2 * DAY);
  });
});
