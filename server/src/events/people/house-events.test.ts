import { beforeEach, describe, expect, test } from 'vitest';
import type { HouseEvent } from '#contract/entities/event.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { updateEvent } from '../../stores/events/events.ts';
import { startApp } from '../../testing/app.ts';
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

describe.each(databases)('%s', (_name, open) => {
  const openEmpty = reuseDatabase(open);
  let database: TestDatabase;
  let calls: EventCalls;

  beforeEach(async () => {
    database = await openEmpty();
    calls = await openEventCalls(database);
    return calls.close;
  });

  const now = () => calls.app.clock.now().getTime();
  const iso = (time: number) => new Date(time).toISOString();
  const ids = async (query: string) => (await calls.events(query)).map(({ id }) => id);
  const dashboard = async () => {
    const { body } = await calls.get('dashboard');
    const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);
    return {
      active: idsOf(body.activeEvents),
      upcoming: idsOf(body.upcomingEvents),
      left: idsOf(body.leftEvents),
      returning: idsOf(body.returningEvents),
    };
  };
  /** Ends the event at this moment, as the operator would. */
  const cancel = async (eventId: string) => {
    const row = await database.db
      .selectFrom('demandEvent')
      .selectAll()
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    await updateEvent(
      database.db,
      { providerId: 'sunvale', eventId },
      {
        startTime: row.startTime.getTime(),
        endTime: row.endTime.getTime(),
        intensity: row.intensity,
        revision: row.revision,
        cancelledAt: now(),
      },
      new Date(now()),
    );
  };

  test('[API-4] an event carries the fields of the specification, and its plan, cause and price of leaving', async () => {
    const start = now() + 3 * HOUR;
    await calls.announce({ cause: { en: 'A cold evening' } });
    const [event] = await calls.events('?active=false');
    expect(event).toEqual({
      id: ROOM_EVENT,
      dispatchId: 'dispatch1',
      category: 'event',
      type: 'tstat',
      eventDay: '2026-11-15',
      startTime: iso(start),
      endTime: iso(start + HOUR),
      cancelledAt: null,
      state: 'notified',
      optOutAllowed: true,
      cause: { en: 'A cold evening' },
      programId: 'winter-heating',
      programName: 'Winter Heating',
      reward: { type: 'per-kwh', amount: 55, currency: 'USD' },
      deviceEventLogs: [{ deviceId: THERMOSTAT, optout: false, eventEnergy: null }],
      devices: [
        {
          deviceId: THERMOSTAT,
          steps: expect.any(Array),
          excluded: null,
          optOut: null,
          eased: false,
          mayEase: true,
          easesTo: 69,
          outcome: 'pending',
          returned: null,
        },
      ],
      consequence: { code: 'free', used: 0, free: 2, amount: null, currency: null },
      leftAt: null,
    });
    const { participation } = await calls.world.participation('housea', THERMOSTAT);
    const stored = 'steps' in participation.plan ? participation.plan.steps : [];
    expect(event?.devices[0]?.steps.map(({ phase, at, command }) => [phase, at, command])).toEqual(
      stored.map(({ phase, at, command }) => [phase, iso(at), command]),
    );
    expect(stored.map(({ phase }) => phase)).toEqual(['before', 'during', 'after']);
  });

  test("while a demo's past is being prepared, the price of leaving is open and what is made of the past is refused", async () => {
    await calls.announce();
    const preparing = await startApp(database.db, {
      seed: 'preparing',
      clock: calls.app.clock,
      historyProgress: async ({ houseId }) => (houseId === 'housea' ? 0.4 : null),
    });
    const ask = (path: string, method: 'GET' | 'POST' = 'GET') =>
      preparing.call(method, `/api/house/housea/${path}`, {
        token: calls.token(),
        ...(method === 'POST' ? { body: {} } : {}),
      });
    const pricesIn = (events: HouseEvent[]) => [
      ...new Set(events.map(({ consequence }) => consequence.code)),
    ];
    const { body: dashboard_ } = await ask('dashboard');
    expect(dashboard_).toMatchObject({
      preparing: { progress: 0.4 },
      monthlyResults: null,
      latestResult: null,
      programs: expect.arrayContaining([
        {
          programId: 'water-heater',
          programName: 'Water Heater Saver',
          translations: [{ language: 'es', name: 'Ahorro en agua caliente' }],
          season: null,
          reward: { type: 'per-event', amount: 50, currency: 'USD' },
        },
      ]),
    });
    for (const events of [
      dashboard_.upcomingEvents,
      (await ask('event?active=false')).body,
      (await ask(`event/${ROOM_EVENT}`)).body,
      [(await ask(`event/${ROOM_EVENT}/device/${THERMOSTAT}/optout`, 'POST')).body],
      (await ask(`event/${ROOM_EVENT}/optout`, 'POST')).body,
    ])
      expect(pricesIn(events)).toEqual(['not_known_yet']);
    for (const path of [
      'event',
      'event-log',
      `event/${ROOM_EVENT}/plan`,
      'event/unknown',
      'reward',
      'energy',
    ]) {
      const { status, body, headers } = await ask(path);
      expect({ path, status, ...body, wait: headers['retry-after'] }).toMatchObject({
        path,
        status: 503,
        code: 'history_preparing',
        detail: '40 % is stored.',
        wait: '2',
      });
    }
    const data = `device/${THERMOSTAT}/data/thermostat-mode`;
    expect((await ask(data)).status).toBe(200);
    expect((await ask(`${data}?start=2026-11-15T00:00:00Z`)).status).toBe(503);
    await preparing.close();
    expect((await calls.get('reward')).status).toBe(200);
    expect((await calls.get('dashboard')).body.preparing).toBeNull();
  });

  test('[API-1] [OPT-2] an event is upcoming before its start, active until its end, and then in the month alone', async () => {
    await calls.announce();
    expect(await ids('?active=false')).toEqual([ROOM_EVENT, WATER_EVENT]);
    expect(await ids('?active=true')).toEqual([]);
    expect(await dashboard()).toEqual({
      active: [],
      upcoming: [ROOM_EVENT, WATER_EVENT],
      left: [],
      returning: [],
    });
    await calls.begin();
    expect(await ids('?active=false')).toEqual([]);
    expect(await ids('?active=true')).toEqual([ROOM_EVENT, WATER_EVENT]);
    expect(await dashboard()).toEqual({
      active: [ROOM_EVENT, WATER_EVENT],
      upcoming: [],
      left: [],
      returning: [],
    });
    calls.app.clock.advance(HOUR);
    expect(await ids('?active=true')).toEqual([]);
    expect(await ids('')).toEqual([ROOM_EVENT, WATER_EVENT]);
  });

  test('[UX-45] an event that is over stays on the dashboard until everything is back, also for who did not watch', async () => {
    await calls.announce();
    await calls.begin();
    await calls.world.run(10 * MINUTE);
    const [{ endTime } = { endTime: '' }] = await calls.events('?active=true');
    calls.app.clock.advance(Date.parse(endTime) - calls.app.clock.now().getTime());
    const over = { active: [], upcoming: [], left: [] };
    // Also before the engine has looked.
    expect(await dashboard()).toEqual({ ...over, returning: [ROOM_EVENT, WATER_EVENT] });
    await calls.world.run(MINUTE);
    const { returningEvents } = (await calls.get('dashboard')).body;
    expect(returningEvents[0]).toMatchObject({ id: ROOM_EVENT, state: 'returning', cancelledAt: null });
    await calls.world.run(HOUR);
    expect(await dashboard()).toEqual({ ...over, returning: [] });
  });

  test('[UX-45] [OPT-1] who had left an event is told that it was cancelled, and nothing of one that took its course', async () => {
    await calls.announce();
    await calls.begin();
    await calls.world.run(10 * MINUTE);
    await calls.post(`event/${ROOM_EVENT}/device/${THERMOSTAT}/optout`);
    await cancel(ROOM_EVENT);
    expect((await dashboard()).returning).toEqual([ROOM_EVENT]);
    const { returningEvents } = (await calls.get('dashboard')).body;
    expect(returningEvents[0]).toMatchObject({ cancelledAt: iso(now()), endTime: iso(now()) });
    await calls.post(`event/${WATER_EVENT}/device/${HEATER}/optout`);
    calls.app.clock.advance(HOUR);
    expect((await dashboard()).returning).not.toContain(WATER_EVENT);
  });

  test('[API-1] upcoming events begin from the given start on; a month from its first to its last moment', async () => {
    await calls.announce();
    const start = now() - MINUTE - 1_000 + 3 * HOUR;
    expect(await ids(`?active=false&start=${iso(start)}`)).toEqual([ROOM_EVENT, WATER_EVENT]);
    expect(await ids(`?active=false&start=${iso(start + 1)}`)).toEqual([]);
    // Events that have begun are not upcoming, whatever the start.
    expect(await ids(`?active=false&start=${iso(start - 40 * DAY)}`)).toEqual([ROOM_EVENT, WATER_EVENT]);
    // November at the house, which is seven hours behind.
    const november = 'start=2026-11-01T06:00:00Z&end=2026-12-01T07:00:00Z';
    expect(await ids(`?${november}`)).toEqual([ROOM_EVENT, WATER_EVENT]);
    expect(await ids(`?start=${iso(start)}&end=${iso(start)}`)).toEqual([]);
    expect(await ids(`?start=${iso(start)}&end=${iso(start + 1)}`)).toEqual([ROOM_EVENT, WATER_EVENT]);
    calls.app.clock.advance(20 * DAY);
    await calls.signInAgain();
    expect(await ids('')).toEqual([]);
  });

  test('[T-35] the current month is that of the house', async () => {
    // 23:30 on the 30th in Denver is the first of December in UTC.
    const late = Date.parse('2026-12-01T06:30:00Z');
    calls.app.clock.advance(late - HOUR - now());
    await calls.signInAgain();
    // A device that was silent for so long would be left out.
    await calls.world.round();
    await calls.world.addEvent('water-heater', { startTime: late, endTime: late + HOUR });
    await calls.world.run(MINUTE);
    expect(await ids('')).toEqual([ROOM_EVENT]);
    const [event] = await calls.events('');
    expect(event?.eventDay).toBe('2026-11-30');
    calls.app.clock.advance(HOUR + 31 * MINUTE);
    expect(await ids('')).toEqual([]);
  });

  test('[OPT-2] an event is left only with its last device; then it leaves the lists, and the dashboard keeps it until its end', async () => {
    await database.db
      .updateTable('device')
      .set({ kind: 'hwh', mfg: 'rheem', type: 'Heat Pump Water Heater Gen 5' })
      .where('id', '=', THERMOSTAT)
      .execute();
    await database.db
      .insertInto('enrolment')
      .values({
        providerId: 'sunvale',
        houseId: 'housea',
        deviceId: THERMOSTAT,
        programId: 'water-heater',
        groupName: '80302',
        since: new Date(now()),
        changedAt: new Date(now()),
      })
      .execute();
    const time = iso(now());
    const entries = {
      status: { value: 'ONLINE', time },
      'hwh-set-temperature': { value: 120, time },
      'hwh-set-mode': { value: 'Energy Saver', time },
    };
    await database.db
      .updateTable('deviceState')
      .set({ entries: JSON.stringify(entries) })
      .where('deviceId', '=', THERMOSTAT)
      .execute();
    await calls.world.addEvent('water-heater');
    await calls.world.run(MINUTE);
    const optOut = (deviceId: string) => calls.post(`event/${ROOM_EVENT}/device/${deviceId}/optout`);
    const { body } = await optOut(HEATER);
    expect(body.deviceEventLogs).toMatchObject([
      { deviceId: HEATER, optout: true },
      { deviceId: THERMOSTAT, optout: false },
    ]);
    expect(await dashboard()).toEqual({ active: [], upcoming: [ROOM_EVENT], left: [], returning: [] });
    await optOut(THERMOSTAT);
    expect(await ids('?active=false')).toEqual([]);
    expect(await ids('')).toEqual([ROOM_EVENT]);
    expect(await dashboard()).toEqual({ active: [], upcoming: [], left: [ROOM_EVENT], returning: [] });
    calls.app.clock.advance(3 * HOUR);
    expect(await ids('?active=true')).toEqual([]);
    expect((await dashboard()).left).toEqual([ROOM_EVENT]);
    calls.app.clock.advance(HOUR);
    expect((await dashboard()).left).toEqual([]);
  });

  test('[API-1] events in which no device takes part are shown with includeAllPlatoonEvents, once announced', async () => {
    await database.db.updateTable('house').set({ lifeSupport: true }).where('id', '=', 'housea').execute();
    await calls.world.addEvent('water-heater');
    const all = 'includeAllPlatoonEvents=true';
    expect(await ids(`?${all}`)).toEqual([]);
    await calls.world.run(MINUTE);
    expect(await ids('')).toEqual([]);
    expect(await ids('?active=false')).toEqual([]);
    const [event] = await calls.events(`?active=false&${all}`);
    expect(event).toMatchObject({
      id: ROOM_EVENT,
      deviceEventLogs: [],
      devices: [{ deviceId: HEATER, excluded: { code: 'life_support' }, steps: [] }],
    });
    expect(await dashboard()).toEqual({ active: [], upcoming: [], left: [], returning: [] });
    // Of another group: not even then.
    const elsewhere = { id: 'elsewhere', dispatchId: 'elsewhere', groups: ['80999'] };
    await calls.world.addEvent('water-heater', elsewhere);
    await calls.world.addEvent('water-heater', {
      id: 'here',
      dispatchId: 'here',
      groups: ['80302', '80999'],
    });
    await calls.world.run(MINUTE);
    expect(await ids(`?${all}`)).toEqual([ROOM_EVENT, 'here']);
  });

  test('[API-1] one that is cancelled before its start is gone, one that is cancelled later ended then', async () => {
    await calls.announce();
    await cancel(WATER_EVENT);
    expect(await ids('?active=false')).toEqual([ROOM_EVENT]);
    expect(await ids('')).toEqual([ROOM_EVENT]);
    await calls.begin();
    await cancel(ROOM_EVENT);
    expect(await ids('?active=true')).toEqual([]);
    const [event] = await calls.events('');
    expect(event).toMatchObject({ id: ROOM_EVENT, endTime: iso(now()) });
    expect((await calls.get('event-log')).body).toEqual([
      { startTime: event?.startTime, endTime: iso(now()) },
    ]);
  });

  test('[API-1] [API-4] the event log has what has begun, the newest first, without an end while it runs', async () => {
    const start = now() + 10 * HOUR;
    const later = { id: 'later', dispatchId: 'later', startTime: start, endTime: start + HOUR };
    await calls.world.addEvent('water-heater', later);
    await calls.announce();
    expect((await calls.get('event-log')).body).toEqual([]);
    const [{ startTime, endTime } = { startTime: '', endTime: '' }] = await calls.events('?active=false');
    await calls.begin();
    const running = { startTime, endTime: null };
    expect((await calls.get('event-log')).body).toEqual([running, running]);
    // What was left belongs to the log.
    await calls.post('event/later/optout');
    calls.app.clock.advance(9 * HOUR);
    const past = { startTime, endTime };
    const last = { startTime: iso(start), endTime: iso(start + HOUR) };
    expect((await calls.get('event-log')).body).toEqual([last, past, past]);
    expect((await calls.get(`event-log?start=${iso(start)}`)).body).toEqual([last]);
    expect((await calls.get(`event-log?end=${iso(start)}`)).body).toEqual([past, past]);
    expect((await calls.get('event-log?start=1999-1-1&end=1999-1-31')).status).toBe(200);
    expect((await calls.get('event-log?start=2000-1-1&end=2000-1-31')).body).toEqual([]);
    expect((await calls.get('event-log?start=2000-1-1&end=2199-12-31')).body).toHaveLength(3);
  });

  test('[T-6] a query that does not fit is refused', async () => {
    for (const path of [
      'event?active=yes',
      'event?start=tomorrow',
      'event-log?end=2026-13-01T00:00:00Z',
      'event-log?end=2026-2-30',
      'event-log?end=2026-13-1',
    ]) {
      expect((await calls.get(path)).body, path).toMatchObject({ status: 400, code: 'bad_request' });
    }
  });

  test('[API-4] the plan covers the dispatch, with about what each device saves', async () => {
    await calls.announce();
    const { body } = await calls.get(`event/${WATER_EVENT}/plan`);
    expect(body).toMatchObject([
      { deviceId: THERMOSTAT, eventId: ROOM_EVENT, type: 'tstat', excluded: null },
      { deviceId: HEATER, eventId: WATER_EVENT, type: 'hwh', excluded: null },
    ]);
    expect(body.map(({ expected }: { expected: object }) => expected)).toEqual([
      // 1,400 Wh in the hour, at 55 cents a kWh; 450 Wh, and 50 cents for the event.
      { wh: 1_400, amount: 77, currency: 'USD' },
      { wh: 450, amount: 50, currency: 'USD' },
    ]);
    expect(body[0].steps).toMatchObject([{ phase: 'before' }, { phase: 'during' }, { phase: 'after' }]);
    // 70 °F less 3 is above the floor of 64 °F.
    expect(body.map(({ asks }: { asks: number | null }) => asks)).toEqual([null, null]);
    expect((await calls.get('event/nothing/plan')).body).toMatchObject({ status: 404, code: 'not_found' });
    // A third of the shift is left of it once it is eased, as was said before.
    const eased = { wh: 467, amount: 26, currency: 'USD' };
    expect(body[0].ease).toEqual({ to: 69, expected: eased });
    await calls.post(`event/${ROOM_EVENT}/device/${THERMOSTAT}/ease`);
    const [room] = (await calls.get(`event/${ROOM_EVENT}/plan`)).body;
    expect(room).toMatchObject({ expected: eased, ease: null });
    expect(room).not.toHaveProperty('eased');
  });

  test('[UX-23] [UX-47] what easing in a running event costs is what is told of it before and ever after', async () => {
    await calls.announce();
    await calls.begin();
    const [running] = await calls.events('?active=true');
    calls.app.clock.advance(Date.parse(running?.startTime ?? '') + 30 * MINUTE - now());
    const roomIn = async () => (await calls.get(`event/${ROOM_EVENT}/plan`)).body[0];
    // Half of the hour is over: of 1,400 Wh two thirds of the other half are given up.
    const eased = { wh: 933, amount: 51, currency: 'USD' };
    const told = await roomIn();
    expect([told.expected.amount, told.ease.expected]).toEqual([77, eased]);
    await calls.post(`event/${ROOM_EVENT}/device/${THERMOSTAT}/ease`);
    expect(await roomIn()).toMatchObject({ expected: eased, ease: null });
    await calls.world.run(20 * MINUTE, 5 * MINUTE);
    expect((await roomIn()).expected).toEqual(eased);
    await calls.app.call('DELETE', `/api/house/housea/event/${ROOM_EVENT}/device/${THERMOSTAT}/ease`, {
      token: calls.token(),
    });
    expect((await roomIn()).expected.amount).toBe(77);
  });

  test('[UX-47] a device that nothing measures is promised nothing by the kWh', async () => {
    await database.db.updateTable('device').set({ mfg: 'nest' }).where('id', '=', THERMOSTAT).execute();
    await calls.announce();
    const { body } = await calls.get(`event/${WATER_EVENT}/plan`);
    expect(body.map(({ expected }: { expected: object }) => expected)).toEqual([
      null,
      { wh: 450, amount: 50, currency: 'USD' },
    ]);
  });

  test('[API-4] one event is shown with the others of its dispatch, also when it was left or is over', async () => {
    await calls.announce();
    const show = async () => (await calls.get(`event/${WATER_EVENT}`)).body;
    expect(await show()).toEqual(await calls.events('?active=false'));
    await calls.begin();
    await calls.post(`event/${WATER_EVENT}/optout`);
    calls.app.clock.advance(5 * HOUR);
    expect(await show()).toMatchObject([
      { id: ROOM_EVENT, devices: [{ deviceId: THERMOSTAT, optOut: { cause: 'person' } }] },
      { id: WATER_EVENT, devices: [{ deviceId: HEATER, optOut: { cause: 'person' } }] },
    ]);
    expect((await calls.get('event/nothing')).body).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('[API-1] the dashboard is not sent again while nothing about its events changes, and is at once when it does', async () => {
    await calls.announce();
    const ask = (etag = '') =>
      calls.app.call('GET', '/api/house/housea/dashboard', {
        token: calls.token(),
        headers: { 'if-none-match': etag },
      });
    const etagOf = async () => String((await ask()).headers['etag']);
    const etag = await etagOf();
    calls.app.clock.advance(MINUTE);
    expect((await ask(etag)).status).toBe(304);
    await calls.post(`event/${ROOM_EVENT}/device/${THERMOSTAT}/optout`);
    expect((await ask(etag)).status).toBe(200);
    const left = await etagOf();
    calls.app.clock.advance(MINUTE);
    expect((await ask(left)).status).toBe(304);
    // Only the time has passed: the event runs.
    calls.app.clock.advance(3 * HOUR);
    expect((await ask(left)).status).toBe(200);
  });
});
