import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#domain/results/canonical-json.ts';
import { recompute } from '#domain/results/receipt.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { sum } from '#domain/results/numbers.ts';
import type { HouseKey } from '../homes/houses.ts';
import { describedFleet } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';
import { simulatePieces } from './history-pieces.ts';
import { writeHistory } from './history.ts';
import { tellPastResults } from './tell-results.ts';
import { houseId } from '../ids.ts';
import { initialStatesOf } from '../initial-state.ts';
import { findHousehold } from '../rows.ts';
import { seedDemo } from '../seed.ts';
import { readProviders } from '../../providers/registry.ts';
import { RETENTION } from '../../telemetry/retention.ts';
import { settleEvents } from '../../results/settle-events.ts';
import type { RootDb } from '../../db/connection.ts';
import { registerProviders } from '../../stores/system/provider.ts';
import { TestClock } from '../../testing/app.ts';
import { bothDatabases, openEmbeddedCopy } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { dump } from '../../db/testing/dump.ts';

const plans: readonly HistoryPlan[] = [
  { house: 'newcastle', length: 2 * DAY, every: 15 * MINUTE },
  { house: 'cabin', length: 3 * DAY, every: 15 * MINUTE },
  { house: 'juniper', length: 45 * DAY, every: 15 * MINUTE },
];
/** A neighbour with a thermostat and a water heater, and one with a thermostat. */
const homes = ['neighbour-19', 'neighbour-20'];
const PAST_TABLES =
  /^(telemetry|telemetryHour|energyHour|energyQuarter|runtimeHour|deviceActivity|command|eventParticipation|eventAction) /;

const devicesAt = (house: HouseKey, now: Date) => describedFleet(findHousehold(house), now);
const presentAt = (house: HouseKey, now: Date) => {
  const present = initialStatesOf(findHousehold(house), now);
  return devicesAt(house, now).map((device, index) => ({ ...device, entries: present[index] ?? null }));
};

const settlingOf = (db: RootDb, clock: TestClock) => () =>
  settleEvents({
    db,
    clock,
    isStopped: () => false,
    writeNotices: () => Promise.reject(new Error('every home was told long ago')),
    writeCorrections: () => Promise.reject(new Error('there is one version only')),
    onError: (error) => {
      throw error;
    },
  });

const seeded = async (open: () => Promise<TestDatabase>, clock: TestClock): Promise<TestDatabase> => {
  const database = await open();
  await registerProviders(database.db, readProviders().all, clock.now());
  const { db } = database;
  const context = { now: clock.now(), passwordHash: 'x', seal: () => 'sealed', states: new Map() };
  await seedDemo({ db, ...context, onProgress: () => {} });
  return database;
};

describe.each(bothDatabases)('%s', (_name, open) => {
  const clock = new TestClock('2026-03-20T15:42:10Z');
  const silent = devicesAt('cabin', clock.now()).find(({ kind }) => kind === 'tstat');
  const opened: TestDatabase[] = [];
  let whole: TestDatabase;

  const prepared = async (): Promise<TestDatabase> => {
    const database = await seeded(open, clock);
    opened.push(database);
    return database;
  };
  const pastOf = async ({ db }: TestDatabase): Promise<string[]> =>
    (await dump(db)).split('\n').filter((line) => PAST_TABLES.test(line));

  const write = ({ db }: TestDatabase, { isStopped = (): boolean => false, days = 395 } = {}) =>
    writeHistory({
      db,
      clock,
      days,
      plans,
      homes,
      simulate: simulatePieces,
      isStopped,
      settle: settlingOf(db, clock),
    });

  beforeAll(async () => {
    whole = await prepared();
    await write(whole);
  }, 120_000);
  afterAll(async () => {
    for (const { close } of opened) await close();
  });

  test('[UX-47] messages of the past tell what results and ledger say, to the cent', async () => {
    const ofHouse = houseId('juniper');
    const { db } = whole;
    const results = await db.selectFrom('eventResult').selectAll().where('houseId', '=', ofHouse).execute();
    const entries = await db.selectFrom('rewardEntry').selectAll().where('houseId', '=', ofHouse).execute();
    const messages = await db.selectFrom('message').selectAll().where('houseId', '=', ofHouse).execute();
    const sumOf = (kind: string, events: readonly string[]) =>
      entries
        .filter((entry) => entry.kind === kind && events.includes(entry.eventId))
        .reduce((sum, { amount }) => sum + amount, 0);
    const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    const told = messages.filter(({ dedupeKey }) => dedupeKey?.endsWith('/result'));
    expect(told.length).toBeGreaterThan(3);
    for (const { subject, plainTextBody, dispatchId } of told) {
      const ofDispatch = results.filter((result) => result.dispatchId === dispatchId);
      const events = ofDispatch.map(({ eventId }) => eventId);
      // Who left with all devices is told that, whatever the meters say.
      const taking = sum(ofDispatch.map(({ takingPart }) => takingPart));
      const isLeft = taking > 0 && taking === sum(ofDispatch.map(({ optedOut }) => optedOut));
      expect(subject.startsWith('You opted out'), subject).toBe(isLeft);
      if (isLeft) continue;
      const wh = ofDispatch
        .flatMap(({ devices }) => devices.flatMap(({ reductionWh }) => reductionWh ?? []))
        .reduce<number | null>((sum, one) => (sum ?? 0) + one, null);
      const earned = sumOf('accrued', events) - sumOf('reversed', events);
      const amounts = [...subject.matchAll(/\$\d+\.\d\d/g)].map(([amount]) => amount);
      expect(amounts, subject).toEqual(earned > 0 ? [money(earned)] : []);
      expect(plainTextBody).toMatch(/^Peak event of \w+day, /);
      expect(subject).toContain(wh !== null && wh > 0 ? `${(Math.round(wh / 10) / 100).toFixed(2)} kWh` : '');
    }
  });

  test('[UX-47] weeks later what is final is paid, and the home is told the same amount, once', async () => {
    const later = new Date(clock.now().getTime() + 25 * DAY);
    // Undone at the end: the other tests look at the history as it was written.
    const tx = await whole.db.startTransaction().execute();
    const paidTo = async () => {
      const ofHouse = houseId('juniper');
      const entries = await tx
        .selectFrom('rewardEntry')
        .select(['kind', 'amount'])
        .where('houseId', '=', ofHouse)
        .execute();
      const amountsOf = (kind: string) =>
        entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount);
      const credits = await tx
        .selectFrom('message')
        .select('subject')
        .where('houseId', '=', ofHouse)
        .where('dedupeKey', '=', 'demo/credit')
        .execute();
      const subjects = credits.map(({ subject }) => subject);
      const earned = sum(amountsOf('accrued')) - sum(amountsOf('reversed'));
      return { earned, paid: amountsOf('paid'), subjects };
    };
    try {
      // The newest event is days old: nothing is paid for it yet.
      expect(await paidTo()).toMatchObject({ paid: [], subjects: [] });
      await tellPastResults(tx, later, clock.now());
      const { earned, paid, subjects } = await paidTo();
      // The water program pays by the event, the others by what the home saved in them.
      expect(paid).toContain(50);
      expect(sum(paid)).toBe(earned);
      expect(subjects).toEqual([`Bill credit of $${(earned / 100).toFixed(2)}`]);
    } finally {
      await tx.rollback().execute();
    }
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
    expect(readings.length).toBeGreaterThan(40 * 96);
    expect(hours.length).toBeGreaterThan(4 * 24);
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
    expect(activity.length).toBeGreaterThan(6 * 10 - 4);
    const hours = activity.map(({ time, value }) => {
      const hour = time.toLocaleTimeString('en-GB', { timeZone: 'America/Denver', hour: '2-digit' });
      return `${hour} ${String(value)}`;
    });
    // On the morning of the 18th an event held it from six to eight.
    expect(new Set(hours)).toEqual(new Set(['05 120', '09 112', '07 120', '06 110', '08 120']));
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

  const homeId = houseId('juniper');
  const idOfKind = (kind: string) =>
    devicesAt('juniper', clock.now()).find((device) => device.kind === kind)?.deviceId ?? '';

  test('[CAL-2] events of the past were carried out: everything was put back, and every home was told', async () => {
    const { db } = whole;
    const events = await db.selectFrom('demandEvent').select(['id', 'state', 'dispatchId']).execute();
    // Three orders of heating for thermostats and room units, one for water heaters.
    expect(events).toHaveLength(7);
    expect(new Set(events.map(({ state }) => state))).toEqual(new Set(['final']));
    const open = await db
      .selectFrom('eventParticipation')
      .select('dueAt')
      .where('dueAt', 'is not', null)
      .execute();
    expect(open).toEqual([]);
    const results = await db
      .selectFrom('eventResult')
      .select(['kind', 'devices'])
      .where('houseId', '=', homeId)
      .where('takingPart', '>', 0)
      .orderBy('startTime', 'desc')
      .execute();
    expect(results.map(({ kind, devices }) => `${kind} ${devices[0]?.outcome}`)).toEqual([
      'hwh responded',
      'tstat responded',
      // In the middle of it.
      'tstat optedOut',
      'tstat responded',
    ]);
    const commands = await db
      .selectFrom('command')
      .select(['state', 'version', 'origin', 'because'])
      .execute();
    expect(commands.length).toBeGreaterThan(20);
    expect(new Set(commands.map(({ state, origin }) => `${origin} ${state}`))).toEqual(
      new Set(['event confirmed', 'restore confirmed', 'schedule confirmed']),
    );
    expect(commands.filter(({ version }) => version >= 0)).toEqual([]);
    const { houses } = await db
      .selectFrom('eventNotice')
      .select(({ fn }) => fn.count<string>('houseId').distinct().as('houses'))
      .where('notice', '=', 'result')
      .executeTakeFirstOrThrow();
    expect(Number(houses)).toBe(1 + homes.length);
  });

  test('[T-35] their results come out of stored quarter hours, and out of their receipts again', async () => {
    const stored = await whole.db.selectFrom('eventReceipt').select(['houseId', 'receipt']).execute();
    for (const { receipt } of stored) {
      expect(canonicalJson(recompute(receipt))).toBe(canonicalJson(receipt));
    }
    const measured = stored.filter(({ receipt }) => receipt.reason === null);
    expect(new Set(measured.map((one) => one.houseId)).size).toBe(1 + homes.length);
    const ofHome = stored.filter((one) => one.houseId === homeId);
    // The history begins four days before the first event: there is too little yet to compare it with.
    expect(ofHome.flatMap(({ receipt }) => receipt.reason?.code ?? [])).toEqual(['too_few_days']);
  });

  test('[DET-2] what a schedule set in the past is explained by it', async () => {
    const device = idOfKind('hwh');
    const commands = await whole.db
      .selectFrom('command')
      .selectAll()
      .where('deviceId', '=', device)
      .where('origin', '=', 'schedule')
      .execute();
    expect(commands.length).toBeGreaterThan(10);
    const changes = await whole.db
      .selectFrom('deviceActivity')
      .select(['time', 'value'])
      .where('deviceId', '=', device)
      .where('key', '=', 'hwh-set-temperature')
      .execute();
    const explained = commands.filter(({ acceptedAt, settledAt, command }) =>
      changes.some(
        ({ time, value }) =>
          acceptedAt <= time && settledAt && time <= settledAt && command.body.setpoint === value,
      ),
    );
    expect(explained.length).toBeGreaterThan(commands.length / 2);
  });

  test('an event of the past shows in the stored readings: preheated, let down, and back', async () => {
    const device = idOfKind('tstat');
    const [start, end] = [Date.parse('2026-03-04T00:00:00Z'), Date.parse('2026-03-04T03:00:00Z')];
    const set = await whole.db
      .selectFrom('deviceActivity')
      .select(['time', 'value'])
      .where('deviceId', '=', device)
      .where('key', '=', 'thermostat-heat-setpoint')
      .where('time', '>', new Date(start - 2 * HOUR))
      .where('time', '<', new Date(end + 2 * HOUR))
      .orderBy('time')
      .execute();
    expect(set.map(({ value }) => value)).toEqual([70, 66, 68]);
    const commands = await whole.db
      .selectFrom('command')
      .selectAll()
      .where('deviceId', '=', device)
      .execute();
    // Why it was changed: by the command that was open when the reading came.
    const reasons = set.map(
      ({ time, value }) =>
        commands.find(
          ({ acceptedAt, settledAt, command }) =>
            acceptedAt <= time && settledAt && time <= settledAt && command.body.heatSetpoint === value,
        )?.because?.code,
    );
    expect(reasons).toEqual(['prepare', 'event', 'return']);
    const temperatures = async (from: number, to: number): Promise<number[]> =>
      (
        await whole.db
          .selectFrom('telemetry')
          .select('temperature')
          .where('deviceId', '=', device)
          .where('time', '>=', new Date(from))
          .where('time', '<', new Date(to))
          .execute()
      ).map(({ temperature }) => Number(temperature));
    expect(Math.max(...(await temperatures(start - HOUR, start)))).toBeGreaterThan(69);
    expect(Math.min(...(await temperatures(start, end)))).toBeLessThan(66.5);
    expect(Math.max(...(await temperatures(end, end + 3 * HOUR)))).toBeGreaterThan(68);
  });

  test('stopped anywhere and resumed it stores the same rows, and run again no more', async () => {
    const again = await prepared();
    let checks = 0;
    for (const limit of [1, 9, 60]) {
      checks = 0;
      await write(again, { isStopped: () => (checks += 1) > limit });
    }
    const stopped = await pastOf(again);
    expect(stopped.length).toBeLessThan((await pastOf(whole)).length);
    // End and length of the history are those of the first run.
    clock.advance(HOUR);
    for (const days of [7, 395]) await write(again, { days });
    clock.advance(-HOUR);
    expect(await pastOf(again)).toEqual(await pastOf(whole));
  }, 180_000);
});

/** One database is enough: what was simulated and kept does not depend on it. */
test('an event that is older than quarter hours are kept has its result, and its quarter hours are gone', async () => {
  const clock = new TestClock('2026-11-16T09:30:10Z');
  const database = await seeded(openEmbeddedCopy, clock);
  const { db } = database;
  await writeHistory({
    db,
    clock,
    days: 395,
    // Five weekdays to compare with lie before the event.
    plans: [{ house: 'juniper', length: 132 * DAY, every: 15 * MINUTE }],
    homes: [],
    simulate: simulatePieces,
    isStopped: () => false,
    settle: settlingOf(db, clock),
  });
  const kept = new Date(clock.now().getTime() - RETENTION.quarters);
  const old = await db
    .selectFrom('eventReceipt')
    .innerJoin('demandEvent', 'demandEvent.id', 'eventReceipt.eventId')
    .select(['demandEvent.startTime', 'receipt'])
    .where('demandEvent.startTime', '<', kept)
    .execute();
  // The battery on the 11th of July, the room and its window unit on the evening of the 14th, 124 days before.
  expect(new Set(old.map(({ startTime }) => startTime.toISOString()))).toEqual(
    new Set(['2026-07-11T23:00:00.000Z', '2026-07-14T23:00:00.000Z']),
  );
  // The rule of batteries goes by other days.
  const measured = old.filter(
    ({ startTime, receipt }) => receipt.reason === null && startTime.getUTCDate() === 14,
  );
  expect(measured.length).toBeGreaterThan(0);
  for (const { receipt } of measured) expect(receipt.daysUsed).toHaveLength(5);
  const quarters = await db
    .selectFrom('energyQuarter')
    .select(({ fn }) => [fn.min('quarter').as('first'), fn.countAll<string>().as('count')])
    .executeTakeFirstOrThrow();
  expect(Number(quarters.count)).toBeGreaterThan(120 * 96);
  expect(quarters.first.getTime()).toBeGreaterThanOrEqual(kept.getTime() - MINUTE);
  await database.close();
}, 180_000);
