import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Value } from '#contract/entities/device.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { Use } from '#domain/telemetry/meter.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { noMetrics } from '../lib/metrics.ts';
import { insertRows } from '../stores/system/demo.ts';
import { quarterUses } from '../stores/telemetry/roll-ups.ts';
import { TestClock } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { signIn } from '../testing/test-data.ts';
import { ingest } from './ingest.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const HEATER = 'houseahwh';
const THERMOSTAT = 'houseatstat';

type Values = Readonly<Record<string, Value>>;

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock('2026-06-10T18:00:00Z');
  const start = Date.parse('2026-06-10T12:00:00Z');
  let database: TestDatabase;
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    const houses = await openTestHouses(open, { clock });
    ({ database, app } = houses);
    token = await signIn(app, 'owner');
    return houses.close;
  });
  beforeEach(async () => {
    for (const table of ['telemetry', 'energyHour', 'energyQuarter', 'runtimeHour', 'deviceState'] as const) {
      await database.db.deleteFrom(table).execute();
    }
  });

  const readingAt = (minutes: number, values: Values, deviceId = HEATER, houseId = 'housea'): Reading => ({
    providerId: 'sunvale',
    houseId,
    deviceId,
    time: new Date(start + minutes * MINUTE),
    values,
  });
  const take = (...readings: Reading[]) => ingest({ db: database.db, clock, metrics: noMetrics }, readings);
  /** The same values every five minutes. */
  const every5 = (from: number, to: number, values: Values, deviceId = HEATER): Reading[] =>
    Array.from({ length: (to - from) / 5 + 1 }, (_, index) => readingAt(from + index * 5, values, deviceId));
  const ask = async (path: string, hours: number, how: string, deviceId = HEATER) => {
    const range = `start=${new Date(start).toISOString()}&end=${new Date(start + hours * HOUR).toISOString()}`;
    const answer = await app.call(
      'GET',
      `/api/house/housea/device/${deviceId}/${path}?${range}&${how}=true`,
      { token },
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body.map(({ value, heard }: { value: number | null; heard: number }) => [value, heard]);
  };

  test('[GRAPH-2] [API-4] an idle hour is 0, a silent one null, and a partly heard one has both value and seconds', async () => {
    await take(
      ...every5(0, 60, { power: 0 }),
      // 13:00 to 13:20 with a kilowatt, then silence until 15:10.
      ...every5(65, 80, { power: 1_000 }),
      ...every5(190, 240, { power: 600 }),
    );
    expect(await ask('energy', 4, 'hourly')).toEqual([
      [0, 3_600],
      // From 13:00, of which 13:00 to 13:05 still held the 0 of before.
      [250, 1_200],
      [null, 0],
      [500, 3_000],
    ]);
    expect(await ask('energy', 4, 'total')).toEqual([[750, 7_800]]);
  });

  test('[API-4] a total of what nobody heard is null', async () => {
    await take(readingAt(-60, { power: 500 }));
    expect(await ask('energy', 3, 'total')).toEqual([[null, 0]]);
    expect(await ask('energy', 3, 'hourly')).toEqual([
      [null, 0],
      [null, 0],
      [null, 0],
    ]);
    expect(await ask('data/thermostat-runtime-cool', 1, 'hourly', THERMOSTAT)).toEqual([[null, 0]]);
  });

  test('[GRAPH-2] [API-4] the time between going offline and the next reading is not heard', async () => {
    await take(
      ...every5(0, 20, { power: 1_200, status: 'ONLINE' }),
      readingAt(25, { status: 'OFFLINE' }),
      readingAt(35, { power: 1_200, status: 'ONLINE' }),
      readingAt(40, { power: 1_200, status: 'ONLINE' }),
    );
    // 12:00 to 12:25 and 12:35 to 12:40 at 1.2 kW.
    expect(await ask('energy', 1, 'hourly')).toEqual([[600, 1_800]]);
  });

  test('[GRAPH-2] runtime is null while the equipment status is not known, and 0 while it is and nothing runs', async () => {
    await take(
      ...every5(0, 30, { 'hvac-equipment-status': '' }, THERMOSTAT),
      ...every5(60, 90, { 'hvac-equipment-status': 'compCool1' }, THERMOSTAT),
      readingAt(95, { 'hvac-equipment-status': '' }, THERMOSTAT),
    );
    expect(await ask('data/thermostat-runtime-cool', 3, 'hourly', THERMOSTAT)).toEqual([
      [0, 1_800],
      [2_100, 2_100],
      [null, 0],
    ]);
    expect(await ask('data/thermostat-runtime-heat', 1, 'hourly', THERMOSTAT)).toEqual([[0, 1_800]]);
  });

  test('[GRAPH-2] quarters of UTC hold energy, runtime and how long each was heard, the one that is going on included', async () => {
    await take(
      ...every5(0, 20, { power: 2_000 }),
      ...every5(0, 20, { 'hvac-equipment-status': 'heating' }, THERMOSTAT),
    );
    const span = { start: new Date(start), end: new Date(start + HOUR) };
    const quarters = async (deviceId: string): Promise<[number, Use][]> => [
      ...(await quarterUses(database.db, { providerId: 'sunvale', houseId: 'housea', deviceId }, span)),
    ];
    const energy = { cool: 0, heat: 0, runtimeHeard: 0, given: 0 };
    expect(await quarters(HEATER)).toEqual([
      [start, { ...energy, taken: 2_000 * 15 * MINUTE, heard: 15 * MINUTE }],
      [start + 15 * MINUTE, { ...energy, taken: 2_000 * 5 * MINUTE, heard: 5 * MINUTE }],
    ]);
    const runtime = { taken: 0, given: 0, heard: 0, cool: 0 };
    expect(await quarters(THERMOSTAT)).toEqual([
      [start, { ...runtime, heat: 15 * MINUTE, runtimeHeard: 15 * MINUTE }],
      [start + 15 * MINUTE, { ...runtime, heat: 5 * MINUTE, runtimeHeard: 5 * MINUTE }],
    ]);
  });

  test('[GRAPH-2] a late report of having been offline takes away what seemed known, and its rows', async () => {
    await take(readingAt(0, { power: 900 }), readingAt(10, { power: 900 }), readingAt(30, { power: 900 }));
    expect(await ask('energy', 1, 'hourly')).toEqual([[150, 600]]);
    await take(readingAt(0, { status: 'OFFLINE' }));
    expect(await ask('energy', 1, 'hourly')).toEqual([[null, 0]]);
    for (const table of ['energyHour', 'energyQuarter'] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('[T-35] a house with an impossible time zone costs nobody else a reading, and is reported and counted', async () => {
    await database.db
      .updateTable('house')
      .set({ timezone: 'Mars/Olympus' })
      .where('id', '=', 'houseb')
      .execute();
    const told: string[] = [];
    let leftOut = 0;
    const [stored, lags]: [string[], number[][]] = [[], []];
    await ingest(
      {
        db: database.db,
        clock,
        metrics: {
          ...noMetrics,
          countLeftOut: (count) => (leftOut += count),
          observeReadings: (seconds) => lags.push([...seconds]),
        },
        onError: (error, what) => told.push(`${what}: ${String(error)}`),
      },
      [
        readingAt(0, { power: 100 }, 'housebhwh', 'houseb'),
        readingAt(0, { power: 200 }),
        readingAt(5, { power: 100 }, 'housebhwh', 'houseb'),
        readingAt(0, { 'hvac-equipment-status': '' }, 'housebtstat', 'houseb'),
        readingAt(5, { power: 200 }),
      ],
    );
    await database.db
      .updateTable('house')
      .set({ timezone: 'America/Denver' })
      .where('id', '=', 'houseb')
      .execute();
    for (const { deviceId } of await database.db.selectFrom('telemetry').select('deviceId').execute())
      stored.push(deviceId);
    expect(stored).toEqual([HEATER, HEATER]);
    expect(leftOut).toBe(3);
    expect(lags.flat()).toHaveLength(2);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/2 devices left out.*houseb.*Mars\/Olympus/);
  });

  test('[T-39] a device whose row the database refuses is left out; all others of the batch are stored', async () => {
    await database.db.deleteFrom('telemetry').execute();
    // Any error of the values: here a constraint that only this device breaks.
    const check = `alter table telemetry add constraint no_hundred check (device_id <> 'housebhwh' or power <> 100)`;
    await sql.raw(check).execute(database.db);
    let leftOut = 0;
    await ingest(
      { db: database.db, clock, metrics: { ...noMetrics, countLeftOut: (count) => (leftOut += count) } },
      [
        readingAt(0, { power: 100 }, 'housebhwh', 'houseb'),
        readingAt(0, { power: 100 }),
        readingAt(0, { 'hvac-equipment-status': '' }, THERMOSTAT),
        readingAt(0, { 'hvac-equipment-status': '' }, 'housebtstat', 'houseb'),
      ],
    );
    await sql`alter table telemetry drop constraint no_hundred`.execute(database.db);
    const rows = await database.db.selectFrom('telemetry').select('deviceId').orderBy('deviceId').execute();
    expect(rows.map(({ deviceId }) => deviceId)).toEqual([HEATER, THERMOSTAT, 'housebtstat']);
    expect(leftOut).toBe(1);
    const states = await database.db.selectFrom('deviceState').select('deviceId').execute();
    expect(states.map(({ deviceId }) => deviceId)).not.toContain('housebhwh');
  });

  test('[T-35] a house whose time zone does not exist is not written', async () => {
    const house = await database.db
      .selectFrom('house')
      .selectAll()
      .where('id', '=', 'housea')
      .executeTakeFirstOrThrow();
    const row = { ...house, id: 'housez', number: 99, settings: null, comfort: null, timezone: '+05:30' };
    await expect(insertRows(database.db, 'house', [row])).rejects.toThrow('+05:30 is not a time zone');
    expect(await database.db.selectFrom('house').select('id').where('id', '=', 'housez').execute()).toEqual(
      [],
    );
  });
});
