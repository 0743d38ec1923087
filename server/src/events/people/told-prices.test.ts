import { sql } from 'kysely';
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
import { carryOnEvents } from '../../testing/events/run-loops.ts';

const ROOM = `event/${ROOM_EVENT}/device/${THERMOSTAT}`;
const WATER = `event/${WATER_EVENT}/device/${HEATER}`;

describe.each(databases)('%s: what a home is told that leaving costs', (_name, open) => {
  const calls = eventCallsPerTest(open);
  const { addRoom, home, kept, later, priceOf, room } = homeInDispatch(calls);

  test('[OPT-1] the price told is kept once per dispatch and program, and forgotten when the opt-out is undone', async () => {
    await calls.announce();
    expect((await home()).toldAt).not.toBeNull();
    await calls.post(`${ROOM}/optout`);
    expect((await home()).optOuts).toEqual({
      'winter-heating': {
        at: calls.app.clock.now().getTime(),
        cause: 'person',
        told: { code: 'free', used: 0, free: 2 },
        devices: [THERMOSTAT],
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
    calls.app.clock.advance(6 * SECOND);
    await calls.post(`${WATER}/rejoin`);
    expect(
      (await kept()).map(([, program]) => program),
      'later it stays',
    ).toEqual(['water-heater']);
  });

  test('[OPT-1] told that it costs nothing more, a second device stays at that when the first joins again', async () => {
    await addRoom('room2');
    await calls.announce();
    await calls.post(`${ROOM}/optout`);
    expect(await priceOf(ROOM_EVENT)).toBe('counted_already');
    await calls.post(`event/${ROOM_EVENT}/device/room2/optout`);
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'free']]);
    await calls.post(`${ROOM}/rejoin`);
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'counted_already']]);
    await later('next', 9);
    expect(await priceOf('next')).toBe('free 0');
    // Leaving with the first one again costs what is told then.
    expect(await priceOf(ROOM_EVENT)).toBe('free 0');
    await calls.post(`${ROOM}/optout`);
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'free']]);
    expect(await priceOf('next')).toBe('free 1');
  });

  test('[OPT-1] nor is it charged for an event whose price was told and that is cancelled', async () => {
    await addRoom('room2');
    await calls.announce();
    // Two events of one program in the dispatch, with a device in each.
    await calls.world.addEvent('winter-heating', { id: 'second' });
    await carryOnEvents(calls.world.deps);
    await sql`delete from event_participation where event_id = 'second'`.execute(calls.db);
    await sql`update event_participation set event_id = 'second' where device_id = 'room2'`.execute(calls.db);
    await calls.post(`${ROOM}/optout`);
    expect((await calls.post('event/second/device/room2/optout')).status).toBe(202);
    await calls.db
      .updateTable('demandEvent')
      .set({ cancelledAt: calls.app.clock.now() })
      .where('id', '=', ROOM_EVENT)
      .execute();
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'free', 'cancelled']]);
  });

  test('[OPT-1] the price kept is that of the event which was left, not of another one of its program', async () => {
    await calls.world.addEvent('winter-heating', {
      id: 'soon',
      kind: 'rac',
      startTime: calls.app.clock.now().getTime() + 5 * MINUTE,
    });
    await calls.announce();
    expect(await priceOf(ROOM_EVENT)).toBe('free 0');
    await calls.post(`${ROOM}/optout`);
    expect(await kept()).toEqual([['dispatch1', 'winter-heating', 'free']]);
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
    await calls.db
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
    await calls.db
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
    const told = await calls.db
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
});
