import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { insertRows } from '../stores/system/demo.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { databases } from '../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../testing/events/event-calls.ts';
import type { Prepare } from '../testing/events/event-calls.ts';
import { accountIdOf } from '../testing/test-data.ts';

const SPARE = 'houseaspare';
/** °F that only a mixing valve makes safe. */
const HOT = 150;
const OWN = { providerId: 'sunvale', houseId: 'housea' };

/** The devices of the house have ids of the utility, and there is a second water heater with a mixing valve, in no program. No schedule is active. */
const withSpare: Prepare = async (db, app) => {
  await db
    .updateTable('device')
    .set((eb) => ({ uid: eb.ref('id') }))
    .where('houseId', '=', 'housea')
    .execute();
  const heater = await db.selectFrom('device').selectAll().where('id', '=', HEATER).executeTakeFirstOrThrow();
  const spare = { ...heater, id: SPARE, uid: SPARE, name: null, mfg: 'aquanta', type: null, position: 9 };
  await insertRows(db, 'device', [spare]);
  const now = app.clock.now();
  const time = now.toISOString();
  await db.deleteFrom('activeSchedule').where('houseId', '=', 'housea').execute();
  const entries = JSON.stringify({
    status: { value: 'ONLINE', time },
    'hwh-set-temperature': { value: HOT, time },
    'hwh-set-mode': { value: 'SETPOINT', time },
  });
  await insertRows(db, 'deviceState', [{ ...OWN, deviceId: SPARE, entries, reportedAt: now }]);
  await insertRows(db, 'deviceSetting', [
    { ...OWN, deviceId: SPARE, key: 'hwh-mixing-valve', value: 'true', updatedAt: now },
  ]);
};

describe.each(databases)(
  'devices and homes that change while events come, run and return on %s',
  (_name, open) => {
    let late: unknown[] = [];
    const calls = eventCallsPerTest(open, withSpare, (error) => late.push(error));
    beforeEach(() => {
      late = [];
    });
    afterEach(() => {
      if (late.length > 0) throw new Error(late.map(String).join(', '));
    });

    const operator = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => {
      const token = await openSession(calls.db, calls.app, 'operator');
      return calls.app.call(method, `/api/operator${path}`, { token, ...(body ? { body } : {}) });
    };
    const changed = async (path: string, body: object, method: 'PUT' | 'POST' = 'PUT') => {
      const { status, text, body: answer } = await operator(method, `/home/housea${path}`, body);
      expect([status, text]).toEqual([200, expect.any(String)]);
      return answer.outcome as string;
    };
    const remove = () => changed(`/device/simulator/${HEATER}`, { status: 'removed' });
    const replace = () => changed(`/device/simulator/${SPARE}`, { replaces: HEATER });
    const move = () => changed('/move', { accountNumber: 'A-2' }, 'POST');
    const setpointOf = async (deviceId: string, key: string): Promise<unknown> => {
      const { entries } = await calls.db
        .selectFrom('deviceState')
        .select('entries')
        .where('deviceId', '=', deviceId)
        .executeTakeFirstOrThrow();
      return entries[key]?.value;
    };
    const setpoint = (deviceId: string = HEATER) => setpointOf(deviceId, 'hwh-set-temperature');
    const counts = async (event: string = WATER_EVENT) =>
      (await operator('GET', `/event/${event}`)).body.counts;
    const results = () =>
      calls.db
        .selectFrom('eventResult')
        .select(['eventId', 'household', 'takingPart', 'responded', 'optedOut'])
        .where('houseId', '=', 'housea')
        .orderBy('eventId')
        .execute();
    const actionsOf = async (deviceId: string, event: string = WATER_EVENT) => {
      const { participation } = await calls.world.participation('housea', deviceId, event);
      return participation.actions.map(({ phase, state }) => `${phase} ${state}`);
    };
    const unplug = (deviceId: string, type: 'offline' | null) =>
      calls.world.fleet.fault({ ...OWN, deviceId }, type && { type });
    /** To the end, with its returns, and to the first results. */
    const untilItIsOver = () => calls.world.run(2 * HOUR, 5 * MINUTE);
    /** Houses a and b have a water heater each. */
    const sum = {
      enrolled: 2,
      excluded: 0,
      leftBefore: 0,
      contacted: 2,
      responded: 2,
      pending: 0,
      noResponse: 0,
      optedOut: 0,
    };
    const moveInto = async () => {
      const role = {
        providerId: 'sunvale',
        id: 'movedin',
        role: 'house',
        houseId: 'housea',
        access: 'owner',
      } as const;
      await insertRows(calls.db, 'accountRole', [{ ...role, accountId: accountIdOf('neighbour') }]);
      return openSession(calls.db, calls.app, 'neighbour');
    };
    const letters = async () => {
      const rows = await calls.db
        .selectFrom('message')
        .select('dispatchId')
        .where('accountId', '=', accountIdOf('neighbour'))
        .where('houseId', '=', 'housea')
        .execute();
      return rows.length;
    };

    test('[API-3] a device that is removed in the middle of an event returns to its owner’s setting, and numbers add up', async () => {
      await calls.announce();
      await calls.begin();
      expect(await setpoint()).toBe(110);
      await remove();
      expect(await counts()).toEqual(sum);
      await calls.world.run(6 * MINUTE);
      expect(await setpoint()).toBe(120);
      await untilItIsOver();
      expect(await setpoint()).toBe(120);
      expect(await actionsOf(HEATER)).toEqual(['during confirmed', 'after confirmed']);
      expect(await counts()).toEqual(sum);
      expect(await results()).toMatchObject([
        { eventId: ROOM_EVENT, household: 1, responded: 1 },
        { eventId: WATER_EVENT, household: 1, takingPart: 1, responded: 1, optedOut: 0 },
      ]);
    });

    test('[T-32] a removed device that does not answer returns as soon as it does, hours later', async () => {
      await calls.announce();
      await calls.begin();
      unplug(HEATER, 'offline');
      await remove();
      await calls.world.run(3 * HOUR, 10 * MINUTE);
      expect(await actionsOf(HEATER)).not.toContain('after confirmed');
      expect(late.splice(0).map(String).join(' ')).toContain(HEATER);
      unplug(HEATER, null);
      await calls.world.run(HOUR, 5 * MINUTE);
      expect(await setpoint()).toBe(120);
      expect((await actionsOf(HEATER)).at(-1)).toBe('after confirmed');
      // Then nobody listens to it any more.
      const { reportedAt } = await calls.db
        .selectFrom('deviceState')
        .select('reportedAt')
        .where('deviceId', '=', HEATER)
        .executeTakeFirstOrThrow();
      await calls.world.run(HOUR, 10 * MINUTE);
      const later = await calls.db
        .selectFrom('deviceState')
        .select('reportedAt')
        .where('deviceId', '=', HEATER)
        .executeTakeFirstOrThrow();
      expect(later.reportedAt).toEqual(reportedAt);
    });

    test('[API-3] a device that is removed while it waits for its return still returns, and has responded', async () => {
      await calls.announce();
      await calls.begin();
      await calls.world.run(51 * MINUTE, 3 * MINUTE);
      expect(await setpoint()).toBe(110);
      await remove();
      await calls.world.run(HOUR, 5 * MINUTE);
      expect(await setpoint()).toBe(120);
      expect(await counts()).toEqual(sum);
      expect(await results()).toMatchObject([
        {},
        { eventId: WATER_EVENT, household: 1, responded: 1, optedOut: 0 },
      ]);
    });

    test('[API-3] a device that is removed before the event is not touched, and one that takes its place takes part with its own setting', async () => {
      await calls.announce();
      await replace();
      await calls.begin();
      expect([await setpoint(), await setpoint(SPARE)]).toEqual([120, 110]);
      expect(await counts()).toEqual({ ...sum, enrolled: 3, excluded: 1 });
      const { participation } = await calls.world.participation('housea', SPARE, WATER_EVENT);
      expect(participation.before?.setting).toMatchObject({ setpoint: HOT });
      await untilItIsOver();
      expect([await setpoint(), await setpoint(SPARE)]).toEqual([120, HOT]);
      expect(await actionsOf(HEATER)).toEqual([]);
      expect(await results()).toMatchObject([
        {},
        { eventId: WATER_EVENT, household: 1, takingPart: 1, responded: 1, optedOut: 0 },
      ]);
    });

    test('[API-3] a device that takes another’s place in the middle of an event stays as it is, and has its own setting in the next one', async () => {
      await calls.announce();
      await calls.begin();
      await replace();
      await calls.world.run(6 * MINUTE);
      expect([await setpoint(), await setpoint(SPARE)]).toEqual([120, HOT]);
      await untilItIsOver();
      expect([await setpoint(), await setpoint(SPARE)]).toEqual([120, HOT]);
      expect(await counts()).toEqual(sum);
      await calls.world.addEvent('water-heater', { id: 'event3', dispatchId: 'dispatch3' });
      await calls.world.run(3 * HOUR, 30 * MINUTE);
      await calls.world.run(12 * MINUTE, 3 * MINUTE);
      expect([await setpoint(), await setpoint(SPARE)]).toEqual([120, 110]);
      const { participation } = await calls.world.participation('housea', SPARE, 'event3');
      expect(participation.before?.setting).toMatchObject({ setpoint: HOT });
      await untilItIsOver();
      expect(await setpoint(SPARE)).toBe(HOT);
    });

    test('[T-26] a move in the middle of an event takes hotter water back no higher than is safe without the valve', async () => {
      await changed('/enrolment/water-heater', { from: '2026-01-01', consentAt: '2026-01-01' });
      await calls.announce();
      await calls.begin();
      expect(await setpoint(SPARE)).toBe(110);
      await move();
      await calls.world.run(6 * MINUTE);
      expect([await setpoint(), await setpoint(SPARE)]).toEqual([120, 140]);
      await untilItIsOver();
      expect([await setpoint(), await setpoint(SPARE)]).toEqual([120, 140]);
    });

    test('[API-3] [T-2] after a move in the middle of an event nobody who moved in is told what came of it', async () => {
      await calls.announce();
      await calls.begin();
      await move();
      const token = await moveInto();
      expect(await counts()).toEqual({ ...sum, responded: 1, optedOut: 1 });
      await untilItIsOver();
      await calls.world.run(3 * DAY, 6 * HOUR);
      expect(await setpoint()).toBe(120);
      expect(await results()).toMatchObject([{ household: 1 }, { household: 1 }]);
      expect(await letters()).toBe(0);
      expect((await calls.get('reward', token)).status).toBe(401);
    });

    test('[API-3] a move while devices return leaves what was earned to those who moved out', async () => {
      await calls.announce();
      await calls.begin();
      await calls.world.run(51 * MINUTE, 3 * MINUTE);
      await move();
      await calls.world.run(HOUR, 5 * MINUTE);
      expect(await setpoint()).toBe(120);
      expect(await counts()).toEqual(sum);
      expect(await results()).toMatchObject([
        { household: 1, responded: 1 },
        { household: 1, responded: 1 },
      ]);
      const rewarded = await calls.db
        .selectFrom('rewardEntry')
        .select('household')
        .where('houseId', '=', 'housea')
        .execute();
      expect(new Set(rewarded.map(({ household }) => household))).toEqual(new Set([1]));
    });

    test('[API-3] [T-2] who moves in when an event is being prepared takes no part, has no result and is charged for nothing', async () => {
      await calls.announce();
      calls.app.clock.advance(2 * HOUR);
      await calls.world.run(30 * MINUTE, 5 * MINUTE);
      expect(await actionsOf(THERMOSTAT, ROOM_EVENT)).toEqual(['before confirmed']);
      await calls.post(`event/${WATER_EVENT}/optout`);
      await move();
      const token = await moveInto();
      await operator('PUT', '/home/housea/enrolment/winter-heating', {
        from: '2026-01-01',
        consentAt: '2026-01-01',
      });
      await calls.world.run(10 * MINUTE);
      expect(await setpointOf(THERMOSTAT, 'thermostat-heat-setpoint')).toBe(70);
      expect((await calls.get('event', token)).body).toEqual([]);
      await calls.world.run(4 * HOUR, 4 * MINUTE);
      expect(await results()).toEqual([]);
      expect(await letters()).toBe(0);
      expect((await calls.get('event', token)).body).toEqual([]);
      expect(await counts(ROOM_EVENT)).toEqual({ ...sum, responded: 1, optedOut: 1 });
      // The next one it meets like anybody.
      await calls.world.addEvent('winter-heating', { id: 'event3', dispatchId: 'dispatch3' });
      await calls.world.run(MINUTE);
      const { consequence } = (await calls.get('event', token)).body[0] ?? {};
      expect(consequence).toMatchObject({ used: 0 });
    });
  },
);
