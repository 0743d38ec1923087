import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { databases } from '../../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../../testing/events/event-calls.ts';
import { homeInDispatch } from '../../testing/events/home-in-dispatch.ts';
import { lookAtDevices } from '../../testing/events/run-loops.ts';

const ROOM = `event/${ROOM_EVENT}/device/${THERMOSTAT}`;
const WATER = `event/${WATER_EVENT}/device/${HEATER}`;

describe.each(databases)('%s: what a home was told and decided about a dispatch', (_name, open) => {
  const calls = eventCallsPerTest(open);
  const { addRoom, home, kept, later, priceOf, room, roomOf, setAtWall, water } = homeInDispatch(calls);

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

  test('[OPT-1] a home that left stays out with devices that join later, until its last device is back', async () => {
    await calls.announce();
    await calls.post(`event/${ROOM_EVENT}/optout`);
    await calls.post(`${ROOM}/rejoin`);
    expect((await home()).rejoinedAt, 'the water heater is still out').toBeNull();
    await addRoom('room2');
    await calls.world.run(6 * MINUTE, 6 * MINUTE);
    expect((await roomOf('room2')).optOut?.cause).toBe('person');
    expect((await room()).optOut).toBeNull();
    const { status, body } = await calls.post(`event/${ROOM_EVENT}/rejoin`);
    expect([status, body.map(({ leftAt }: { leftAt: string | null }) => leftAt)]).toEqual([
      202,
      [null, null],
    ]);
    expect((await home()).rejoinedAt).toEqual(calls.app.clock.now());
    expect([(await roomOf('room2')).optOut, (await water()).optOut]).toEqual([null, null]);
    await addRoom('room3');
    await calls.world.run(6 * MINUTE, 6 * MINUTE);
    expect((await roomOf('room3')).optOut).toBeNull();
    // Leaving once more holds again.
    await calls.post(`event/${ROOM_EVENT}/optout`);
    expect((await home()).rejoinedAt).toBeNull();
  });

  test('[OPT-1] undone with all devices at one moment, within what a press of the last second needs to arrive', async () => {
    await calls.announce();
    await calls.post(`event/${ROOM_EVENT}/optout`);
    calls.app.clock.advance(15 * SECOND);
    const rejoin = (body = {}) => calls.post(`event/${ROOM_EVENT}/rejoin`, body);
    expect((await rejoin({ deviceIds: [THERMOSTAT, HEATER] })).status).toBe(202);
    expect([(await room()).optOut, (await water()).optOut, await kept()]).toEqual([null, null, []]);
    expect((await rejoin()).body.code, 'none is out').toBe('not_opted_out');
    // Those that are not named stay out.
    await calls.post(`${WATER}/optout`);
    calls.app.clock.advance(MINUTE);
    await calls.post(`event/${ROOM_EVENT}/optout`);
    expect((await rejoin({ deviceIds: [THERMOSTAT] })).status).toBe(202);
    expect([(await room()).optOut, (await water()).optOut?.cause]).toEqual([null, 'person']);
    expect((await kept()).map(([, program]) => program)).toEqual(['water-heater']);
    expect((await calls.post('event/nothing/rejoin')).status).toBe(404);
    expect((await rejoin({ deviceIds: [] })).status).toBe(400);
  });

  test('[OPT-1] a home whose devices are all left out for now leaves beforehand, at no cost, and may come back', async () => {
    setAtWall('off');
    await calls.world.round();
    await calls.world.addEvent('winter-heating');
    await calls.world.run(MINUTE);
    expect((await room()).plan).toMatchObject({ excluded: { code: 'mode_unsuitable' } });
    expect(await priceOf(ROOM_EVENT)).toBe('nothing');
    const left = await calls.post(`event/${ROOM_EVENT}/optout`, { reason: 'Guests' });
    expect([left.status, left.body]).toMatchObject([
      202,
      [{ id: ROOM_EVENT, leftAt: calls.app.clock.now().toISOString(), consequence: { code: 'nothing' } }],
    ]);
    expect(await home()).toMatchObject({ leftCause: 'person', leftReason: 'Guests' });
    expect((await calls.post(`event/${ROOM_EVENT}/rejoin`)).body).toMatchObject([{ leftAt: null }]);
    await calls.post(`event/${ROOM_EVENT}/optout`);
    setAtWall('heat');
    await calls.begin();
    expect(await room()).toMatchObject({ optOut: { cause: 'person' }, optOutCounted: false, actions: [] });
    expect(await kept()).toEqual([]);
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
    await calls.db
      .updateTable('house')
      .set({ closedAt: calls.app.clock.now() })
      .where('id', '=', 'housea')
      .execute();
    await calls.db.updateTable('house').set({ comfort: null }).where('id', '=', 'housea').execute();
    await calls.db.updateTable('demandEvent').set({ revision: 2 }).where('id', '=', ROOM_EVENT).execute();
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

  test('[T-31] a device that becomes ready while two events want it is taken in by one of them', async () => {
    const limits = { coolCeiling: null, heatFloor: null };
    const codes = async () => {
      const plans = ['x', 'y'].map((id) => calls.world.participation('housea', THERMOSTAT, id));
      return (await Promise.all(plans))
        .map(({ participation: { plan } }) => ('excluded' in plan ? plan.excluded.code : 'in'))
        .toSorted();
    };
    setAtWall('off');
    await calls.world.round();
    await later('x', 3);
    await later('y', 3);
    expect(await codes()).toEqual(['mode_unsuitable', 'mode_unsuitable']);
    setAtWall('heat');
    await calls.world.run(MINUTE);
    await calls.db.updateTable('eventParticipation').set({ dueAt: calls.app.clock.now() }).execute();
    await lookAtDevices(calls.world.deps);
    expect(await codes()).toEqual(['in', 'other_event']);
    // Nor do both take it in that its owner had left out.
    await calls.put('comfort', { ...limits, devicesLeftOut: [THERMOSTAT] });
    expect(await codes()).toEqual(['left_out_by_owner', 'left_out_by_owner']);
    await calls.put('comfort', { ...limits, devicesLeftOut: [] });
    expect(await codes()).toEqual(['in', 'other_event']);
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
