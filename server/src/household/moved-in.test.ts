import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeviceReceipt } from '#contract/entities/result.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import { settleEvents } from '../results/settle-events.ts';
import { insertRows } from '../stores/system/demo.ts';
import { newestReceipts } from '../stores/results/receipts.ts';
import { ensureDays } from '../stores/telemetry/telemetry-days.ts';
import { startApp, TestClock } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import {
  createRecordingJobs,
  endpointRows,
  OWNER_PARAMS,
  urlOf,
  withQuery,
} from '../testing/access-matrix/calls.ts';
import type { EndpointRow } from '../testing/access-matrix/calls.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { addEndedEvent, denver, fillQuarters, onDaysBefore } from '../testing/results/ended-events.ts';
import { INVITATION_CODE, invited, restoreRoles } from '../testing/access-matrix/household-preconditions.ts';
import { unreadMessages } from '../testing/access-matrix/message-preconditions.ts';
import { offers } from '../testing/access-matrix/marketing-preconditions.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { accountIdOf, insertTestData } from '../testing/test-data.ts';

const BEFORE = new Date(denver('2026-11-09 12:00'));
const MOVED_IN = new Date(denver('2026-11-10 12:00'));
const NOW = new Date(denver('2026-11-14 12:00'));
const HEATER = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
const THERMOSTAT = { ...HEATER, deviceId: 'houseatstat' };
const PROGRAM = 'water-heater';

/** The reads in which a household would find something of those who lived there before. */
const TELL_OF_THE_PAST = [
  'devices.activity',
  'devices.commandStatus',
  'devices.data',
  'devices.energy',
  'devices.houseEnergy',
  'devices.realtime',
  'devices.runtimeCool',
  'devices.runtimeHeat',
  'devices.series',
  'events.dispatch',
  'events.list',
  'events.log',
  'events.plan',
  'house.dashboard',
  'house.providerAccess',
  'marketing.list',
  'messages.list',
  'results.eventDays',
  'results.leaderboard',
  'results.listing',
  'results.performance',
  'results.receipt',
  'results.reward',
  'results.savings',
  'results.soFar',
];

const reads = endpointRows.filter(({ method, path }) => method === 'GET' && path.includes('{houseId}'));

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;

  const settle = () =>
    settleEvents({
      db: database.db,
      clock: app.clock,
      isStopped: () => false,
      onError: (error, what) => {
        throw new Error(what, { cause: error });
      },
      writeNotices: async () => {},
      writeCorrections: async () => {},
    });

  /** Readings, uses, changes and an event around a moment. */
  const record = async (at: Date, event: string, day: string): Promise<void> => {
    const { db } = database;
    const hour = new Date(Math.floor(at.getTime() / HOUR) * HOUR);
    await ensureDays(db, [at.getTime()]);
    await insertRows(db, 'telemetry', [{ ...HEATER, time: at, temperature: 133.25 }]);
    await insertRows(db, 'energyHour', [{ ...HEATER, hour, takenMj: 9e9, givenMj: 0, heardMs: HOUR }]);
    await insertRows(
      db,
      'runtimeHour',
      [HEATER, THERMOSTAT].map((device) => ({ ...device, hour, coolMs: 9e5, heatMs: 9e5, heardMs: HOUR })),
    );
    await insertRows(db, 'deviceActivity', [
      { ...HEATER, time: at, key: 'hwh-set-mode', value: JSON.stringify('ECO') },
    ]);
    const span = { from: denver(`${day} 17:00`), to: denver(`${day} 18:00`) };
    await addEndedEvent(db, { id: event, programId: PROGRAM, ...span }, [
      { houseId: 'housea', deviceId: 'houseahwh' },
    ]);
    await fillQuarters(db, [{ ...HEATER, ...span, wh: 40 }]);
  };

  beforeAll(async () => {
    database = await open();
    const { db } = database;
    app = await startApp(db, {
      clock: new TestClock(BEFORE.toISOString()),
      jobs: createRecordingJobs().jobs,
    });
    await insertTestData(db, app);
    await restoreRoles(db);
    const created = new Date('2026-01-01T00:00:00Z');
    await db.updateTable('device').set({ createdAt: created }).execute();
    await fillQuarters(
      db,
      onDaysBefore('2026-11-15', 40, ['10:00', '19:00']).map((span) => ({ ...HEATER, ...span, wh: 100 })),
    );
    await record(BEFORE, 'pastevent', '2026-11-08');
    await settle();
    const owner = { providerId: 'sunvale', accountId: accountIdOf('owner') };
    await unreadMessages(db, app, owner);
    await offers(db, app, owner);
    await db
      .updateTable('marketingMessage')
      .set({ endsAt: new Date('2027-01-01') })
      .execute();
    await insertRows(db, 'leaderboardListing', [
      { providerId: 'sunvale', houseId: 'housea', listed: true, alias: 'FormerFox', changedAt: BEFORE },
    ]);
    const admin = await openSession(db, app, 'adminOwn');
    await app.call('GET', '/api/house/housea', { token: admin });
    await db.updateTable('house').set({ householdSince: MOVED_IN }).where('id', '=', 'housea').execute();
    app.clock.advance(NOW.getTime() - BEFORE.getTime());
    await record(new Date(NOW.getTime() - DAY), 'ownevent', '2026-11-13');
    await settle();
    // The thermostat has been heard since, the water heater has not.
    await db
      .updateTable('deviceState')
      .set({ reportedAt: NOW })
      .where('deviceId', '=', 'houseatstat')
      .execute();
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const addressesOf = (endpoint: EndpointRow): string[] => {
    const url = urlOf(endpoint, { ...OWNER_PARAMS, eventId: 'pastevent', eventDay: '2026-11-08' });
    const names = Object.keys(endpoint.query?.shape ?? {});
    const ranged = withQuery(url, `start=2026-11-01T00:00:00Z&end=${NOW.toISOString()}`);
    return names.includes('start') ? [url, ranged, withQuery(ranged, 'total=true')] : [url];
  };

  /** What an owner is answered by every read of the house. */
  const readAll = async (since: Date | null): Promise<Map<string, string>> => {
    await database.db
      .updateTable('house')
      .set({ householdSince: since })
      .where('id', '=', 'housea')
      .execute();
    const token = await openSession(database.db, app, 'owner');
    const answers = new Map<string, string>();
    for (const endpoint of reads) {
      const texts: string[] = [];
      for (const url of addressesOf(endpoint)) {
        const { status, text } = await app.call('GET', url, { token });
        texts.push(`${status} ${text}`);
      }
      answers.set(endpoint.name, texts.join('\n'));
    }
    return answers;
  };

  const forgetThePast = async (): Promise<void> => {
    const { db } = database;
    const ofTheTimeBefore = {
      telemetry: 'time',
      energyHour: 'hour',
      runtimeHour: 'hour',
      deviceActivity: 'time',
      deviceState: 'reportedAt',
      command: 'acceptedAt',
      demandEvent: 'startTime',
      message: 'createdAt',
      marketingMessage: 'createdAt',
      leaderboardListing: 'changedAt',
    } as const;
    for (const [table, time] of Object.entries(ofTheTimeBefore)) {
      await db
        .deleteFrom(table as 'telemetry')
        .where(time as 'time', '<', MOVED_IN)
        .execute();
    }
  };

  test('the results of those who lived there before stay as they are', async () => {
    const stored = await newestReceipts(database.db, 'sunvale', ['pastevent'], ['housea']);
    expect(stored.map(({ receipt: { state, reductionWh } }) => ({ state, reductionWh }))).toEqual([
      { state: 'final', reductionWh: 240 },
    ]);
  });

  test('[API-3] [T-19] a household sees nothing of those who lived there before, on any read of its house', async () => {
    const all = await readAll(null);
    const own = await readAll(MOVED_IN);
    const differing = reads.map(({ name }) => name).filter((name) => all.get(name) !== own.get(name));
    expect(differing.toSorted()).toEqual(TELL_OF_THE_PAST);
    await forgetThePast();
    const asIfNothingHadBeen = await readAll(MOVED_IN);
    for (const { name } of reads) expect([name, own.get(name)]).toEqual([name, asIfNothingHadBeen.get(name)]);
    // What is its own it does see.
    expect(own.get('results.eventDays')).toContain('2026-11-13');
    expect(own.get('devices.data')).toContain('133.25');
  });

  test('[API-3] what it saved is compared with its own days alone', async () => {
    const token = await openSession(database.db, app, 'owner');
    const { body } = await app.call('GET', '/api/house/housea/event/ownevent/receipt', { token });
    const [receipt] = body as DeviceReceipt[];
    // Three days are too few for a rule of ten: older ones are there, but not its own.
    expect(receipt).toMatchObject({ daysUsed: [], reductionWh: null, reason: { code: 'too_few_days' } });
    expect(receipt?.daysLeftOut.map(({ day, wh }) => [day, wh])).toEqual([
      ['2026-11-12', 400],
      ['2026-11-11', 400],
      ['2026-11-10', 400],
      ['2026-11-09', null],
    ]);
  });

  test('[AUTH-7] whoever joins an empty home begins a household; whoever comes after them is of the same', async () => {
    const { db } = database;
    const since = async () =>
      (await db.selectFrom('house').select('householdSince').where('id', '=', 'houseb').executeTakeFirst())
        ?.householdSince;
    const join = async (person: 'owner' | 'second') => {
      const token = await openSession(db, app, person);
      await invited(db, app, { providerId: 'sunvale', accountId: accountIdOf(person) });
      const answer = await app.call('POST', '/api/auth/link-house', {
        token,
        body: { code: INVITATION_CODE },
      });
      expect(answer.status).toBe(200);
    };
    await db.deleteFrom('accountRole').where('houseId', '=', 'houseb').where('role', '=', 'house').execute();
    expect(await since()).toBeNull();
    await join('owner');
    const begin = app.clock.now();
    expect(await since()).toEqual(begin);
    app.clock.advance(DAY);
    await join('second');
    expect(await since()).toEqual(begin);
  });
});
