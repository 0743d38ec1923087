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
import { openSession } from '../../testing/auth/sessions.ts';
import { accountIdOf } from '../../testing/test-data.ts';
import { carryOnEvents, lookAtDevices } from '../../testing/events/run-loops.ts';

const SETPOINT = 'thermostat-heat-setpoint';
const WATER = 'hwh-set-temperature';

describe.each(databases)('%s: orders and changes while other events hold the devices', (_name, open) => {
  const calls = eventCallsPerTest(open);
  const { later, water } = homeInDispatch(calls);

  const operate = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const token = await openSession(calls.db, calls.app, 'operator');
    return (await calls.app.call(method, `/api/operator/${path}`, { token, ...(body ? { body } : {}) })).body;
  };
  const isoIn = (milliseconds: number) =>
    new Date(calls.app.clock.now().getTime() + milliseconds).toISOString();
  const order = (milliseconds: number) => ({
    programIds: ['water-heater'],
    startTime: isoIn(milliseconds),
    minutes: 60,
  });
  const dryRun = async () => {
    const { devices, excluded } = await operate('POST', 'event/dry-run', order(8 * HOUR));
    return { devices, excluded };
  };
  const setpointsOf = async (eventId: string) => {
    const { plan } = (await calls.world.participation('housea', THERMOSTAT, eventId)).participation;
    return 'steps' in plan ? plan.steps.map(({ command }) => command.heatSetpoint) : plan.excluded.code;
  };
  const newestMessage = async () =>
    (
      await calls.db
        .selectFrom('message')
        .select(['plainTextBody', 'subject'])
        .where('accountId', '=', accountIdOf('owner'))
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.plainTextBody ?? '';

  test('[T-33] [API-1] a dry run and a plan start from the owner’s setting, not from the event’s', async () => {
    await calls.announce();
    await calls.begin();
    expect([await calls.reading(THERMOSTAT, SETPOINT), await calls.reading(HEATER, WATER)]).toEqual([
      67, 110,
    ]);
    expect(await dryRun()).toEqual({ devices: 2, excluded: [] });
    await later('running', 8);
    expect(await setpointsOf('running')).toEqual([72, 67, 70]);

    await operate('POST', 'dispatch/dispatch1/cancel');
    await later('returning', 12);
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(67);
    expect(await setpointsOf('returning')).toEqual([72, 67, 70]);
    expect(await dryRun()).toEqual({ devices: 2, excluded: [] });
  });

  test('[T-28] a device that its owner has set beyond the event may still join, once it is set otherwise', async () => {
    const heater = { providerId: 'sunvale', houseId: 'housea', deviceId: HEATER };
    const setWater = async (setpoint: number) => {
      calls.world.fleet.setAtDevice(heater, { setpoint }, calls.app.clock.now());
      await calls.world.run(SECOND);
    };
    await setWater(110);
    expect(await dryRun()).toEqual({
      devices: 1,
      excluded: [{ reason: 'already_beyond', devices: 1, mayJoin: true }],
    });
    await calls.announce();
    expect((await water()).plan).toMatchObject({ excluded: { code: 'already_beyond' } });
    await setWater(125);
    await calls.begin();
    expect((await water()).plan).toHaveProperty('steps');
    expect(await calls.reading(HEATER, WATER)).toBe(110);
  });

  test('[NOTIF-1] a notice of a change tells the plan that holds now, and comes once it is made', async () => {
    await calls.announce();
    const [{ startTime } = { startTime: '' }] = await calls.events('?active=false');
    const hours = (count: number) => new Date(Date.parse(startTime) + count * HOUR).toISOString();
    await operate('PUT', `event/${ROOM_EVENT}`, { startTime: hours(1), endTime: hours(2) });
    await carryOnEvents(calls.world.deps);
    expect(await newestMessage()).not.toContain('was changed');
    await lookAtDevices(calls.world.deps);
    await carryOnEvents(calls.world.deps);
    const told = await newestMessage();
    expect(told).toMatch(/^Now 3:00 – 4:00\sPM MST · 1 hour/);
    expect(told).toMatch(/Hall is held at 67\s?°F\./);

    // A home that was told of it, and is in it no more, hears that.
    const { body: limits } = await calls.get('comfort');
    await calls.put('comfort', { ...limits, devicesLeftOut: [THERMOSTAT, HEATER] });
    calls.app.clock.advance(SECOND);
    await operate('PUT', `event/${ROOM_EVENT}`, { endTime: hours(3) });
    for (const carryOn of [carryOnEvents, lookAtDevices, carryOnEvents]) await carryOn(calls.world.deps);
    expect(await newestMessage()).toContain('none of your devices is taking part in it');
  });

  test('[API-1] what a cancelled event has not moved says so, whatever is ordered then; who left before says only that', async () => {
    await calls.announce();
    await calls.post(`event/${WATER_EVENT}/device/${HEATER}/optout`);
    calls.app.clock.advance(2 * HOUR + 30 * MINUTE);
    await operate('PUT', `event/${WATER_EVENT}`, { endTime: isoIn(HOUR) });
    await operate('POST', `event/${WATER_EVENT}/cancel`);
    expect(await operate('POST', 'event', order(35 * MINUTE))).toHaveProperty('dispatchId');
    await calls.world.run(MINUTE);
    const { rows } = await operate('GET', `event/${WATER_EVENT}/participation`);
    expect(rows).toMatchObject([
      { houseId: 'housea', outcome: 'leftBefore', excluded: null },
      { houseId: 'houseb', outcome: 'excluded', excluded: 'event_cancelled' },
    ]);
  });
});
