import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { connectPostgres } from '../db/connection.ts';
import type { EngineDeps } from '../events/deps.ts';
import { carryOnEvents } from '../testing/events/run-loops.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { openPostgresCopy } from '../testing/database/databases.ts';
import { announcedEvents } from '../testing/events/announced-events.ts';
import { restoreRoles } from '../testing/access-matrix/household-preconditions.ts';
import { waitingForLocks, withLock } from '../db/testing/held-locks.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { openSignInCalls, outcomeOf } from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { reportAllDevices } from '../testing/test-data.ts';

// The embedded database has one connection: its transactions never overlap.
describe('PostgreSQL: what comes in while a household is closed', () => {
  let calls: SignInCalls;
  let second: RootDb;
  let engineDeps: EngineDeps;
  let token: string;

  beforeAll(async () => {
    const database = await openPostgresCopy();
    calls = await openSignInCalls(database);
    second = connectPostgres(database.url ?? '', () => {});
    const { clock, random, metrics } = calls.app;
    engineDeps = {
      db: second,
      clock,
      random,
      metrics,
      jobs: createRecordingJobs().jobs,
      runningLinks: ['simulator'],
      onError: (error) => {
        throw error;
      },
      writeNotices: async () => {},
      tellUnasked: async () => {},
    };
  });
  afterAll(async () => {
    await second.destroy();
    await calls.close();
  });
  beforeEach(async () => {
    calls.startAfresh();
    await restoreRoles(calls.db);
    await calls.db.deleteFrom('formerMember').execute();
    await announcedEvents(calls.db, calls.app, { providerId: 'sunvale' });
    await calls.db.deleteFrom('eventParticipation').execute();
    await reportAllDevices(calls.db, calls.app.clock.now());
    const now = calls.app.clock.now().getTime();
    await calls.db
      .updateTable('demandEvent')
      .set({
        programId: 'water-heater',
        kind: 'hwh',
        startTime: new Date(now + 2 * HOUR),
        endTime: new Date(now + 3 * HOUR),
        state: 'scheduled',
        dueAt: new Date(now),
      })
      .where('providerId', '=', 'sunvale')
      .execute();
    token = await openSession(calls.db, calls.app, 'owner');
  });

  const close = () => calls.app.call('DELETE', '/api/house/housea/household', { token }).then(outcomeOf);
  const untilWaiting = (count: number, ...running: readonly Promise<unknown>[]) =>
    waitingForLocks(calls.db, count, running);
  const openOnes = async (houseId: string): Promise<number> => {
    const rows = await calls.db
      .selectFrom('eventParticipation')
      .select('deviceId')
      .where('houseId', '=', houseId)
      .where('excluded', '=', false)
      .where('optOutAt', 'is', null)
      .execute();
    return rows.length;
  };
  const whileLocked = (lock: string, work: () => Promise<void>) => withLock(second, lock, work);

  test('[T-19] the event was first: closing waits for it and takes the devices out again', async () => {
    let [joining, closing] = [Promise.resolve(), Promise.resolve('')];
    await whileLocked('lock table event_participation in exclusive mode', async () => {
      joining = carryOnEvents(engineDeps);
      await untilWaiting(1, joining);
      closing = close();
      await untilWaiting(2, closing);
    });
    await joining;
    expect(await closing).toBe('204');
    expect([await openOnes('housea'), await openOnes('houseb')]).toEqual([0, 1]);
  });

  test('[T-19] closing was first: the event waits for it and leaves the devices out', async () => {
    let [joining, closing] = [Promise.resolve(), Promise.resolve('')];
    await whileLocked('lock table former_member in access exclusive mode', async () => {
      closing = close();
      await untilWaiting(1, closing);
      joining = carryOnEvents(engineDeps);
      await untilWaiting(2, joining);
    });
    expect(await closing).toBe('204');
    await joining;
    expect([await openOnes('housea'), await openOnes('houseb')]).toEqual([0, 1]);
  });

  test('[T-19] [OPT-1] closing was first: nobody joins again or eases, whatever was asked meanwhile', async () => {
    await calls.db.deleteFrom('demandEvent').where('id', '=', 'housebevent').execute();
    await carryOnEvents(engineDeps);
    const member = { token: await openSession(calls.db, calls.app, 'member') };
    const device = '/api/house/housea/event/houseaevent/device/houseahwh';
    const post = (path: string) => calls.app.call('POST', path, member).then(outcomeOf);
    expect(await post(`${device}/optout`)).toBe('202');
    let closing = Promise.resolve('');
    let waiting: Promise<string>[] = [];
    await whileLocked('lock table former_member in access exclusive mode', async () => {
      closing = close();
      await untilWaiting(1, closing);
      waiting = [post(`${device}/rejoin`), post(`${device}/ease`), post(`${device}/optout`)];
      await untilWaiting(4, closing, ...waiting);
    });
    expect(await closing).toBe('204');
    expect(await Promise.all(waiting)).toEqual(['404 not_found', '404 not_found', '404 not_found']);
    expect(await openOnes('housea')).toBe(0);
    const home = calls.db.selectFrom('houseDispatch').select('leftCause').where('houseId', '=', 'housea');
    expect(await home.execute()).toEqual([{ leftCause: 'closed' }]);
  });

  test('[T-19] closing was first: what people wanted of a device meanwhile is not done any more', async () => {
    const device = '/api/house/housea/device/houseahwh';
    const member = { token: await openSession(calls.db, calls.app, 'member') };
    const send = (path: string, body: object) =>
      calls.app.call('POST', path, { ...member, body }).then(outcomeOf);
    let closing = Promise.resolve('');
    let waiting: Promise<string>[] = [];
    await whileLocked('lock table former_member in access exclusive mode', async () => {
      closing = close();
      await untilWaiting(1, closing);
      waiting = [
        send(`${device}/command`, { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 118 } }),
        send(`${device}/active-schedule`, { uid: 'houseaplan' }),
      ];
      await untilWaiting(3, closing, ...waiting);
    });
    expect(await closing).toBe('204');
    expect(await Promise.all(waiting)).toEqual(['404 not_found', '404 not_found']);
    const open = await calls.db
      .selectFrom('command')
      .select('id')
      .where('houseId', '=', 'housea')
      .where('state', 'in', ['accepted', 'sent'])
      .execute();
    expect(open).toEqual([]);
    const active = calls.db.selectFrom('activeSchedule').select('uid').where('houseId', '=', 'housea');
    expect(await active.execute()).toEqual([]);
  });
});
