import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time.ts';
import { after } from '../lib/clock.ts';
import { readProviders } from '../providers/registry.ts';
import { registerProviders } from '../stores/provider.ts';
import { TestClock } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { prepareHomes } from './homes.ts';
import { readOptions } from './options.ts';
import { createFleetRun, lastReportedAt } from './fleet-run.ts';

describe('options', () => {
  test('have defaults: a hundred homes at the speed of the clock, from now on', () => {
    expect(readOptions([])).toEqual({ homes: 100, speed: 1, back: 0, seconds: null });
    expect(readOptions(['--homes', '1000', '--speed', '60'])).toEqual({
      homes: 1_000,
      speed: 60,
      back: 24,
      seconds: null,
    });
  });

  test.each([
    ['--homes', '0'],
    ['--homes', 'many'],
    ['--speed', '-1'],
    ['--back', '169'],
    ['--what', '1'],
    ['homes'],
  ])('refuse %s %s in a sentence', (...args) => {
    expect(() => readOptions(args)).toThrow(/.+/);
  });
});

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    await registerProviders(database.db, readProviders().all, clock.now());
  });
  afterAll(() => database.close());

  test('homes are inserted once, and found again', async () => {
    const first = await prepareHomes(database.db, 12, clock.now());
    expect(first.made).toBe(12);
    const second = await prepareHomes(database.db, 20, clock.now());
    expect(second.made).toBe(8);
    expect(second.devices.slice(0, first.devices.length).map(({ kind }) => kind).length).toBe(
      first.devices.length,
    );
    expect(new Set(second.devices.map(({ houseId }) => houseId)).size).toBe(20);
  });

  test('the simulation continues from the last reading, and simulates no time twice', async () => {
    const { devices } = await prepareHomes(database.db, 20, clock.now());
    const start = lastReportedAt(devices);
    expect(start.getTime()).toBeGreaterThan(after(clock.now(), -MINUTE).getTime());
    expect(start.getTime()).toBeLessThanOrEqual(clock.now().getTime());
    const run = createFleetRun({ db: database.db, clock, devices, speed: 60, start });
    clock.advance(5 * MINUTE);
    const { time } = await run.round();
    const again = await prepareHomes(database.db, 20, clock.now());
    expect(lastReportedAt(again.devices)).toEqual(time);
    expect(lastReportedAt([])).toEqual(new Date(0));
  });

  test('simulated time runs faster until it has caught up with the clock, and never overtakes it', async () => {
    const { devices } = await prepareHomes(database.db, 20, clock.now());
    const start = after(clock.now(), -HOUR);
    const run = createFleetRun({ db: database.db, clock, devices, speed: 60, start });
    clock.advance(10 * SECOND);
    expect(await run.round()).toEqual({ time: after(start, 10 * MINUTE), readings: 10 * devices.length });
    clock.advance(10 * MINUTE);
    const { time } = await run.round();
    expect(clock.now().getTime() - time.getTime()).toBeLessThan(MINUTE);
    expect((await run.round()).readings).toBe(0);
    clock.advance(MINUTE);
    expect((await run.round()).readings).toBe(devices.length);
    const { count } = await database.db
      .selectFrom('telemetry')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThanOrEqual(70 * devices.length);
    const energy = await database.db.selectFrom('energyHour').select('deviceId').distinct().execute();
    expect(energy.length).toBeGreaterThan(3);
  });
});
