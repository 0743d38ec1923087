import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Value } from '#contract/entities/device.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { randomOf } from '#simulator/base/random.ts';
import { insertRows } from '../stores/system/demo.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { dump } from '../db/testing/dump.ts';
import { applyRetention } from '../testing/telemetry/retention.ts';
import { signIn } from '../testing/test-data.ts';
import { ingest } from './ingest.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const HEATER = 'houseahwh';
const THERMOSTAT = 'houseatstat';
const BATTERY = 'houseabattery';

type Values = Readonly<Record<string, Value>>;

const shuffled = <T>(list: readonly T[], seed: string): T[] => {
  const random = randomOf(seed);
  return list
    .map((one) => [random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);
};

const inBatches = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let start: number;

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    token = await signIn(app, 'owner');
    await insertRows(database.db, 'device', [
      {
        providerId: 'sunvale',
        houseId: 'housea',
        id: BATTERY,
        kind: 'battery',
        mfg: 'tesla',
        type: null,
        name: null,
        uid: null,
        link: 'simulator',
        position: 9,
        createdAt: app.clock.now(),
      },
    ]);
    return houses.close;
  });
  const deleteReadings = async (): Promise<void> => {
    for (const table of [
      'telemetry',
      'telemetryHour',
      'energyHour',
      'energyQuarter',
      'runtimeHour',
      'deviceActivity',
      'deviceState',
    ] as const) {
      await database.db.deleteFrom(table).execute();
    }
  };
  beforeEach(async () => {
    await deleteReadings();
    app.clock.advance(HOUR);
    start = app.clock.now().getTime() - 3 * HOUR;
  });

  const at = (minutes: number): Date => new Date(start + minutes * MINUTE);
  const readingAt = (minutes: number, values: Values, deviceId = HEATER): Reading => ({
    providerId: 'sunvale',
    houseId: 'housea',
    deviceId,
    time: at(minutes),
    values,
  });
  const take = (...readings: Reading[]) =>
    ingest({ db: database.db, clock: app.clock, metrics: app.metrics }, readings);
  const ask = async (path: string, deviceId = HEATER) => {
    app.clock.advance(SECOND);
    const answer = await app.call('GET', `/api/house/housea/device/${deviceId}/${path}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const span = (from: number, to: number) => `start=${at(from).toISOString()}&end=${at(to).toISOString()}`;
  const total = async (from: number, to: number, deviceId = HEATER): Promise<number | null> =>
    (await ask(`energy?${span(from, to)}&total=true`, deviceId))[0].value;

  /** Three hours of a water heater, a thermostat and a battery, with gaps, offline times and half readings. */
  const changingReadings = (): Reading[] => {
    const random = randomOf('lively');
    const pick = <T>(...words: T[]): T => words[Math.floor(random() * words.length)] ?? (words[0] as T);
    const readings: Reading[] = [];
    for (let minute = 0; minute < 180; minute += 1) {
      if (random() < 0.85) {
        const values = {
          // As they come out of conversions: with more digits than a row holds.
          power: pick(1, 500.499_999, 4_500.000_01),
          'hwh-set-temperature': pick(120.100_000_000_000_01, 120.1, 118),
          status: 'ONLINE',
        };
        readings.push(readingAt(minute, random() < 0.03 ? { status: 'OFFLINE' } : values));
      }
      if (random() < 0.8) {
        const mode = minute % 60 < 40 ? 'cool' : 'off';
        readings.push(
          readingAt(
            minute + random() / 2,
            {
              'thermostat-mode': mode,
              'hvac-equipment-status': pick('cooling', 'heating', 'off', ''),
              ...(random() < 0.5 ? { 'thermostat-actual-temperature': 70 + random() * 5 } : {}),
            },
            THERMOSTAT,
          ),
        );
      }
      if (random() < 0.6)
        readings.push(readingAt(minute, { 'battery-power': pick(-2_000, 0, 1_500) }, BATTERY));
    }
    return readings;
  };
  const wholeBase = () => dump(database.db, 'sunvale');

  test('late, duplicate and shuffled readings in any batches leave identical tables', async () => {
    const readings = changingReadings();
    expect(readings.length).toBeGreaterThan(300);
    for (const one of readings) await take(one);
    const inOrder = await wholeBase();
    expect(inOrder.match(/^energyHour/gm)?.length).toBeGreaterThanOrEqual(6);
    expect(inOrder.match(/^energyQuarter/gm)?.length).toBeGreaterThanOrEqual(30);
    expect(inOrder.match(/^runtimeHour/gm)?.length).toBeGreaterThanOrEqual(3);
    expect(inOrder.match(/^deviceActivity/gm)?.length).toBeGreaterThanOrEqual(20);

    for (const seed of ['a', 'b']) {
      await deleteReadings();
      const random = randomOf(seed);
      // A fifth twice, and three in ten out of their place.
      const twice = readings.flatMap((one) => (random() < 0.2 ? [one, one] : [one]));
      const late = twice.filter(() => random() < 0.3);
      const mixed = shuffled([...twice, ...late], seed);
      for (const batch of inBatches(mixed, 1 + Math.floor(random() * 40))) await take(...batch);
      expect(await wholeBase(), seed).toBe(inOrder);
    }
  }, 120_000);

  test('[GRAPH-2] power counts until the next reading, and is split at the hour', async () => {
    await take(
      readingAt(0, { power: 4_500 }),
      readingAt(10, { power: 4_500 }),
      readingAt(15, { power: 0 }),
      readingAt(20, { power: 0 }),
    );
    expect(await total(0, 60)).toBe(4_500 / 4);
    await take(readingAt(55, { power: 1_200 }), readingAt(65, { power: 0 }));
    expect(
      (await ask(`energy?${span(0, 120)}&hourly=true`)).map(({ value }: { value: number }) => value),
    ).toEqual([4_500 / 4 + 100, 100]);
  });

  test('[API-4] a silence longer than a quarter of an hour counts as unknown, as does the time offline', async () => {
    await take(readingAt(0, { power: 6_000 }), readingAt(16, { power: 6_000 }));
    expect(await total(0, 60)).toBeNull();
    await take(
      readingAt(20, { power: 6_000 }),
      readingAt(21, { status: 'OFFLINE' }),
      readingAt(31, { power: 0, status: 'ONLINE' }),
    );
    expect(await total(0, 60)).toBe(500);
  });

  test('[GRAPH-2] a battery counts charging as taken and discharging as given energy', async () => {
    await take(...[0, 10, 20].map((minute) => readingAt(minute, { 'battery-power': -3_000 }, BATTERY)));
    expect(await total(0, 60, BATTERY)).toBe(1_000);
    await take(...[30, 40, 50].map((minute) => readingAt(minute, { 'battery-power': 1_200 }, BATTERY)));
    expect(await total(0, 60, BATTERY)).toBe(1_000 + 500 - 400);
  });

  test('[GRAPH-2] runtime is answered in seconds, for cooling and for heating', async () => {
    const status = (minute: number, word: string) =>
      readingAt(minute, { 'hvac-equipment-status': word }, THERMOSTAT);
    await take(
      status(0, 'compCool1,fan'),
      status(7, 'fan'),
      status(10, 'auxHeat1'),
      status(12, ''),
      status(13, ''),
    );
    const [cool] = await ask(`data/thermostat-runtime-cool?${span(0, 60)}&hourly`, THERMOSTAT);
    const [heat] = await ask(`data/thermostat-runtime-heat?${span(0, 60)}&hourly`, THERMOSTAT);
    expect(cool).toMatchObject({ value: 420, unitOfMeasure: 's' });
    expect(heat).toMatchObject({ value: 120, unitOfMeasure: 's' });
  });

  test('[DET-2] activity lists changes of modes and settings, newest first, and no measured values', async () => {
    await take(
      readingAt(0, {
        'hwh-set-temperature': 120,
        'hwh-set-mode': 'Energy Saver',
        'hwh-tank-temperature': 119,
      }),
      readingAt(1, {
        'hwh-set-temperature': 122,
        'hwh-set-mode': 'Energy Saver',
        'hwh-tank-temperature': 121,
      }),
      readingAt(2, {
        'hwh-set-temperature': 122,
        'hwh-set-mode': 'High Demand',
        'hwh-tank-temperature': 122,
      }),
    );
    const unexplained = { origin: null, because: null };
    expect(await ask('activity')).toEqual([
      { key: 'hwh-set-mode', time: at(2).toISOString(), value: 'High Demand', ...unexplained },
      { key: 'hwh-set-temperature', time: at(1).toISOString(), value: 122, ...unexplained },
    ]);
    // A late reading shows that the mode had changed in between.
    await take(readingAt(1.5, { 'hwh-set-mode': 'High Demand' }));
    expect((await ask('activity'))[0]).toMatchObject({ key: 'hwh-set-mode', time: at(1.5).toISOString() });
  });

  test('implausible values, and readings too old or too far in the future, are not stored', async () => {
    const before = await wholeBase();
    await take(
      readingAt(0, { power: Number.NaN, 'hwh-tank-temperature': 32_767, 'no-such-resource': 1 }),
      readingAt(1, { 'hwh-set-mode': 'constructor', 'hwh-set-temperature': '--', status: 'null' }),
      readingAt(-8 * 1_440, { power: 1 }),
      readingAt(3 * 60 + 6, { power: 1 }),
      { ...readingAt(0, { power: 1 }), deviceId: 'nobody' },
    );
    const states = (text: string) => text.replaceAll(/^deviceState.*\n?/gm, '');
    expect(states(await wholeBase())).toBe(states(before));
    const kept = await database.db.selectFrom('deviceState').select('entries').execute();
    for (const { entries } of kept) expect(entries).toEqual({});
  });

  test('[API-1] [API-4] data answers the newest value, also before a moment, or a range of them oldest first', async () => {
    await take(
      readingAt(2, { 'hwh-tank-temperature': 118.3 }),
      readingAt(1, { 'hwh-tank-temperature': 117.9 }),
    );
    expect(await ask('data/hwh-tank-temperature')).toEqual({
      id: 'hwh-tank-temperature',
      time: at(2).toISOString(),
      value: 118.3,
    });
    expect(await ask('data/hwh-set-mode')).toEqual({ id: 'hwh-set-mode', time: null, value: null });
    const before = (time: Date) => ask(`data/hwh-tank-temperature?before=${time.toISOString()}`);
    expect(await before(at(2))).toEqual({
      id: 'hwh-tank-temperature',
      time: at(1).toISOString(),
      value: 117.9,
    });
    expect(await before(new Date(at(2).getTime() + 40 * DAY))).toMatchObject({ value: 118.3 });
    expect(await before(at(1))).toMatchObject({ time: null, value: null });
    const points = await ask(
      `data/hwh-tank-temperature?before=${at(0).toISOString()}&end=${at(3).toISOString()}`,
    );
    expect(points.map(({ time, value }: { time: string; value: number }) => [time, value])).toEqual([
      [at(1).toISOString(), 117.9],
      [at(2).toISOString(), 118.3],
    ]);
  });

  test('a month of minutes comes as at most 1,500 points, with its highest and lowest', async () => {
    const from = app.clock.now().getTime() - 6 * DAY;
    const readings: Reading[] = [];
    for (let minute = 0; minute < 6 * 1_440; minute += 1) {
      const peak = minute === 4_321 ? 4_500 : minute === 777 ? -9 : 100 + (minute % 7);
      readings.push({ ...readingAt(0, { power: peak }), time: new Date(from + minute * MINUTE) });
    }
    for (const batch of inBatches(readings, 2_000)) await take(...batch);
    const points: { time: string; value: number }[] = await ask(
      `data/power?start=${new Date(from).toISOString()}&end=${app.clock.now().toISOString()}`,
    );
    expect(points.length).toBeGreaterThan(1_400);
    expect(points.length).toBeLessThanOrEqual(1_502);
    const timeOf = (value: number) => points.find((point) => point.value === value)?.time;
    expect(timeOf(4_500)).toBe(new Date(from + 4_321 * MINUTE).toISOString());
    expect(timeOf(-9)).toBe(new Date(from + 777 * MINUTE).toISOString());
    const times = points.map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
  });

  test('[GRAPH-2] averages of a long range keep its sum, minima and maxima do not', async () => {
    const from = app.clock.now().getTime() - 6 * DAY;
    // A heater that runs for one minute out of six draws 750 W on average.
    const powers = Array.from({ length: 6 * 1_440 }, (_, minute) => (minute % 6 === 0 ? 4_500 : 0));
    const readings = powers.map((power, minute) => ({
      ...readingAt(0, { power }),
      time: new Date(from + minute * MINUTE),
    }));
    for (const batch of inBatches(readings, 2_000)) await take(...batch);
    const range = `start=${new Date(from).toISOString()}&end=${new Date(from + 6 * DAY).toISOString()}`;
    const meanOf = async (more: string): Promise<number> => {
      const points: { value: number }[] = await ask(`data/power?${range}${more}`);
      expect(points.length).toBeGreaterThan(1_400);
      expect(points.length).toBeLessThanOrEqual(1_502);
      return points.reduce((sum, { value }) => sum + value, 0) / points.length;
    };
    expect(await meanOf('&means=true')).toBeCloseTo(750, -1);
    expect(await meanOf('')).toBeGreaterThan(1_500);
    // The lowest and the highest say beside themselves what they stand for.
    const points: { mean: number; seconds: number }[] = await ask(`data/power?${range}`);
    const seconds = points.reduce((sum, point) => sum + point.seconds, 0);
    expect(seconds / 86_400).toBeCloseTo(6, 2);
    expect(points.reduce((sum, point) => sum + point.mean * point.seconds, 0) / seconds).toBeCloseTo(750, 0);
  });

  test('[GRAPH-2] readings are weighted by their duration, and future days take up no points', async () => {
    const from = app.clock.now().getTime() - 2 * DAY;
    // Four idle minutes in one reading, and a busy minute in twelve.
    const times = Array.from({ length: 576 }, (_, part) => [
      { time: from + part * 5 * MINUTE, power: 0 },
      ...Array.from({ length: 12 }, (__, index) => ({
        time: from + part * 5 * MINUTE + (240 + index * 5) * SECOND,
        power: 4_800,
      })),
    ]).flat();
    const readings = times.map(({ time, power }) => ({ ...readingAt(0, { power }), time: new Date(time) }));
    for (const batch of inBatches(readings, 2_000)) await take(...batch);
    const start = new Date(from).toISOString();
    const upTo = (days: number) =>
      ask(`data/power?start=${start}&end=${new Date(from + days * DAY).toISOString()}`);
    const points: { mean: number; seconds: number }[] = await upTo(2);
    const seconds = points.reduce((sum, point) => sum + point.seconds, 0);
    expect(points.reduce((sum, point) => sum + point.mean * point.seconds, 0) / seconds).toBeCloseTo(960, -1);
    expect(await upTo(60)).toHaveLength(points.length);
    const means: { value: number }[] = await ask(`data/power?start=${start}&means=true`);
    // A part with a minute of work and the first reading of four minutes of rest.
    expect(means.some(({ value }) => Math.abs(value - 960) < 1)).toBe(true);
    expect(
      await ask(
        `data/power?start=${new Date(from + 9 * DAY).toISOString()}&end=${new Date(from + 10 * DAY).toISOString()}`,
      ),
    ).toEqual([]);
  });

  test('modes come as their changes, and the last one', async () => {
    await take(
      ...Array.from({ length: 120 }, (_, minute) =>
        readingAt(minute, { 'hwh-set-mode': minute < 50 ? 'Off' : 'Electric' }),
      ),
    );
    const points = await ask(`data/hwh-set-mode?${span(0, 180)}`);
    expect(points.map(({ time, value }: { time: string; value: string }) => [time, value])).toEqual([
      [at(0).toISOString(), 'Off'],
      [at(50).toISOString(), 'Electric'],
      [at(119).toISOString(), 'Electric'],
    ]);
  });

  test('days older than 45 become hourly averages, and can still be read', async () => {
    await take(
      ...[0, 20, 40].map((minute) =>
        readingAt(minute, { 'hwh-tank-temperature': 110 + minute, 'hwh-set-mode': 'Off' }),
      ),
    );
    const first = new Date(Math.floor(start / HOUR) * HOUR);
    app.clock.advance(60 * DAY);
    await applyRetention({ db: database.db, clock: app.clock });
    expect(await database.db.selectFrom('telemetry').select('time').execute()).toEqual([]);
    token = await signIn(app, 'owner');
    const range = `start=${first.toISOString()}&end=${at(180).toISOString()}`;
    const points = await ask(`data/hwh-tank-temperature?${range}`);
    expect(points.map(({ value }: { value: number }) => value)).toEqual([130]);
    expect(points[0].time).toBe(new Date(first.getTime() + 30 * MINUTE).toISOString());
    expect((await ask(`data/hwh-set-mode?${range}`))[0].value).toBe('Off');
    app.clock.advance(400 * DAY);
    await applyRetention({ db: database.db, clock: app.clock });
    expect(await database.db.selectFrom('telemetryHour').select('time').execute()).toEqual([]);
    app.clock.advance(-460 * DAY);
  });

  test('[T-35] an hour across midnight UTC, in a zone with a half-hour offset, keeps all of its readings', async () => {
    await database.db
      .updateTable('house')
      .set({ timezone: 'Australia/Adelaide' })
      .where('id', '=', 'housea')
      .execute();
    const midnight = Math.ceil(start / DAY) * DAY;
    app.clock.advance(midnight + HOUR - app.clock.now().getTime());
    const around = [-30, -20, -10, 0, 10, 20].map((minute) => ({
      ...readingAt(0, { 'hwh-tank-temperature': minute < 0 ? 100 : 140 }),
      time: new Date(midnight + minute * MINUTE),
    }));
    await take(...around);
    app.clock.advance(60 * DAY);
    await applyRetention({ db: database.db, clock: app.clock });
    const kept = await database.db.selectFrom('telemetryHour').select(['time', 'temperature']).execute();
    expect(kept).toEqual([{ time: new Date(midnight - 30 * MINUTE), temperature: 120 }]);
    app.clock.advance(-60 * DAY);
    await database.db
      .updateTable('house')
      .set({ timezone: 'America/Denver' })
      .where('id', '=', 'housea')
      .execute();
    token = await signIn(app, 'owner');
  });

  test('[API-4] a device without a meter has no energy, not zero', async () => {
    await take(readingAt(1, { 'thermostat-actual-temperature': 70 }, THERMOSTAT), readingAt(1, { power: 0 }));
    expect(await ask(`energy?${span(0, 60)}`, THERMOSTAT)).toEqual([]);
    expect(await ask(`energy?${span(0, 60)}&total=true`, THERMOSTAT)).toMatchObject([
      { value: null, heard: 0 },
    ]);
    await take(readingAt(2, { power: 0 }));
    expect(await total(0, 60)).toBe(0);
  });

  test('[API-4] [GRAPH-2] metered energy is answered even if the newest state lacks the meter', async () => {
    await take(...[0, 5, 10].map((minute) => readingAt(minute, { power: 1_200 })));
    await database.db.updateTable('deviceState').set({ entries: '{}' }).execute();
    expect(await total(0, 60)).toBeCloseTo(200);
  });

  test('deleting a device deletes its telemetry', async () => {
    await take(
      readingAt(0, { 'battery-power': 1_000 }, BATTERY),
      readingAt(5, { 'battery-power': 0, 'battery-mode': 'off' }, BATTERY),
      readingAt(20, { 'battery-power': 0 }, BATTERY),
    );
    for (const table of ['energyHour', 'energyQuarter']) expect(await wholeBase()).toContain(table);
    await database.db.deleteFrom('device').where('id', '=', BATTERY).execute();
    const left = (await wholeBase()).split('\n').filter((line) => line.includes(BATTERY));
    expect(left).toEqual([]);
  });
});
