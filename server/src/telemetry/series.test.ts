import { beforeAll, describe, expect, test } from 'vitest';
import type { SeriesByKey } from '#contract/entities/history.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { signIn } from '../testing/test-data.ts';
import { ingest } from './ingest.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const HEATER = 'houseahwh';
const THERMOSTAT = 'houseatstat';
const HEATER_KEYS = ['power', 'hwh-tank-temperature', 'hwh-set-temperature', 'hwh-set-mode', 'status'];
const THERMOSTAT_KEYS = ['thermostat-actual-temperature', 'thermostat-hold', 'hvac-equipment-status'];

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let now: number;

  const readingOf = (deviceId: string, time: number, values: Record<string, string | number | boolean>) => ({
    providerId: 'sunvale',
    houseId: 'housea',
    deviceId,
    time: new Date(time),
    values,
  });

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    token = await signIn(app, 'owner');
    now = app.clock.now().getTime();
    const times = Array.from(
      { length: (3 * DAY) / (2 * MINUTE) },
      (_, index) => now - (index + 1) * 2 * MINUTE,
    );
    const readings = times.flatMap((time, index) => [
      readingOf(HEATER, time, {
        power: index % 9 === 0 ? 4_500 : 3,
        'hwh-tank-temperature': 112 + (index % 17) / 2,
        'hwh-set-mode': index % 200 < 80 ? 'Off' : 'Electric',
        // A resource that is reported less often than others.
        ...(index % 50 === 0 ? { 'hwh-set-temperature': 118 + (index % 3) } : {}),
      }),
      readingOf(THERMOSTAT, time, {
        'thermostat-actual-temperature': 68 + (index % 11) / 4,
        'thermostat-hold': index % 300 < 10,
        'hvac-equipment-status': index % 40 < 7 ? 'heatPump,fan' : '',
      }),
    ]);
    await ingest({ db: database.db, clock: app.clock, metrics: app.metrics }, readings);
    await database.db
      .insertInto('telemetryHour')
      .values(
        Array.from({ length: 48 }, (_, index) => ({
          providerId: 'sunvale',
          houseId: 'housea',
          deviceId: HEATER,
          time: new Date(Math.floor((now - 60 * DAY) / HOUR) * HOUR + index * HOUR),
          power: 100 + index,
          temperature: 115,
          mode: index < 20 ? 'Off' : 'Electric',
        })),
      )
      .execute();
    return houses.close;
  });

  const call = (path: string) => app.call('GET', `/api/house/housea/device/${path}`, { token });
  const rangeOf = (from: number, to: number) =>
    `start=${new Date(from).toISOString()}&end=${new Date(to).toISOString()}`;

  test.each([
    ['an hour', 2 * HOUR, HOUR],
    ['three days, downsampled', 3 * DAY, 0],
    ['old hours together with single readings', 61 * DAY, 0],
    ['a period that goes on', 12 * HOUR, -DAY],
    ['a span without readings', 20 * DAY, 19 * DAY],
    ['a span still to come', -DAY, -2 * DAY],
  ])('[PLOT-2] one call answers the same points as a call per resource: %s', async (_what, from, to) => {
    for (const [deviceId, keys, means] of [
      [HEATER, HEATER_KEYS, ['power']],
      [THERMOSTAT, THERMOSTAT_KEYS, []],
    ] as const) {
      const range = rangeOf(now - from, now - to);
      const answer = await call(
        `${deviceId}/series?keys=${keys.join(',')}&means=${means.join(',')}&${range}`,
      );
      expect(answer.status, answer.text).toBe(200);
      const series = answer.body as SeriesByKey;
      expect(Object.keys(series)).toEqual(keys);
      for (const key of keys) {
        const isMean = means.some((one) => one === key);
        const single = await call(`${deviceId}/data/${key}?${range}&means=${isMean}`);
        expect(series[key], key).toEqual(single.body);
      }
    }
  });

  test('[PLOT-2] every kind of value comes as what it is, at most about 1,500 points each', async () => {
    const range = rangeOf(now - 3 * DAY, now);
    const heater = (await call(`${HEATER}/series?keys=${HEATER_KEYS.join(',')}&${range}`))
      .body as SeriesByKey;
    const thermostat = (await call(`${THERMOSTAT}/series?keys=${THERMOSTAT_KEYS.join(',')}&${range}`))
      .body as SeriesByKey;
    expect(heater['power']?.length).toBeGreaterThan(1_000);
    expect(heater['power']?.length).toBeLessThanOrEqual(1_502);
    expect(heater['power']?.[0]?.mean).toBeTypeOf('number');
    expect(heater['hwh-set-temperature']?.[0]?.mean).toBeUndefined();
    expect(new Set(heater['hwh-set-mode']?.map(({ value }) => value))).toEqual(new Set(['Off', 'Electric']));
    expect(new Set(thermostat['thermostat-hold']?.map(({ value }) => value))).toEqual(new Set([true, false]));
  });

  test('[PLOT-3] a resource that the device does not have is null, and takes no other with it', async () => {
    const range = rangeOf(now - DAY, now);
    const answer = await call(`${HEATER}/series?keys=power,ev-battery-level,constructor&${range}`);
    const series = answer.body as SeriesByKey;
    expect([series['ev-battery-level'], series['constructor']]).toEqual([null, null]);
    expect(series['power']?.length).toBeGreaterThan(100);
  });

  test('[PLOT-2] without a range it answers the last day', async () => {
    const { body } = await call(`${HEATER}/series?keys=hwh-set-temperature`);
    const times = (body as SeriesByKey)['hwh-set-temperature']?.map(({ time }) => Date.parse(time)) ?? [];
    expect(times.length).toBeGreaterThan(10);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(now - DAY);
  });

  test.each([
    ['', 'no keys'],
    ['keys=', 'an empty list'],
    [`keys=${Array.from({ length: 21 }, (_, index) => `key-${index}`).join(',')}`, 'too many'],
    ['keys=power&start=2029-01-11T00:00:00Z&end=2029-01-10T00:00:00Z', 'a range that ends before it begins'],
    ['keys=power&start=2020-01-11T00:00:00Z&end=2029-01-10T00:00:00Z', 'a range that is too long'],
  ])('[API-1] %s is refused: %s', async (query) => {
    const answer = await call(`${HEATER}/series?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
  });

  test('[API-3] a device of another house is not found', async () => {
    const answer = await call('housebhwh/series?keys=power');
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });
});
