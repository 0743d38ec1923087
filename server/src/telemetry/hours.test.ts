import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, startOfDay } from '#domain/time/time.ts';
import { TestClock } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { signIn } from '../testing/test-data.ts';
import { noMetrics } from '../lib/metrics.ts';
import { ingest } from './ingest.ts';
import { openTestHouses } from '../testing/test-houses.ts';

interface Point {
  readonly time: string;
  readonly value: number | null;
  readonly heard: number;
}

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock('2026-01-02T00:00:00Z');
  let database: TestDatabase;
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    const houses = await openTestHouses(open, { clock });
    ({ database, app } = houses);
    return houses.close;
  });

  const moveTo = async (time: Date) => {
    clock.advance(time.getTime() - clock.now().getTime());
    token = await signIn(app, 'owner');
  };
  const energy = async (start: Date, end: Date, how = 'hourly=true'): Promise<Point[]> => {
    const range = `start=${start.toISOString()}&end=${end.toISOString()}`;
    const answer = await app.call('GET', `/api/house/housea/device/houseahwh/energy?${range}&${how}`, {
      token,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  /** A constant kilowatt, reported every five minutes. */
  const draw = (from: Date, to: Date) => {
    const count = (to.getTime() - from.getTime()) / (5 * MINUTE);
    return ingest(
      { db: database.db, clock, metrics: noMetrics },
      Array.from({ length: count + 1 }, (_, index) => ({
        providerId: 'sunvale',
        houseId: 'housea',
        deviceId: 'houseahwh',
        time: new Date(from.getTime() + index * 5 * MINUTE),
        values: { power: 1_000 },
      })),
    );
  };

  test.each([
    ['America/Denver', [2026, 3, 8], 23],
    ['America/Denver', [2026, 11, 1], 25],
    ['Australia/Adelaide', [2027, 4, 4], 25],
    ['Australia/Adelaide', [2027, 10, 3], 23],
    ['America/St_Johns', [2028, 1, 20], 24],
    ['Asia/Kathmandu', [2028, 2, 20], 24],
  ] as const)(
    '[T-35] [GRAPH-2] in %s the day %j has its %i hours, each with its energy',
    async (zone, [y, m, d], hours) => {
      await database.db.updateTable('house').set({ timezone: zone }).where('id', '=', 'housea').execute();
      const [start, end] = [startOfDay(y, m, d, zone), startOfDay(y, m, d + 1, zone)];
      await moveTo(end);
      await draw(start, end);
      const points = await energy(start, end);
      expect(points).toHaveLength(hours);
      expect(points[0]?.time).toBe(start.toISOString());
      for (const { value } of points) expect(value).toBe(1_000);
      expect((await energy(start, end, 'total=true')).map(({ value }) => value)).toEqual([hours * 1_000]);
    },
  );

  test('[GRAPH-2] [API-4] hours in which nobody heard the device are unknown, and a year comes in steps that keep the sum', async () => {
    const zone = 'America/Denver';
    await database.db.updateTable('house').set({ timezone: zone }).where('id', '=', 'housea').execute();
    const start = startOfDay(2029, 1, 10, zone);
    await moveTo(new Date(start.getTime() + 2 * DAY));
    await draw(start, new Date(start.getTime() + 2 * HOUR));
    const day = await energy(start, new Date(start.getTime() + DAY));
    expect(day.map(({ value }) => value)).toEqual([1_000, 1_000, ...Array.from({ length: 22 }, () => null)]);
    expect(day.map(({ heard }) => heard)).toEqual([3_600, 3_600, ...Array.from({ length: 22 }, () => 0)]);
    const year = await energy(new Date(start.getTime() - 360 * DAY), new Date(start.getTime() + DAY));
    expect(year.length).toBeLessThanOrEqual(1_500);
    expect(year.length).toBeGreaterThan(1_000);
    expect(year.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(2_000);
    expect(year.filter(({ value }) => value !== null)).toHaveLength(1);
  });

  test.each([
    'start=2029-01-11T00:00:00Z&end=2029-01-10T00:00:00Z',
    'start=2020-01-11T00:00:00Z&end=2029-01-10T00:00:00Z',
    'start=yesterday',
    'end=2029-13-01T00:00:00Z',
  ])('[API-1] an invalid range is refused: %s', async (range) => {
    for (const path of ['energy', 'data/power', 'data/thermostat-runtime-cool']) {
      const answer = await app.call('GET', `/api/house/housea/device/houseahwh/${path}?${range}`, { token });
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('bad_request');
    }
  });

  test('[GRAPH-2] hours that have not begun are left out', async () => {
    const day = startOfDay(2026, 5, 4, 'America/Denver');
    await moveTo(new Date(day.getTime() + 2.5 * HOUR));
    expect(await energy(day, new Date(day.getTime() + DAY))).toHaveLength(3);
  });

  test.each([
    ['before there was a calendar', 'start=0000-01-01T00:00:00Z&end=0001-01-01T00:00:00Z'],
    ['after its end', 'start=9999-12-31T23:59:59-14:00&end=9999-12-31T23:59:59-23:59'],
  ])('[API-1] a range %s is a bad request', async (_when, range) => {
    for (const path of ['data/power', 'energy']) {
      const answer = await app.call('GET', `/api/house/housea/device/houseahwh/${path}?${range}`, { token });
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
    }
  });
});
