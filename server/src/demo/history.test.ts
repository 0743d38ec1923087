import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time.ts';
import type { HouseKey } from './houses.ts';
import { describedFleet } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';
import { writeHistory } from './history.ts';
import { initialStatesOf } from './initial-state.ts';
import { findHousehold } from './rows.ts';
import { seedDemo } from './seed.ts';
import { readProviders } from '../providers/registry.ts';
import { registerProviders } from '../stores/provider.ts';
import { TestClock } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { dump } from '../testing/dump.ts';

const plans: readonly HistoryPlan[] = [
  { house: 'newcastle', length: 2 * DAY, every: 15 * MINUTE },
  { house: 'cabin', length: 3 * DAY, every: 15 * MINUTE },
  { house: 'juniper', length: 60 * DAY, every: 30 * MINUTE },
];
const PAST_TABLES = /^(telemetry|telemetryHour|energyHour|runtimeHour|deviceActivity) /;

const devicesAt = (house: HouseKey, now: Date) => describedFleet(findHousehold(house), now);
const presentAt = (house: HouseKey, now: Date) => {
  const present = initialStatesOf(findHousehold(house), now);
  return devicesAt(house, now).map((device, index) => ({ ...device, entries: present[index] ?? null }));
};

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock('2026-03-20T15:42:10Z');
  const silent = devicesAt('cabin', clock.now()).find(({ kind }) => kind === 'tstat');
  const opened: TestDatabase[] = [];
  let whole: TestDatabase;

  const prepared = async (): Promise<TestDatabase> => {
    const database = await open();
    opened.push(database);
    await registerProviders(database.db, readProviders().all, clock.now());
    await seedDemo({ db: database.db, clock, passwordHash: 'x', seal: () => 'sealed', onProgress: () => {} });
    return database;
  };
  const pastOf = async ({ db }: TestDatabase): Promise<string[]> =>
    (await dump(db)).split('\n').filter((line) => PAST_TABLES.test(line));

  beforeAll(async () => {
    whole = await prepared();
    await writeHistory({ db: whole.db, clock, plans, isStopped: () => false });
  }, 120_000);
  afterAll(async () => {
    for (const { close } of opened) await close();
  });

  test('the readings of every device end when the houses were created', async () => {
    const newest = await whole.db
      .selectFrom('telemetry')
      .select(({ fn }) => ['deviceId', fn.max('time').as('time'), fn.min('time').as('first')])
      .groupBy('deviceId')
      .execute();
    const devices = plans.flatMap(({ house }) => devicesAt(house, clock.now()));
    expect(newest.map(({ deviceId }) => deviceId).toSorted()).toEqual(
      devices.map(({ deviceId }) => deviceId).toSorted(),
    );
    for (const { deviceId, time } of newest) {
      if (deviceId === silent?.deviceId) continue;
      const age = clock.now().getTime() - time.getTime();
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(31 * MINUTE);
    }
  });

  test('stores readings of 40 days, and hourly averages of the time before', async () => {
    const battery = devicesAt('juniper', clock.now()).find(({ kind }) => kind === 'battery');
    const timesIn = async (table: 'telemetry' | 'telemetryHour') =>
      (
        await whole.db
          .selectFrom(table)
          .select('time')
          .where('deviceId', '=', battery?.deviceId ?? '')
          .orderBy('time')
          .execute()
      ).map(({ time }) => time.getTime());
    const [readings, hours] = [await timesIn('telemetry'), await timesIn('telemetryHour')];
    expect(readings.length).toBeGreaterThan(40 * 48);
    expect(hours.length).toBeGreaterThan(18 * 24);
    expect(new Set(hours.map((time) => time % HOUR))).toEqual(new Set([0]));
    expect(hours.at(-1) ?? 0).toBeLessThan(readings[0] ?? 0);
  });

  test.each([
    ['battery', 'battery-present-capacity', 'level', 1_500],
    ['ev', 'ev-battery-level', 'level', 0.1],
    ['hwh', 'hwh-tank-temperature', 'temperature', 8],
    ['tstat', 'thermostat-actual-temperature', 'temperature', 3],
  ] as const)('ends close to where the %s stands at the start', async (kind, key, slot, most) => {
    const device = presentAt('juniper', clock.now()).find((one) => one.kind === kind);
    const last = await whole.db
      .selectFrom('telemetry')
      .select(slot)
      .where('deviceId', '=', device?.deviceId ?? '')
      .orderBy('time', 'desc')
      .executeTakeFirstOrThrow();
    expect(Math.abs(Number(device?.entries?.[key]?.value) - Number(last[slot]))).toBeLessThan(most);
  });

  test('[DET-2] [SCHED-1] the commands of a water heater schedule are in its activity', async () => {
    const heater = devicesAt('juniper', clock.now()).find(({ kind }) => kind === 'hwh');
    const activity = await whole.db
      .selectFrom('deviceActivity')
      .select(['time', 'value'])
      .where('deviceId', '=', heater?.deviceId ?? '')
      .where('key', '=', 'hwh-set-temperature')
      .orderBy('time')
      .execute();
    // Twice on each weekday but Monday, whose first finds it where Sunday left it; once at the weekend.
    expect(activity.length).toBeGreaterThan(8 * 10 - 4);
    const hours = activity.map(({ time, value }) => {
      const hour = time.toLocaleTimeString('en-GB', { timeZone: 'America/Denver', hour: '2-digit' });
      return `${hour} ${String(value)}`;
    });
    expect(new Set(hours)).toEqual(new Set(['05 120', '09 112', '07 120']));
  });

  test('[DET-2] a device went offline when its cloud said so, not when the server started', async () => {
    const activity = await whole.db
      .selectFrom('deviceActivity')
      .select(['time', 'key', 'value'])
      .where('deviceId', '=', silent?.deviceId ?? '')
      .where('key', '=', 'status')
      .execute();
    const time = new Date(silent?.entries?.['status']?.time ?? 0);
    expect(activity).toEqual([{ time, key: 'status', value: 'OFFLINE' }]);
  });

  test('[DET-2] no activity lies at the moment of the start', async () => {
    const { last } = await whole.db
      .selectFrom('deviceActivity')
      .select(({ fn }) => fn.max('time').as('last'))
      .where('key', 'in', ['thermostat-mode', 'rac-mode', 'thermostat-hold', 'status'])
      .executeTakeFirstOrThrow();
    expect(last.getTime()).toBeLessThan(clock.now().getTime() - HOUR);
  });

  test('[DET-2] the newest mode in the activity is the one that each device shows', async () => {
    for (const device of plans.flatMap(({ house }) => presentAt(house, clock.now()))) {
      const rows = await whole.db
        .selectFrom('deviceActivity')
        .select(['key', 'value'])
        .where('deviceId', '=', device.deviceId)
        .orderBy('time')
        .execute();
      const activity = new Map(rows.map(({ key, value }) => [key, value]));
      for (const [key, value] of activity) expect([key, value]).toEqual([key, device.entries?.[key]?.value]);
    }
  });

  test('stopped anywhere and resumed it stores the same rows, and run again no more', async () => {
    const again = await prepared();
    let asked = 0;
    for (const limit of [1, 9, 60]) {
      asked = 0;
      await writeHistory({ db: again.db, clock, plans, isStopped: () => (asked += 1) > limit });
    }
    const stopped = await pastOf(again);
    expect(stopped.length).toBeLessThan((await pastOf(whole)).length);
    // The end of the history is that of the first run.
    clock.advance(HOUR);
    for (const _ of [1, 2]) await writeHistory({ db: again.db, clock, plans, isStopped: () => false });
    clock.advance(-HOUR);
    expect(await pastOf(again)).toEqual(await pastOf(whole));
  }, 180_000);
});
