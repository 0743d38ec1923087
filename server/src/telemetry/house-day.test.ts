import { beforeAll, describe, expect, test } from 'vitest';
import type { HouseDay } from '#contract/entities/history.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { TestClock } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { signIn } from '../testing/test-data.ts';
import { noMetrics } from '../lib/metrics.ts';
import { ingest } from './ingest.ts';
import { openTestHouses } from '../testing/test-houses.ts';

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock('2026-11-01T20:20:00Z');
  const NOW = Date.parse('2026-11-01T20:20:00Z');
  let database: TestDatabase;
  let app: TestApp;
  let token: string;

  const report = (
    deviceId: string,
    key: string,
    values: readonly (readonly [ago: number, value: number])[],
  ) =>
    ingest(
      { db: database.db, clock, metrics: noMetrics },
      values.map(([ago, value]) => ({
        providerId: 'sunvale',
        houseId: 'housea',
        deviceId,
        time: new Date(NOW - ago),
        values: { [key]: value },
      })),
    );
  const read = async (): Promise<HouseDay> => {
    const { status, body } = await app.call('GET', '/api/house/housea/day', { token });
    expect(status).toBe(200);
    return body as HouseDay;
  };

  beforeAll(async () => {
    const houses = await openTestHouses(open, { clock });
    ({ database, app } = houses);
    await database.db.updateTable('house').set({ householdSince: null }).execute();
    token = await signIn(app, 'owner');
    // 20:00 to 20:30 is the last step, 20:30 of the day before begins the first.
    await report('houseatstat', 'thermostat-actual-temperature', [
      [DAY, 50],
      [DAY - 10 * MINUTE, 66],
      [10 * MINUTE, 70],
      [5 * MINUTE, 71],
    ]);
    await report('houseahwh', 'hwh-tank-temperature', [[2 * HOUR, 118.5]]);
    return houses.close;
  });

  test('[DEV-5] one call tells the last day of all devices by half hours, with gaps where nothing was reported', async () => {
    const { start, stepSeconds, devices } = await read();
    expect([start, stepSeconds]).toEqual(['2026-10-31T20:30:00.000Z', 1_800]);
    const [tank, room] = devices;
    expect(room).toMatchObject({
      deviceId: 'houseatstat',
      key: 'thermostat-actual-temperature',
      low: 66,
      high: 71,
    });
    expect(room?.values).toHaveLength(48);
    expect([room?.values[0], room?.values[1], room?.values[47]]).toEqual([66, null, 70.5]);
    expect(tank).toMatchObject({
      deviceId: 'houseahwh',
      key: 'hwh-tank-temperature',
      low: 118.5,
      high: 118.5,
    });
    expect(tank?.values[43]).toBe(118.5);
  });

  test('[API-3] a household sees nothing from before it moved in', async () => {
    await database.db
      .updateTable('house')
      .set({ householdSince: new Date(NOW - HOUR) })
      .where('id', '=', 'housea')
      .execute();
    const { devices } = await read();
    expect(devices.map(({ deviceId }) => deviceId)).toEqual(['houseatstat']);
    expect(devices[0]?.low).toBe(70);
  });
});
