import { describe, expect, test } from 'vitest';
import type { HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { databases } from '../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../testing/events/event-calls.ts';

const WATER = `event/${WATER_EVENT}/device/${HEATER}`;

describe.each(databases)('%s: devices that their utility takes out of events', (_name, open) => {
  const calls = eventCallsPerTest(open, async (db) => {
    await db
      .updateTable('device')
      .set((eb) => ({ uid: eb.ref('id') }))
      .where('houseId', '=', 'housea')
      .execute();
  });

  const operator = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const token = await openSession(calls.db, calls.app, 'operator');
    const answer = await calls.app.call(method, `/api/operator${path}`, { token, ...(body ? { body } : {}) });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body;
  };
  const endPart = () => operator('DELETE', '/home/housea/enrolment/water-heater');
  const dashboard = async () => {
    const { body } = await calls.get('dashboard');
    const idsOf = (events: HouseEvent[]) => events.map(({ id }) => id);
    return {
      active: idsOf(body.activeEvents),
      upcoming: idsOf(body.upcomingEvents),
      left: idsOf(body.leftEvents),
      water: (body.leftEvents as HouseEvent[]).find(({ id }) => id === WATER_EVENT),
    };
  };
  const counts = async () => (await operator('GET', `/event/${WATER_EVENT}`)).counts;
  const exported = async () => {
    const { rows } = await operator('GET', `/event/${WATER_EVENT}/participation`);
    return (rows as { houseId: string }[]).find(({ houseId }) => houseId === 'housea');
  };
  const refusals = async () => {
    const paths = [`${WATER}/rejoin`, `event/${WATER_EVENT}/rejoin`, `${WATER}/optout`, `${WATER}/ease`];
    const answers = await Promise.all(paths.map((path) => calls.post(path)));
    const why = await calls.post(`${WATER}/optout`, { reason: 'Guests', afterwards: true });
    return new Set([...answers, why].map(({ status, body }) => `${status} ${body.code}`));
  };
  const nothingKept = async () => {
    const rows = await calls.db
      .selectFrom('houseDispatch')
      .select(['leftAt', 'optOuts'])
      .where('houseId', '=', 'housea')
      .execute();
    expect(rows).toEqual(rows.map(() => ({ leftAt: null, optOuts: {} })));
  };
  const heater = async () => (await calls.world.participation('housea', HEATER, WATER_EVENT)).participation;
  const results = () =>
    calls.db
      .selectFrom('eventResult')
      .select(['eventId', 'takingPart', 'responded', 'optedOut'])
      .where('houseId', '=', 'housea')
      .orderBy('eventId')
      .execute();
  /** To the end, with its returns, and to the first results. */
  const untilItIsOver = () => calls.world.run(2 * HOUR, 5 * MINUTE);
  const all = { enrolled: 2, excluded: 0, leftBefore: 0, contacted: 2, noResponse: 0, optedOut: 0 };

  test('[API-3] [OPT-1] [OPT-2] in the middle of an event: it returns, has responded, costs nothing, and nobody can undo it', async () => {
    await calls.announce();
    await calls.begin();
    await endPart();
    expect((await heater()).optOut).toMatchObject({ cause: 'provider' });
    expect(await refusals()).toEqual(new Set(['409 taken_out']));
    const { active, left, water } = await dashboard();
    expect([active, left]).toEqual([[ROOM_EVENT], [WATER_EVENT]]);
    expect(water).toMatchObject({
      devices: [{ optOut: { cause: 'provider', counted: false }, excluded: null, outcome: 'responded' }],
      deviceEventLogs: [{ deviceId: HEATER, optout: false }],
      consequence: { used: 0 },
    });
    await nothingKept();
    await calls.world.run(6 * MINUTE, 2 * MINUTE);
    expect(await calls.reading(HEATER, 'hwh-set-temperature')).toBe(120);
    const { body: activity } = await calls.get(`device/${HEATER}/activity`);
    expect(JSON.stringify(activity)).toContain('"after":"provider"');
    expect(await refusals()).toEqual(new Set(['409 taken_out']));
    await untilItIsOver();
    expect(await counts()).toEqual({ ...all, responded: 2, pending: 0 });
    expect(await exported()).toMatchObject({
      outcome: 'responded',
      optOutCause: 'provider',
      contacted: true,
    });
    expect((await results())[1]).toEqual({
      eventId: WATER_EVENT,
      takingPart: 1,
      responded: 1,
      optedOut: 0,
    });
    const { body: days } = await calls.get('event-day');
    const sums = (days as { events: { id: string; devicesContactedCount: number; optOutCount: number }[] }[])
      .flatMap(({ events }) => events)
      .map(({ id, devicesContactedCount, optOutCount }) => [id, devicesContactedCount, optOutCount]);
    expect(sums).toContainEqual([WATER_EVENT, 1, 0]);
    await nothingKept();
  });

  test('[API-3] [OPT-1] before an event: it is excluded from it with the reason, and the home has no result of it', async () => {
    await calls.announce();
    await endPart();
    expect(await refusals()).toEqual(new Set(['409 taken_out']));
    expect(await dashboard()).toMatchObject({ upcoming: [ROOM_EVENT], left: [] });
    const [event] = (await calls.get(`event/${WATER_EVENT}/plan`)).body as { deviceId: string }[];
    expect(event).toBeDefined();
    await calls.begin();
    expect((await heater()).actions).toEqual([]);
    await untilItIsOver();
    expect(await counts()).toEqual({ ...all, contacted: 1, excluded: 1, responded: 1, pending: 0 });
    expect(await exported()).toMatchObject({
      outcome: 'excluded',
      excluded: 'taken_out',
      optOutCause: 'provider',
      contacted: false,
    });
    expect((await results())[1]).toMatchObject({ takingPart: 0, responded: 0, optedOut: 0 });
    await nothingKept();
  });

  test('[API-3] [OPT-1] a device that a person had taken out does not come back once its part has ended, the others do', async () => {
    await calls.announce();
    await calls.begin();
    await calls.post(`event/${ROOM_EVENT}/optout`);
    await endPart();
    expect((await heater()).optOut).toMatchObject({ cause: 'person' });
    expect((await calls.post(`${WATER}/rejoin`)).body).toMatchObject({ status: 409, code: 'not_enrolled' });
    const { status } = await calls.post(`event/${ROOM_EVENT}/rejoin`);
    expect(status).toBe(202);
    const room = await calls.world.participation('housea', THERMOSTAT, ROOM_EVENT);
    expect([room.participation.optOut, (await heater()).optOut?.cause]).toEqual([null, 'person']);
  });

  test('[API-3] a removed device is in nobody’s list, and its return is as it would have been', async () => {
    await calls.announce();
    await calls.begin();
    await operator('PUT', `/home/housea/device/simulator/${HEATER}`, { status: 'removed' });
    const rejoin = await calls.post(`event/${WATER_EVENT}/rejoin`);
    expect([rejoin.status, rejoin.body.code]).toEqual([409, 'taken_out']);
    await calls.world.run(6 * MINUTE, 2 * MINUTE);
    expect((await heater()).actions.map(({ phase, state }) => `${phase} ${state}`)).toEqual([
      'during confirmed',
      'after confirmed',
    ]);
    expect((await heater()).optOut).toMatchObject({ cause: 'provider' });
  });
});
