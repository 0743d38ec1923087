import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import type { FleetDevice } from '#simulator/device.ts';
import { addMs } from '../lib/clock/clock.ts';
import { readProviders } from '../providers/registry.ts';
import { registerProviders } from '../stores/system/provider.ts';
import { TestClock } from '../testing/app.ts';
import { bothDatabases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { prepareHouses } from './houses.ts';
import { readOptions } from './options.ts';
import { createFleetRun, lastReportedAt } from './fleet-run.ts';
import { amount, createProgressLines, duration } from './progress-lines.ts';

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

describe.each(bothDatabases)('%s', (name, open) => {
  const clock = new TestClock();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    await registerProviders(database.db, readProviders().all, clock.now());
  });
  afterAll(() => database.close());

  const neverStopped = () => false;
  const start = (devices: readonly FleetDevice[], begin: Date, speed = 60) => {
    const run = createFleetRun({
      db: database.db,
      clock,
      devices,
      speed,
      start: begin,
      onError: (error) => expect(error).toBeNull(),
    });
    const batches: number[] = [];
    /** Simulates until every house is where it should be by now. */
    const catchUp = async (isStopped = neverStopped): Promise<number> => {
      let stored = 0;
      let step = 1;
      while (step > 0) stored += step = await run.step((readings) => batches.push(readings), isStopped);
      return stored;
    };
    return { run, catchUp, batches };
  };
  const rowsOf = async (houseIds: ReadonlySet<string>) =>
    (await database.db.selectFrom('telemetry').select(['houseId', 'deviceId', 'time']).execute()).filter(
      ({ houseId }) => houseIds.has(houseId),
    );
  const housesOf = (devices: readonly FleetDevice[]) => new Set(devices.map(({ houseId }) => houseId));

  const without = (devices: readonly FleetDevice[], others: readonly FleetDevice[]) => {
    const houses = housesOf(others);
    return devices.filter(({ houseId }) => !houses.has(houseId));
  };

  test('homes are inserted once, and found again', async () => {
    const lines: object[] = [];
    const first = await prepareHouses(database.db, 12, clock.now(), { onProgress: (so) => lines.push(so) });
    expect(first.made).toBe(12);
    expect(lines).toEqual([{ done: 12, made: 12 }]);
    const second = await prepareHouses(database.db, 20, clock.now());
    expect(second.made).toBe(8);
    expect(without(first.devices, second.devices)).toEqual([]);
    expect(housesOf(second.devices).size).toBe(20);
    const stopped = await prepareHouses(database.db, 30, clock.now(), { isStopped: () => true });
    expect(stopped).toEqual({ made: 0, devices: [] });
  });

  test('the simulation continues from the last reading, and simulates no time twice', async () => {
    const { devices } = await prepareHouses(database.db, 20, clock.now());
    const before = await rowsOf(housesOf(devices));
    const { run, catchUp } = start(devices, addMs(clock.now(), -MINUTE));
    expect(run.progress().time.getTime()).toBeGreaterThan(addMs(clock.now(), -MINUTE).getTime());
    clock.advance(5 * MINUTE);
    const stored = await catchUp();
    expect(stored).toBeGreaterThan(4 * devices.length);
    expect((await rowsOf(housesOf(devices))).length).toBe(before.length + stored);
    const again = await prepareHouses(database.db, 20, clock.now());
    expect(lastReportedAt(again.devices)).toEqual(run.progress().time);
    expect(await start(again.devices, addMs(clock.now(), -HOUR)).catchUp()).toBe(0);
    expect(lastReportedAt([])).toEqual(new Date(0));
  });

  test('new homes beside old ones are simulated from their own begin, and the old ones do not wait for them', async () => {
    const old = await prepareHouses(database.db, 20, clock.now());
    const begin = addMs(clock.now(), -3 * HOUR);
    const both = await prepareHouses(database.db, 24, begin);
    expect(both.made).toBe(4);
    const fresh = housesOf(without(both.devices, old.devices));
    const oldBefore = (await rowsOf(housesOf(old.devices))).length;
    const { run, catchUp } = start(both.devices, begin);
    expect(run.progress().lag).toBeGreaterThan(2.9 * HOUR);
    clock.advance(2 * MINUTE);
    await catchUp();
    const newest = (rows: { readonly time: Date }[]) => Math.max(...rows.map(({ time }) => time.getTime()));
    const oldRows = await rowsOf(housesOf(old.devices));
    expect(clock.now().getTime() - newest(oldRows)).toBeLessThan(MINUTE);
    expect(oldRows.length).toBeGreaterThan(oldBefore);
    // Two minutes at sixty times the speed.
    const past = await rowsOf(fresh);
    const minutes = new Set(past.map(({ time }) => time.getTime()));
    expect(minutes.size).toBe(120);
    expect(Math.min(...minutes) - begin.getTime()).toBeLessThanOrEqual(2 * MINUTE);
    clock.advance(2 * MINUTE);
    await catchUp();
    expect(run.progress().lag).toBeLessThan(MINUTE);
    const whole = new Set((await rowsOf(fresh)).map(({ time }) => time.getTime()));
    expect(whole.size).toBeGreaterThanOrEqual(3 * 60 + 3);
  });

  test('simulated time runs faster until it has caught up with the clock, and never overtakes it', async () => {
    const begin = addMs(clock.now(), -HOUR);
    const { devices } = await prepareHouses(database.db, 30, begin);
    const fresh = without(devices, (await prepareHouses(database.db, 24, begin)).devices);
    const { run, catchUp, batches } = start(fresh, begin);
    clock.advance(10 * SECOND);
    expect(await catchUp()).toBe(10 * fresh.length);
    expect(batches).toEqual(Array.from({ length: 10 }, () => fresh.length));
    clock.advance(10 * MINUTE);
    await catchUp();
    expect(run.progress().lag).toBeLessThan(MINUTE);
    expect(await catchUp()).toBe(0);
    clock.advance(MINUTE);
    expect(await catchUp()).toBe(fresh.length);
    clock.advance(MINUTE);
    expect(await catchUp(() => true)).toBe(0);
    const energy = await database.db.selectFrom('energyHour').select('deviceId').distinct().execute();
    expect(energy.length).toBeGreaterThan(3);
  });

  test.runIf(name === 'PostgreSQL')(
    'says what it does, and ends in order when it is interrupted',
    async () => {
      const main = path.resolve(import.meta.dirname, '../simulate-main.ts');
      const args = [main, '--homes', '40', '--speed', '1000', '--back', '24'];
      const child = spawn(process.execPath, args, {
        env: { DATABASE_URL: database.url ?? '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      const isRunning = new Promise<void>((resolve) => {
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (said.includes('goes on from')) resolve();
        });
      });
      await isRunning;
      child.kill('SIGINT');
      const [code] = (await once(child, 'close')) as [number | null];
      expect(code).toBe(0);
      expect(said).toMatch(/^40 homes with \d+ devices, 10 homes of them new\.$/m);
      expect(said).toMatch(/^Stopped; [\d,]+ readings stored\.$/m);
    },
  );
});

describe('progress lines', () => {
  test('come every five seconds, with what happened since the last', () => {
    const clock = new TestClock();
    const said: string[] = [];
    const progress = createProgressLines(clock, (line) => said.push(line));
    for (let second = 1; second <= 11; second += 1) {
      clock.advance(SECOND);
      progress((passed) => `${second}: ${passed}`);
    }
    expect(said).toEqual(['5: 5000', '10: 5000']);
  });

  test.each([
    [12_400, '12 s'],
    [4.5 * MINUTE, '4 min'],
    [3 * HOUR + 5 * MINUTE, '3 h 5 min'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });

  test('large amounts are grouped', () => {
    expect(amount(1_234_567)).toBe('1,234,567');
  });
});
