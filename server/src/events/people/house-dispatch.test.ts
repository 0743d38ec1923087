import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { databases, reuseDatabase } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import {
  HEATER,
  openEventCalls,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../../testing/events/event-calls.ts';
import type { EventCalls } from '../../testing/events/event-calls.ts';
import { optOutsOfHouses } from '../../stores/events/house-dispatches.ts';
import { sweepEvents } from '../sweep-events.ts';

const ROOM = `event/${ROOM_EVENT}/device/${THERMOSTAT}`;
const WATER = `event/${WATER_EVENT}/device/${HEATER}`;

describe.each(databases)('%s: what a home was told and decided about a dispatch', (_name, open) => {
  const openEmpty = reuseDatabase(open);
  let database: TestDatabase;
  let calls: EventCalls;

  beforeEach(async () => {
    database = await openEmpty();
    calls = await openEventCalls(database);
    return calls.close;
  });

  const home = async (dispatchId = 'dispatch1') =>
    database.db
      .selectFrom('houseDispatch')
      .selectAll()
      .where('houseId', '=', 'housea')
      .where('dispatchId', '=', dispatchId)
      .executeTakeFirstOrThrow();
  const room = async () => (await calls.world.participation('housea', THERMOSTAT)).participation;
  const water = async () => (await calls.world.participation('housea', HEATER, WATER_EVENT)).participation;
  const later = async (id: string, hours: number) => {
    const startTime = calls.app.clock.now().getTime() + hours * HOUR;
    await calls.world.addEvent('winter-heating', {
      id,
      dispatchId: id,
      startTime,
      endTime: startTime + HOUR,
    });
    await sweepEvents(calls.world.deps);
  };
  /** The price that screens show for an event, and how many of the free ones are used. */
  const priceOf = async (id: string) => {
    const { code, used } = (await calls.get(`event/${id}`)).body[0].consequence;
    return used === null ? code : `${code} ${used}`;
  };
  const kept = async () =>
    (await optOutsOfHouses(database.db, 'sunvale', ['housea']))
      .toSorted((one, other) => one.at - other.at)
      .map(({ dispatchId, programId, told, isCancelled }) => [
        dispatchId,
        programId,
        told?.code,
        ...(isCancelled ? ['cancelled'] : []),
      ]);

  test('[OPT-1] a home that left takes part in nothing of the dispatch, whenever its devices join', async () => {
    await calls.world.addEvent('winter-heating');
    await calls.world.run(MINUTE);
    expect((await calls.post(`event/${ROOM_EVENT}/optout`, { reason: 'Guests' })).status).toBe(202);
    const { leftAt, leftBy, leftCause, leftReason, rejoinedAt } = await home();
    expect({ leftAt, leftBy, leftCause, leftReason, rejoinedAt }).toEqual({
      leftAt: calls.app.clock.now(),
      leftBy: expect.any(String),
      leftCause: 'person',
      leftReason: 'Guests',
      rejoinedAt: null,
    });
    await calls.world.addEvent('water-heater', { id: WATER_EVENT });
    await calls.world.run(MINUTE);
    expect((await water()).optOut).toEqual({ at: leftAt?.getTime(), cause: 'person' });
    const { body } = await calls.get('dashboard');
    expect([body.upcomingEvents, body.leftEvents.length]).toEqual([[], 2]);
    // Whoever was not told a price does not pay one.
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'free']]);
    await calls.begin();
    expect((await water()).actions).toEqual([]);
  });

  test('[OPT-1] a home that joined again takes part with devices that join later', async () => {
    await calls.world.addEvent('winter-heating');
    await calls.world.run(MINUTE);
    await calls.post(`event/${ROOM_EVENT}/optout`);
    await calls.post(`${ROOM}/rejoin`);
    expect((await home()).rejoinedAt).toEqual(calls.app.clock.now());
    await calls.world.addEvent('water-heater', { id: WATER_EVENT });
    await calls.world.run(MINUTE);
    expect((await water()).optOut).toBeNull();
    // Leaving once more holds again.
    await calls.post(`event/${ROOM_EVENT}/optout`);
    expect((await home()).rejoinedAt).toBeNull();
  });

  test('[OPT-1] [T-32] a device that was left out stays out of a dispatch that its home has left', async () => {
    const limits = { coolCeiling: null, heatFloor: null };
    await calls.put('comfort', { ...limits, devicesLeftOut: [THERMOSTAT] });
    await calls.announce();
    expect((await room()).plan).toHaveProperty('excluded');
    await calls.post(`event/${WATER_EVENT}/optout`);
    const { leftAt } = await home();
    await calls.put('comfort', { ...limits, devicesLeftOut: [] });
    expect(await room()).toMatchObject({
      plan: { steps: expect.any(Array) },
      optOut: { at: leftAt?.getTime(), cause: 'person' },
    });
    await calls.begin();
    expect((await room()).actions).toEqual([]);
  });

  test('[OPT-1] [T-32] nor does a changed event take it in, and never one of a closed household', async () => {
    await calls.put('comfort', { coolCeiling: null, heatFloor: null, devicesLeftOut: [THERMOSTAT] });
    await calls.announce();
    await database.db
      .updateTable('house')
      .set({ closedAt: calls.app.clock.now() })
      .where('id', '=', 'housea')
      .execute();
    await database.db.updateTable('house').set({ comfort: null }).where('id', '=', 'housea').execute();
    await database.db.updateTable('demandEvent').set({ revision: 2 }).where('id', '=', ROOM_EVENT).execute();
    await calls.begin();
    expect(await room()).toMatchObject({ plan: { excluded: expect.anything() }, actions: [] });
  });

  test('leaving does not reach an event of the dispatch that cannot be left', async () => {
    await calls.world.addEvent('winter-heating');
    await calls.world.run(MINUTE);
    await calls.post(`event/${ROOM_EVENT}/optout`);
    await calls.world.addEvent('water-heater', { id: WATER_EVENT, optOutAllowed: false });
    await calls.world.run(MINUTE);
    expect((await water()).optOut).toBeNull();
  });

  test('[OPT-1] the price told is kept once per dispatch and program, and forgotten when the opt-out is undone', async () => {
    await calls.announce();
    expect((await home()).toldAt).not.toBeNull();
    await calls.post(`${ROOM}/optout`);
    expect((await home()).optOuts).toEqual({
      'winter-heating': {
        at: calls.app.clock.now().getTime(),
        cause: 'person',
        told: { code: 'free', used: 0, free: 2 },
      },
    });
    expect((await home()).leftAt, 'it left with one device').toBeNull();
    await calls.post(`${WATER}/optout`);
    expect(await kept()).toEqual([
      ['dispatch1', 'water-heater', expect.any(String)],
      ['dispatch1', 'winter-heating', 'free'],
    ]);
    calls.app.clock.advance(10 * SECOND);
    await calls.post(`${ROOM}/rejoin`);
    expect((await kept()).map(([, program]) => program)).toEqual(['water-heater']);
    calls.app.clock.advance(SECOND);
    await calls.post(`${WATER}/rejoin`);
    expect(
      (await kept()).map(([, program]) => program),
      'after 10 s it stays',
    ).toEqual(['water-heater']);
  });

  test('[OPT-1] opt-outs count in the order in which people made them, and not those of events cancelled later', async () => {
    await later('b', 8);
    await later('a', 4);
    await later('c', 12);
    await later('d', 16);
    await calls.post('event/b/optout');
    expect([await priceOf('a'), await priceOf('c')]).toEqual(['free 1', 'free 1']);
    calls.app.clock.advance(SECOND);
    await calls.post('event/a/optout');
    expect(await priceOf('c')).toMatch(/^loses_\w+ 2$/);
    calls.app.clock.advance(SECOND);
    await calls.post('event/c/optout');
    const [first, second, third] = await kept();
    expect([first, second]).toEqual([
      ['b', 'winter-heating', 'free'],
      ['a', 'winter-heating', 'free'],
    ]);
    expect(third?.[2]).toMatch(/^loses_/);
    // The first falls away: the others are counted without it, on screen as in the ledger.
    await database.db
      .updateTable('demandEvent')
      .set({ cancelledAt: calls.app.clock.now() })
      .where('id', '=', 'b')
      .execute();
    expect(await priceOf('d')).toMatch(/^loses_\w+ 2$/);
    expect((await kept())[0]).toEqual(['b', 'winter-heating', 'free', 'cancelled']);
  });

  test('[OPT-1] what counts as late is when this home was told', async () => {
    await calls.announce();
    const { toldAt } = await home();
    expect(await priceOf(ROOM_EVENT)).toBe('free 0');
    const late = new Date((toldAt?.getTime() ?? 0) + 2 * HOUR + 55 * MINUTE);
    await database.db
      .updateTable('houseDispatch')
      .set({ toldAt: late })
      .where('houseId', '=', 'housea')
      .execute();
    expect(await priceOf(ROOM_EVENT)).toBe('late_notice');
    await calls.post(`${ROOM}/optout`);
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'late_notice']]);
    const [event] = (await calls.get(`event/${ROOM_EVENT}`)).body;
    expect(event.devices[0].optOut.counted).toBe(false);
    await later('next', 9);
    expect(await priceOf('next')).toBe('free 0');
  });

  test('[OPT-1] tightened limits: the price is told by message, and undone until the end it costs nothing', async () => {
    await calls.announce();
    await calls.begin();
    await calls.put('comfort', { coolCeiling: null, heatFloor: 68, devicesLeftOut: [] });
    expect((await room()).optOut?.cause).toBe('limits');
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'free']]);
    const told = await database.db
      .selectFrom('message')
      .select('plainTextBody')
      .where('plainTextBody', 'like', '%limits that you set%')
      .execute();
    expect(told[0]?.plainTextBody).toContain('It counts as free opt-out 1 of 2 this season.');
    calls.app.clock.advance(45 * MINUTE);
    await calls.put('comfort', { coolCeiling: null, heatFloor: null, devicesLeftOut: [] });
    expect((await calls.post(`${ROOM}/rejoin`)).status).toBe(202);
    expect(await kept()).toEqual([]);
  });

  const setAtWall = (mode: string) => {
    const device = { providerId: 'sunvale', houseId: 'housea', deviceId: THERMOSTAT };
    calls.world.fleet.setAtDevice(device, { mode }, calls.app.clock.now());
  };

  test('a device that was off at the notice joins at its own start', async () => {
    setAtWall('off');
    await calls.world.round();
    await calls.announce();
    expect((await room()).plan).toMatchObject({ excluded: { code: 'mode_unsuitable' } });
    setAtWall('heat');
    await calls.begin();
    expect((await room()).plan).toMatchObject({ moved: ['heatSetpoint'] });
    expect(await calls.reading(THERMOSTAT, 'thermostat-heat-setpoint')).toBe(67);
  });

  test('[OPT-1] a device that was off stays out if its home has left meanwhile', async () => {
    setAtWall('off');
    await calls.world.round();
    await calls.announce();
    expect((await calls.post(`event/${WATER_EVENT}/optout`)).status).toBe(202);
    setAtWall('heat');
    await calls.begin();
    expect(await room()).toMatchObject({ optOut: { cause: 'person' }, optOutCounted: false, actions: [] });
    expect(await calls.reading(THERMOSTAT, 'thermostat-heat-setpoint')).toBe(70);
  });

  test('[OPT-1] ease is taken back until the end, and the plan says what easing changes', async () => {
    await calls.announce();
    await calls.begin();
    const planned = async () =>
      (await calls.get(`event/${ROOM_EVENT}/plan`)).body.find(
        ({ deviceId }: { deviceId: string }) => deviceId === THERMOSTAT,
      );
    const { expected, ease } = await planned();
    expect(ease).toMatchObject({ to: 69, expected: { currency: 'USD' } });
    expect(ease.expected.wh).toBeLessThan(expected.wh);
    await calls.post(`${ROOM}/ease`);
    expect((await planned()).ease).toBeNull();
    await calls.world.run(4 * MINUTE, 2 * MINUTE);
    expect(await calls.reading(THERMOSTAT, 'thermostat-heat-setpoint')).toBe(69);
    const takeBack = async () =>
      calls.app.call('DELETE', `/api/house/housea/${ROOM}/ease`, { token: calls.token() });
    const answer = await takeBack();
    expect(answer.status).toBe(202);
    expect(answer.body.devices[0]).toMatchObject({ eased: false, mayEase: true });
    await calls.world.run(4 * MINUTE, 2 * MINUTE);
    expect(await calls.reading(THERMOSTAT, 'thermostat-heat-setpoint')).toBe(67);
    expect((await takeBack()).status, 'the same again').toBe(202);
    calls.app.clock.advance(HOUR);
    expect((await takeBack()).body.code).toBe('event_over');
  });

  test('[OPT-1] [T-30] an opt-out that is sent again takes nothing out that has joined again since', async () => {
    await calls.announce();
    const send = (path: string, key: string, body: object = {}) =>
      calls.app.call('POST', `/api/house/housea/${path}/optout`, {
        token: calls.token(),
        headers: { 'idempotency-key': key },
        body,
      });
    const first = await send(ROOM, 'key-1');
    await calls.post(`${ROOM}/rejoin`);
    const again = await send(ROOM, 'key-1');
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect((await room()).optOut).toBeNull();
    expect((await send(ROOM, 'key-1', { reason: 'Guests' })).body.code).toBe('idempotency_mismatch');
    expect((await send(`event/${ROOM_EVENT}`, 'key-2')).status).toBe(202);
    await calls.post(`${ROOM}/rejoin`);
    expect((await send(`event/${ROOM_EVENT}`, 'key-2')).status).toBe(202);
    expect([(await room()).optOut, (await water()).optOut?.cause]).toEqual([null, 'person']);
    expect((await send(ROOM, 'key-3')).body.devices[0].optOut.cause).toBe('person');
  });
});
