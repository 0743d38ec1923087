import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeviceReceipt } from '#contract/entities/result.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
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
import type { Person } from '../testing/test-data.ts';

const BEFORE = new Date(denver('2026-11-09 12:00'));
const MOVED_IN = new Date(denver('2026-11-10 12:00'));
const NOW = new Date(denver('2026-11-14 12:00'));
const HEATER = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
const THERMOSTAT = { ...HEATER, deviceId: 'houseatstat' };
const PROGRAM = 'water-heater';

/**
 * Every read of a house: whether those who lived there before left something in it, which this test puts there; or why they leave
 * nothing. A read that is added needs its row.
 */
const PAST = 'tells of the past';
const READS: Readonly<Record<string, string>> = {
  'account.messageSettings': 'is the own choice of a person',
  'devices.activity': PAST,
  'devices.commandStatus': PAST,
  'devices.data': PAST,
  'devices.energy': PAST,
  'devices.get': 'says which devices there are',
  'devices.houseDay': 'ends its day after the move here; below it does not',
  'devices.houseEnergy': PAST,
  'devices.list': 'says which devices there are',
  'devices.realtime': PAST,
  'devices.runtimeCool': PAST,
  'devices.runtimeHeat': PAST,
  'devices.series': PAST,
  'devices.setting': 'is of the devices; a move ends what people confirmed',
  'devices.settings': 'is of the devices; a move ends what people confirmed',
  'events.comfort': 'is deleted by a move',
  'events.dispatch': PAST,
  'events.list': PAST,
  'events.log': PAST,
  'events.plan': PAST,
  'house.dashboard': PAST,
  'house.get': 'is of the house; a move deletes its name',
  'house.providerAccess': PAST,
  'house.providerSettings': 'is the same for all homes',
  'household.get': 'is who lives there now',
  'household.programs': 'is deleted by a move',
  'marketing.list': PAST,
  'messages.list': PAST,
  'results.eventDays': PAST,
  'results.leaderboard': PAST,
  'results.listing': PAST,
  'results.performance': PAST,
  'results.receipt': PAST,
  'results.reward': PAST,
  'results.savings': PAST,
  'results.soFar': PAST,
  'schedules.active': 'is deleted by a move',
  'schedules.get': 'is deleted by a move',
  'schedules.list': 'is deleted by a move',
  'weather.house': 'is of the place',
  'weather.proxy': 'is of the place',
};

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

  const addressesOf = (endpoint: EndpointRow, person: Person): string[] => {
    const past = { eventId: 'pastevent', eventDay: '2026-11-08' };
    const url = urlOf(endpoint, { ...OWNER_PARAMS, ...past, id: accountIdOf(person) });
    const names = Object.keys(endpoint.query?.shape ?? {});
    const ranged = withQuery(url, `start=2026-11-01T00:00:00Z&end=${NOW.toISOString()}`);
    return names.includes('start') ? [url, ranged, withQuery(ranged, 'total=true')] : [url];
  };

  /** What somebody is answered by every read of the house. */
  const readAllAs = async (person: Person): Promise<Map<string, string>> => {
    const token = await openSession(database.db, app, person);
    const answers = new Map<string, string>();
    for (const endpoint of reads) {
      const texts: string[] = [];
      for (const url of addressesOf(endpoint, person)) {
        const { status, text } = await app.call('GET', url, { token });
        texts.push(`${status} ${text}`);
      }
      answers.set(endpoint.name, texts.join('\n'));
    }
    return answers;
  };
  const readAll = async (since: Date | null): Promise<Map<string, string>> => {
    await database.db
      .updateTable('house')
      .set({ householdSince: since })
      .where('id', '=', 'housea')
      .execute();
    return readAllAs('owner');
  };

  const forgetThePast = async (before: Date): Promise<void> => {
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
        .where(time as 'time', '<', before)
        .execute();
    }
  };

  test('[API-3] every read of a house has its row here', () => {
    expect(reads.map(({ name }) => name).toSorted()).toEqual(Object.keys(READS));
  });

  test('the results of those who lived there before stay as they are', async () => {
    const stored = await newestReceipts(database.db, 'sunvale', ['pastevent'], ['housea']);
    expect(stored.map(({ receipt: { state, reductionWh } }) => ({ state, reductionWh }))).toEqual([
      { state: 'final', reductionWh: 240 },
    ]);
  });

  test('[API-3] [T-19] a household sees nothing of those who lived there before, on any read of its house', async () => {
    const all = await readAll(null);
    const ofNewcomer = await readAll(MOVED_IN);
    const differing = reads.map(({ name }) => name).filter((name) => all.get(name) !== ofNewcomer.get(name));
    expect(differing.toSorted()).toEqual(Object.keys(READS).filter((name) => READS[name] === PAST));
    await forgetThePast(MOVED_IN);
    const asIfNothingHadBeen = await readAll(MOVED_IN);
    for (const { name } of reads)
      expect([name, ofNewcomer.get(name)]).toEqual([name, asIfNothingHadBeen.get(name)]);
    // What is its own it does see.
    expect(ofNewcomer.get('results.eventDays')).toContain('2026-11-13');
    expect(ofNewcomer.get('devices.data')).toContain('133.25');
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

  test('[API-3] [T-19] [T-2] after a move whoever moves in is answered as if nobody had lived there before, on every read', async () => {
    const { db } = database;
    await db.updateTable('house').set({ householdSince: null }).where('id', '=', 'housea').execute();
    const justNow = new Date(app.clock.now().getTime() - 2 * HOUR);
    await ensureDays(db, [justNow.getTime()]);
    await insertRows(db, 'telemetry', [{ ...HEATER, time: justNow, temperature: 144.75 }]);
    const entries = { 'hwh-tank-temperature': { value: 144.75, time: justNow.toISOString() } };
    await insertRows(db, 'deviceState', [
      { ...HEATER, entries: JSON.stringify(entries), reportedAt: justNow },
    ]);
    const told = await readAllAs('owner');
    for (const name of ['devices.houseDay', 'devices.data', 'devices.realtime'])
      expect([name, told.get(name)]).toEqual([name, expect.stringContaining('144.75')]);
    const operator = await openSession(db, app, 'operator');
    const { body } = await app.call('POST', '/api/operator/home/housea/move', {
      token: operator,
      body: { accountNumber: 'A-2' },
    });
    expect(body.outcome).toBe('moved');
    const movedAt = app.clock.now();
    const role = { providerId: 'sunvale', id: 'movedin', role: 'house', access: 'owner' } as const;
    await insertRows(db, 'accountRole', [
      { ...role, houseId: 'housea', accountId: accountIdOf('neighbour') },
    ]);
    app.clock.advance(MINUTE);
    // The water heater has been heard since.
    const heard = { 'hwh-tank-temperature': { value: 99.5, time: app.clock.now().toISOString() } };
    await db
      .updateTable('deviceState')
      .set({ entries: JSON.stringify(heard), reportedAt: app.clock.now() })
      .where('deviceId', '=', HEATER.deviceId)
      .execute();
    const answers = await readAllAs('neighbour');
    expect(answers.get('devices.realtime')).toContain('99.5');
    await forgetThePast(movedAt);
    const asIfNothingHadBeen = await readAllAs('neighbour');
    for (const { name } of reads) {
      expect([name, answers.get(name)]).toEqual([name, asIfNothingHadBeen.get(name)]);
      // They may read it: otherwise this would say nothing.
      expect([name, /^40[13]/m.test(answers.get(name) ?? '')]).toEqual([name, false]);
      expect([name, /pastevent|ownevent|FormerFox|144\.75/.test(answers.get(name) ?? '')]).toEqual([
        name,
        false,
      ]);
    }
  });
});
