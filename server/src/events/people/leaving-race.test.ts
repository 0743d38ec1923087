import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runs } from '#domain/testing/property-runs.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { connectPostgres } from '../../db/connection.ts';
import type { RootDb } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { waitingForLocks, withLock } from '../../db/testing/held-locks.ts';
import { openPostgresCopy } from '../../testing/database/databases.ts';
import {
  HEATER,
  openEventCalls,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../../testing/events/event-calls.ts';
import type { EventCalls } from '../../testing/events/event-calls.ts';
import { carryOnEvents, lookAtDevices } from '../../testing/events/run-loops.ts';

// The embedded database has one connection: its transactions never overlap.
describe('PostgreSQL: a home leaves a dispatch while its devices join', () => {
  let calls: EventCalls;
  let db: RootDb;
  let second: RootDb;
  let url: string;

  beforeAll(async () => {
    const database = await openPostgresCopy();
    calls = await openEventCalls(database);
    db = database.db;
    url = database.url ?? '';
    second = connectPostgres(url, () => {});
  });
  afterAll(async () => {
    await second.destroy();
    await calls.close();
  });
  /** The room event has taken its devices in, that of the water heaters is about to. */
  const prepare = async () => {
    await db.deleteFrom('demandEvent').execute();
    await db.deleteFrom('houseDispatch').execute();
    await calls.world.addEvent('winter-heating');
    await carryOnEvents(calls.world.deps);
    await calls.world.addEvent('water-heater', { id: WATER_EVENT });
  };
  beforeEach(prepare);

  const carryOn = () => carryOnEvents({ ...calls.world.deps, db: second });
  const leave = () => calls.post(`event/${ROOM_EVENT}/optout`).then(({ status }) => status);
  /** Devices of the house that take part. */
  const taking = async (): Promise<string[]> => {
    const rows = await db
      .selectFrom('eventParticipation')
      .select('deviceId')
      .where('houseId', '=', 'housea')
      .where('excluded', '=', false)
      .where('optOutAt', 'is', null)
      .orderBy('deviceId')
      .execute();
    return rows.map(({ deviceId }) => deviceId);
  };
  const joined = async (): Promise<number> =>
    (await db.selectFrom('eventParticipation').select('deviceId').where('houseId', '=', 'housea').execute())
      .length;
  const untilWaiting = (count: number, ...running: readonly Promise<unknown>[]) =>
    waitingForLocks(db, count, running);

  test('[OPT-1] [T-32] joining was first: leaving waits for it and takes the device out as well', async () => {
    let [joining, leaving] = [Promise.resolve(), Promise.resolve(0)];
    await withLock(second, 'lock table event_participation in exclusive mode', async () => {
      joining = carryOn();
      await untilWaiting(1, joining);
      leaving = leave();
      await untilWaiting(2, leaving);
    });
    await joining;
    expect(await leaving).toBe(202);
    expect([await taking(), await joined()]).toEqual([[], 2]);
  });

  test('[OPT-1] [T-32] leaving was first: the device joins only to be out', async () => {
    let [joining, leaving] = [Promise.resolve(), Promise.resolve(0)];
    await withLock(second, 'lock table audit in access exclusive mode', async () => {
      leaving = leave();
      await untilWaiting(1, leaving);
      joining = carryOn();
      await untilWaiting(2, joining);
    });
    expect(await leaving).toBe(202);
    await joining;
    expect([await taking(), await joined()]).toEqual([[], 2]);
    // Nobody was told what leaving the second program costs: it is not counted.
    expect((await calls.world.participation('housea', HEATER, WATER_EVENT)).participation).toMatchObject({
      optOut: { cause: 'person' },
      optOutCounted: false,
    });
  });

  test('[OPT-1] [T-32] leaving while devices join, in every order that happens: none is left in', async () => {
    const races = runs(200);
    const left: string[] = [];
    for (let race = 0; race < races; race += 1) {
      if (race > 0) await prepare();
      // An account may write 60 times a minute.
      calls.app.clock.advance(2 * SECOND);
      const joining = carryOn();
      // Begun later and later, from before the first statement of the loops to after their last.
      for (let turn = 0; turn < (race % 20) * 2; turn += 1)
        await db.selectFrom('provider').select('id').execute();
      const [status] = await Promise.all([leave(), joining]);
      expect(status).toBe(202);
      await carryOn();
      left.push(...(await taking()));
      expect(await joined()).toBe(2);
    }
    expect(left).toEqual([]);
  });

  test('[OPT-1] while a page of devices is looked at, a person waits for it and is not told to come back', async () => {
    await carryOn();
    calls.app.clock.advance(MINUTE);
    let [looking, answer] = [Promise.resolve(0), Promise.resolve(0)];
    await db.updateTable('eventParticipation').set({ dueAt: calls.app.clock.now() }).execute();
    await withLock(second, 'lock table event_action in exclusive mode', async () => {
      looking = lookAtDevices({ ...calls.world.deps, db: second });
      answer = calls.post(`event/${ROOM_EVENT}/device/${THERMOSTAT}/optout`).then(({ status }) => status);
      await untilWaiting(1, looking, answer);
    });
    await looking;
    expect(await answer).toBe(202);
    expect(await taking()).toEqual([HEATER]);
  });

  test.each(['', `device/${THERMOSTAT}/`])(
    '[OPT-1] undone in time, it costs nothing though it has to wait for its turn: %srejoin',
    async (of) => {
      await calls.post(`event/${ROOM_EVENT}/device/${THERMOSTAT}/optout`);
      calls.app.clock.advance(15 * SECOND);
      let answer = Promise.resolve(0);
      await withLock(second, `select id from device where id = '${THERMOSTAT}' for update`, async () => {
        answer = calls.post(`event/${ROOM_EVENT}/${of}rejoin`).then(({ status }) => status);
        await untilWaiting(1, answer);
        calls.app.clock.advance(8 * SECOND);
      });
      expect(await answer).toBe(202);
      expect((await calls.world.participation('housea', THERMOSTAT)).participation).toMatchObject({
        optOut: null,
        optOutCounted: false,
      });
    },
  );

  test('a call of a person waits for locks longer than other statements do', async () => {
    const hasty = connectPostgres(url, () => {}, { statement: 10_000, lock: 1 });
    const locked = (isPerson: boolean) =>
      hasty.transaction().execute(async (tx) => {
        if (isPerson) await waitForLocks(tx);
        return (await tx.selectFrom('house').select('id').where('id', '=', 'housea').forUpdate().execute())
          .length;
      });
    let waiting = Promise.resolve(0);
    await withLock(second, `select id from house where id = 'housea' for update`, async () => {
      await expect(locked(false)).rejects.toMatchObject({ code: '55P03' });
      waiting = locked(true);
      await untilWaiting(1, waiting);
    });
    expect(await waiting).toBe(1);
    await hasty.destroy();
  });
});
