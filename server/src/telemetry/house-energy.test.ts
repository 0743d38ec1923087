import { beforeAll, describe, expect, test } from 'vitest';
import type { HouseEnergy } from '#contract/entities/history.ts';
import { DAY, HOUR, MINUTE, startOfDay } from '#domain/time/time.ts';
import { TestClock } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { signIn } from '../testing/test-data.ts';
import { noMetrics } from '../lib/metrics.ts';
import { ingest } from './ingest.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const ZONE = 'America/Denver';
/** On the day on which the clock goes back, so it has 25 hours. */
const DAY_START = startOfDay(2026, 11, 1, ZONE).getTime();

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock('2026-11-01T20:20:00Z');
  let database: TestDatabase;
  let app: TestApp;
  let token: string;

  const report = (deviceId: string, hours: readonly number[], values: Record<string, number | string>) =>
    ingest(
      { db: database.db, clock, metrics: noMetrics },
      hours.flatMap((hour) =>
        Array.from({ length: 13 }, (_, index) => ({
          providerId: 'sunvale',
          houseId: 'housea',
          deviceId,
          time: new Date(DAY_START + hour * HOUR + index * 5 * MINUTE),
          values,
        })),
      ),
    );

  const range = `start=${new Date(DAY_START).toISOString()}&end=${new Date(DAY_START + 25 * HOUR).toISOString()}`;
  const read = (path: string, headers: Record<string, string> = {}) =>
    app.call('GET', `/api/house/housea${path}`, { token, headers });

  beforeAll(async () => {
    const houses = await openTestHouses(open, { clock });
    ({ database, app } = houses);
    await database.db.updateTable('house').set({ timezone: ZONE }).where('id', '=', 'housea').execute();
    token = await signIn(app, 'owner');
    await report('houseahwh', [0, 1, 5], { power: 1_000 });
    await report('houseatstat', [2], { 'hvac-equipment-status': 'compCool1' });
    return houses.close;
  });

  test('[GRAPH-1] [GRAPH-2] one call tells the hours of all devices as the calls of each device do', async () => {
    const { status, body } = await read(`/energy?${range}`);
    expect(status).toBe(200);
    const { hours, devices } = body as HouseEnergy;
    const hwh = await read(`/device/houseahwh/energy?${range}&hourly=true`);
    const heat = await read(`/device/houseatstat/data/thermostat-runtime-heat?${range}&hourly=true`);
    const cool = await read(`/device/houseatstat/data/thermostat-runtime-cool?${range}&hourly=true`);
    const values = (points: readonly { value: number | null }[]) => points.map(({ value }) => value);
    expect(hours).toEqual(hwh.body.map(({ time }: { time: string }) => time));
    expect(Object.fromEntries(devices.map(({ deviceId, ...known }) => [deviceId, known]))).toEqual({
      houseahwh: { energy: values(hwh.body), cool: null, heat: null },
      houseatstat: { energy: null, cool: values(cool.body), heat: values(heat.body) },
    });
    expect(devices.find(({ deviceId }) => deviceId === 'houseahwh')?.energy?.slice(0, 6)).toEqual([
      1_000,
      1_000,
      null,
      null,
      null,
      1_000,
    ]);
    expect(devices.find(({ deviceId }) => deviceId === 'houseatstat')?.cool?.[2]).toBe(3_600);
  });

  test('[GRAPH-2] hours that have not begun are left out, and days without readings have no devices', async () => {
    const { body } = await read(`/energy?${range}`);
    // 20:20 UTC is 13:20 of the house, in the fifteenth of 25 hours.
    expect(body.hours).toHaveLength(15);
    const past = `start=${new Date(DAY_START - DAY).toISOString()}&end=${new Date(DAY_START).toISOString()}`;
    expect((await read(`/energy?${past}`)).body).toEqual({ hours: expect.any(Array), devices: [] });
  });

  test('[GRAPH-1] an unchanged answer is not sent again; a new reading of the running hour changes it', async () => {
    const first = await read(`/energy?${range}`);
    const etag = String(first.headers['etag']);
    expect((await read(`/energy?${range}`, { 'if-none-match': etag })).status).toBe(304);
    await ingest(
      { db: database.db, clock, metrics: noMetrics },
      [5, 10, 15].map((minute) => ({
        providerId: 'sunvale',
        houseId: 'housea',
        deviceId: 'houseahwh',
        time: new Date(Date.parse('2026-11-01T20:00:00Z') + minute * MINUTE),
        values: { power: 600 },
      })),
    );
    const later = await read(`/energy?${range}`, { 'if-none-match': etag });
    expect(later.status).toBe(200);
    expect(later.body.devices[0].energy[14]).toBe(100);
  });

  test.each([
    ['ends before it begins', 'start=2026-11-02T00:00:00Z&end=2026-11-01T00:00:00Z'],
    ['is longer than 62 days', 'start=2026-08-01T00:00:00Z&end=2026-11-01T00:00:00Z'],
    ['is none', 'start=yesterday'],
  ])('[API-1] a range that %s is refused', async (_what, asked) => {
    const answer = await read(`/energy?${asked}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
  });

  test('[API-1] the hours of another house are not found', async () => {
    const answer = await app.call('GET', `/api/house/houseb/energy?${range}`, { token });
    expect(answer.status).toBe(404);
  });
});
