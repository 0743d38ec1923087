import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newParticipation } from '#domain/events/participation.ts';
import { DAY, HOUR, MINUTE } from '#domain/time.ts';
import { addMs } from '../lib/clock.ts';
import { insertParticipations } from '../stores/participations.ts';
import { startApp } from '../testing/app.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { openSession } from '../testing/sessions.ts';
import { PASSWORD, accountIdOf, insertTestData, reportAllDevices } from '../testing/test-data.ts';

describe.each(databases)('%s', (name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db);
    await insertTestData(database.db, app);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    // Another day, so that no test meets the counts of the one before; 11:00 in Denver.
    app.clock.advance(DAY);
    await reportAllDevices(database.db, app.clock.now());
    await database.db.deleteFrom('demandEvent').execute();
    await database.db.updateTable('operator').set({ largestKw: 1_000, largestHomes: 1_000 }).execute();
    token = await openSession(database.db, app, 'operator');
  });

  const at = (milliseconds: number): string => addMs(app.clock.now(), milliseconds).toISOString();
  const water = (more: object = {}) => ({
    programIds: ['water-heater'],
    startTime: at(2 * HOUR),
    minutes: 60,
    ...more,
  });
  const post = (path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
    app.call('POST', `/api/operator${path}`, { token, headers, ...(body ? { body } : {}) });
  const order = (body: object, headers?: Record<string, string>) => post('/event', body, headers);
  const put = (id: string, body: object) => app.call('PUT', `/api/operator/event/${id}`, { token, body });
  const get = async (path: string) => (await app.call('GET', `/api/operator${path}`, { token })).body;
  const stored = () => database.db.selectFrom('demandEvent').selectAll().orderBy('id').execute();
  const orderOne = async (body = water()): Promise<string> => {
    const answer = await order(body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.events[0].id;
  };
  const audited = (action: string) =>
    database.db
      .selectFrom('audit')
      .select(['accountId', 'detail'])
      .where('action', '=', action as 'event-ordered')
      .where('at', '>=', app.clock.now())
      .execute();
  const setEvent = (id: string, values: object) =>
    database.db.updateTable('demandEvent').set(values).where('id', '=', id).execute();

  describe('an order', () => {
    test('[API-1] [API-4] makes one event per program and kind that has devices, under one dispatch', async () => {
      const answer = await order(water({ groups: ['80302'], intensity: 80, cause: 'A cold front' }));
      expect(answer.status, answer.text).toBe(201);
      const { dispatchId, events } = answer.body;
      expect(events).toEqual([
        { id: expect.any(String), type: 'hwh', state: 'scheduled', cancelledAt: null },
      ]);
      expect(await stored()).toMatchObject([
        {
          id: events[0].id,
          dispatchId,
          programId: 'water-heater',
          groups: ['80302'],
          intensity: 80,
          cause: 'A cold front',
          origin: 'operator',
          createdBy: accountIdOf('operator'),
          startTime: addMs(app.clock.now(), 2 * HOUR),
          endTime: addMs(app.clock.now(), 3 * HOUR),
          state: 'scheduled',
          revision: 0,
        },
      ]);
      expect(await get(`/event/${events[0].id}`)).toMatchObject({
        dispatchId,
        programName: 'Water Heater Saver',
        counts: { excluded: 0, pending: 0, responded: 0, noResponse: 0, optedOut: 0, contacted: 0 },
        kwNow: 0,
      });
      expect((await get('/event')).map(({ id }: { id: string }) => id)).toEqual([events[0].id]);
    });

    test('[API-1] programs are listed with their limits and groups', async () => {
      const programs = await get('/program');
      expect(programs.map(({ id }: { id: string }) => id)).toEqual([
        'summer-cooling',
        'winter-heating',
        'water-heater',
      ]);
      expect(programs[2]).toMatchObject({
        kinds: ['hwh'],
        limits: { longestMinutes: 240, perDay: 2, leastNoticeMinutes: 0 },
        groups: ['80302'],
      });
    });

    const refused: [string, object | (() => object), number, string][] = [
      ['in the past', () => ({ startTime: at(-2 * MINUTE) }), 422, 'event_in_past'],
      ['longer than the program allows', { minutes: 241 }, 422, 'event_too_long'],
      ['with an unknown group', { groups: ['80302', '99999'] }, 422, 'event_group_unknown'],
      ['with no group', { groups: [] }, 409, 'event_without_devices'],
      ['with a negative intensity', { intensity: -5 }, 422, 'event_intensity_invalid'],
      ['with an intensity beyond 100', { intensity: 101 }, 422, 'event_intensity_invalid'],
      ['of an unknown program', { programIds: ['water-heater', 'wishes'] }, 422, 'program_unknown'],
      ['of another provider', { programIds: ['coast-cool'] }, 422, 'program_unknown'],
      ['outside its season', { programIds: ['summer-cooling'] }, 422, 'event_out_of_season'],
      [
        'with one program outside its season',
        { programIds: ['water-heater', 'summer-cooling'] },
        422,
        'event_out_of_season',
      ],
      [
        'that ends before it starts',
        () => ({ minutes: undefined, endTime: at(HOUR) }),
        422,
        'event_window_invalid',
      ],
      [
        'with too little notice',
        () => ({ programIds: ['winter-heating'], startTime: at(20 * MINUTE) }),
        422,
        'event_notice_too_short',
      ],
      [
        'outside the hours of the day',
        () => ({ programIds: ['winter-heating'], startTime: at(12 * HOUR) }),
        422,
        'event_outside_hours',
      ],
      ['without an end', { minutes: undefined }, 400, 'bad_request'],
      ['with two ends', () => ({ endTime: at(3 * HOUR) }), 400, 'bad_request'],
      ['with half a percent', { intensity: 50.5 }, 400, 'bad_request'],
      ['of no program', { programIds: [] }, 400, 'bad_request'],
      ['with a program twice', { programIds: ['water-heater', 'water-heater'] }, 400, 'bad_request'],
      ['at a time that is none', { startTime: 'tomorrow' }, 400, 'bad_request'],
      ['with a field that is none', { kw: 5 }, 400, 'bad_request'],
    ];
    test.each(refused)(
      '[ERR-1] [API-1] %s is refused, and nothing is scheduled',
      async (_what, change, status, code) => {
        const body = water(typeof change === 'function' ? change() : change);
        const answer = await order(body);
        expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
        expect(answer.body.title).toMatch(/^[A-Z].+\.$/);
        const spanish = await order(body, { 'accept-language': 'es' });
        expect(spanish.body.title).not.toBe(answer.body.title);
        // A dry run may reach nobody: it says why.
        const tried = await post('/event/dry-run', body);
        expect(tried.body.code ?? 'event_without_devices').toBe(code);
        expect(await stored()).toEqual([]);
        expect(await audited('event-ordered')).toEqual([]);
      },
    );

    test('[ERR-1] the refusal names the program and the value of its rule', async () => {
      const { detail } = (await order(water({ minutes: 241 }))).body;
      expect(detail).toBe('water-heater: longestMinutes 240');
    });

    test('[ERR-1] on a day without events it is refused', async () => {
      // Thanksgiving.
      app.clock.advance(Date.parse('2026-11-26T18:00:00Z') - app.clock.now().getTime());
      token = await openSession(database.db, app, 'operator');
      const answer = await order(water({ programIds: ['winter-heating'] }));
      expect([answer.status, answer.body.code]).toEqual([422, 'event_on_day_without_events']);
      expect(answer.body.detail).toBe('winter-heating: date 2026-11-26');
    });

    test('[ERR-1] without any device left it is refused; a dry run says why', async () => {
      await database.db.updateTable('house').set({ lifeSupport: true }).where('id', '=', 'housea').execute();
      await database.db
        .updateTable('house')
        .set({
          comfort: JSON.stringify({ coolCeiling: null, heatFloor: null, devicesLeftOut: ['housebhwh'] }),
        })
        .where('id', '=', 'houseb')
        .execute();
      const answer = await order(water());
      expect([answer.status, answer.body.code]).toEqual([409, 'event_without_devices']);
      expect((await post('/event/dry-run', water())).body).toEqual({
        homes: 0,
        devices: 0,
        kw: 0,
        excluded: [
          { reason: 'life_support', devices: 1 },
          { reason: 'left_out_by_owner', devices: 1 },
        ],
        limits: { largestKw: 1_000, largestHomes: 1_000 },
      });
      await database.db.updateTable('house').set({ lifeSupport: false, comfort: null }).execute();
      expect((await post('/event/dry-run', water())).body).toMatchObject({ homes: 2, devices: 2, kw: 0.9 });
      expect(await stored()).toEqual([]);
    });

    test('[ERR-1] over the count of a day or a season it is refused; what was cancelled in time does not count', async () => {
      const first = await orderOne();
      await orderOne(water({ startTime: at(5 * HOUR) }));
      const third = await order(water({ startTime: at(8 * HOUR) }));
      expect([third.status, third.body.code]).toEqual([409, 'event_over_day_count']);
      expect((await post(`/event/${first}/cancel`)).status).toBe(200);
      await orderOne(water({ startTime: at(8 * HOUR) }));
      const [row] = await stored();
      await database.db
        .insertInto('demandEvent')
        .values(
          Array.from({ length: 120 }, (_, index) => ({
            ...row,
            id: `season${index}`,
            dispatchId: `season${index}`,
            groups: null,
            startTime: addMs(app.clock.now(), -index * DAY - 12 * HOUR),
            endTime: addMs(app.clock.now(), -index * DAY - 11 * HOUR),
            cancelledAt: null,
          })) as never,
        )
        .execute();
      const late = await order(water({ startTime: at(2 * DAY) }));
      expect([late.status, late.body.code]).toEqual([409, 'event_over_season_count']);
      expect(late.body.detail).toBe('water-heater: perSeason 120');
    });

    test('[T-40] one person may not start more homes or more power than the provider allows them', async () => {
      const limit = (values: object) => database.db.updateTable('operator').set(values).execute();
      await limit({ largestHomes: 1 });
      const homes = await order(water());
      expect([homes.status, homes.body.code, homes.body.detail]).toEqual([
        422,
        'event_over_home_limit',
        'largestHomes 1: 2',
      ]);
      await limit({ largestHomes: 2, largestKw: 0 });
      expect((await order(water())).body.code).toBe('event_over_kw_limit');
      expect(await stored()).toEqual([]);
      await limit({ largestKw: 1 });
      await orderOne();
    });

    test.runIf(name === 'PostgreSQL')(
      '[API-1] orders at the same moment cannot exceed a count together',
      async () => {
        const answers = await Promise.all(
          [2, 3, 4, 5, 6].map((hours) => order(water({ startTime: at(hours * HOUR), minutes: 30 }))),
        );
        const statuses = answers.map(({ status }) => String(status));
        expect(statuses.toSorted().join(' ')).toBe('201 201 409 409 409');
        expect(await stored()).toHaveLength(2);
      },
    );

    test('[T-30] a repeated key gets the first answer again, and orders nothing', async () => {
      const key = { 'idempotency-key': 'order-1' };
      const body = water();
      const answers = await Promise.all([1, 2, 3].map(() => order(body, key)));
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([201, answers[0]?.text]);
      expect((await order(body, key)).text).toBe(answers[0]?.text);
      const other = await order({ ...body, minutes: 30 }, key);
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
      expect(await stored()).toHaveLength(1);
    });
  });

  describe('safeguards', () => {
    const confirm = async () => {
      const answer = await app.call('POST', '/api/auth/confirm', { token, body: { password: PASSWORD } });
      expect(answer.status, answer.text).toBe(200);
      ({ token } = answer.body);
    };

    test('[T-40] starting soon, changing, cancelling and stopping need a fresh confirmation', async () => {
      const id = await orderOne();
      app.clock.advance(11 * MINUTE);
      const now = water({ startTime: 'now', minutes: 30 });
      const soon = water({ startTime: at(59 * MINUTE), minutes: 30 });
      const acts = [
        () => order(now),
        () => order(soon),
        () => put(id, { intensity: 50 }),
        () => post(`/event/${id}/cancel`),
        () => post('/stop-all'),
      ];
      for (const act of acts) {
        const answer = await act();
        expect([answer.status, answer.body.code]).toEqual([409, 'confirm_identity']);
      }
      expect((await stored()).map(({ cancelledAt }) => cancelledAt)).toEqual([null]);
      expect((await post('/event/dry-run', now)).status).toBe(200);
      expect((await order(water({ startTime: at(DAY) }))).status).toBe(201);
      await confirm();
      expect((await put(id, { intensity: 50 })).status).toBe(200);
      expect((await order(now)).status).toBe(201);
    });

    test('[T-40] an hour after the sign-in an operator signs in again, also if confirmed since', async () => {
      const young = await app.call('GET', '/api/operator/event', { token });
      expect(young.status).toBe(200);
      app.clock.advance(59 * MINUTE);
      await confirm();
      expect((await app.call('GET', '/api/operator/event', { token })).status).toBe(200);
      app.clock.advance(MINUTE);
      const old = await app.call('GET', '/api/operator/event', { token });
      expect([old.status, old.body.code]).toEqual([401, 'session_expired']);
      expect((await app.call('GET', `/api/account/${accountIdOf('operator')}`, { token })).status).toBe(200);
    });

    test('[T-40] an operator needs a second factor; that of the demo does not on this machine alone', async () => {
      const account = (values: object) =>
        database.db.updateTable('account').set(values).where('id', '=', accountIdOf('operator')).execute();
      const { totpSecret } = await database.db
        .selectFrom('account')
        .select('totpSecret')
        .where('id', '=', accountIdOf('operator'))
        .executeTakeFirstOrThrow();
      const local = await startApp(database.db, {
        demo: true,
        localDemo: true,
        seed: 'local',
        clock: app.clock,
      });
      const public_ = await startApp(database.db, { demo: true, seed: 'public', clock: app.clock });
      const ask = async (one: TestApp) => {
        const answer = await one.call('GET', '/api/operator/event', { token });
        return answer.body.code ?? answer.status;
      };
      await account({ totpSecret: null });
      expect(await Promise.all([ask(app), ask(local), ask(public_)])).toEqual([
        'second_factor_required',
        'second_factor_required',
        'second_factor_required',
      ]);
      await account({ demo: true });
      expect(await Promise.all([ask(app), ask(local), ask(public_)])).toEqual([
        'session_expired',
        200,
        'second_factor_required',
      ]);
      await account({ demo: false, totpSecret });
      expect(await ask(app)).toBe(200);
      await Promise.all([local.close(), public_.close()]);
    });

    test('[T-40] rights that were taken away end at once', async () => {
      expect((await app.call('GET', '/api/operator/event', { token })).status).toBe(200);
      const rows = await database.db.deleteFrom('operator').returningAll().execute();
      expect((await app.call('GET', '/api/operator/event', { token })).status).toBe(404);
      await database.db.insertInto('operator').values(rows).execute();
    });
  });

  describe('an event', () => {
    test('[API-1] is changed: counted as a revision once people were told', async () => {
      const id = await orderOne();
      const moved = { startTime: at(3 * HOUR), endTime: at(4 * HOUR) };
      expect((await put(id, moved)).body).toEqual({ id, type: 'hwh', state: 'scheduled', cancelledAt: null });
      expect((await stored())[0]).toMatchObject({ startTime: addMs(app.clock.now(), 3 * HOUR), revision: 0 });
      await setEvent(id, { state: 'notified', notifiedAt: app.clock.now() });
      expect((await put(id, { intensity: 40 })).status).toBe(200);
      expect((await put(id, { intensity: 40 })).status).toBe(200);
      expect((await stored())[0]).toMatchObject({ intensity: 40, revision: 1 });
      expect(await audited('event-changed')).toHaveLength(2);
    });

    const wrongChanges: [string, () => object, number, string][] = [
      ['into the past', () => ({ startTime: at(-HOUR) }), 422, 'event_in_past'],
      ['to be too long', () => ({ endTime: at(7 * HOUR) }), 422, 'event_too_long'],
      ['to end before it starts', () => ({ endTime: at(HOUR) }), 422, 'event_window_invalid'],
      ['to a negative intensity', () => ({ intensity: -1 }), 422, 'event_intensity_invalid'],
      ['into nothing', () => ({}), 400, 'bad_request'],
      ['in its groups', () => ({ groups: [] }), 400, 'bad_request'],
    ];
    test.each(wrongChanges)('[ERR-1] a change %s is refused', async (_what, change, status, code) => {
      const id = await orderOne();
      const before = await stored();
      const answer = await put(id, change());
      expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
      expect(await stored()).toEqual(before);
      expect(await audited('event-changed')).toEqual([]);
    });

    test('[ERR-1] a change that brings a third event to a day is refused', async () => {
      const id = await orderOne(water({ startTime: at(26 * HOUR) }));
      await orderOne();
      await orderOne(water({ startTime: at(4 * HOUR) }));
      const answer = await put(id, { startTime: at(6 * HOUR), endTime: at(7 * HOUR) });
      expect([answer.status, answer.body.code]).toEqual([409, 'event_over_day_count']);
    });

    test('[ERR-1] one that runs can only end earlier, one that is over cannot be changed or cancelled', async () => {
      const id = await orderOne(water({ startTime: 'now' }));
      await setEvent(id, { state: 'active', notifiedAt: app.clock.now() });
      expect((await put(id, { endTime: at(2 * HOUR) })).body.code).toBe('event_running');
      expect((await put(id, { intensity: 20 })).body.code).toBe('event_running');
      expect((await put(id, { endTime: at(30 * MINUTE) })).status).toBe(200);
      app.clock.advance(30 * MINUTE);
      token = await openSession(database.db, app, 'operator');
      expect((await put(id, { endTime: at(HOUR) })).body.code).toBe('event_over');
      const late = await post(`/event/${id}/cancel`);
      expect([late.status, late.body.code]).toEqual([409, 'event_over']);
    });

    test('[API-1] is cancelled once, however often it is asked for', async () => {
      const id = await orderOne();
      const first = await post(`/event/${id}/cancel`);
      expect(first.body).toMatchObject({ id, cancelledAt: at(0) });
      app.clock.advance(MINUTE);
      expect((await post(`/event/${id}/cancel`)).text).toBe(first.text);
      expect((await put(id, { intensity: 40 })).body.code).toBe('event_over');
    });

    test('[API-1] [T-1] stop-all cancels every event of the provider, and none of others', async () => {
      const ids = [await orderOne(), await orderOne(water({ startTime: at(4 * HOUR) }))].toSorted();
      const [row] = await stored();
      const { programId, version: programVersion } = await database.db
        .selectFrom('programVersion')
        .select(['programId', 'version'])
        .where('providerId', '=', 'harbour')
        .executeTakeFirstOrThrow();
      const foreign = { ...row, id: 'other', providerId: 'harbour', programId, programVersion, groups: null };
      await database.db
        .insertInto('demandEvent')
        .values(foreign as never)
        .execute();
      const answer = await post('/stop-all');
      expect(answer.body.events.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect((await stored()).filter(({ cancelledAt }) => cancelledAt === null).map(({ id }) => id)).toEqual([
        'other',
      ]);
      expect(await audited('events-stopped')).toMatchObject([{ detail: { events: 2 } }]);
      expect(await audited('event-cancelled')).toHaveLength(2);
    });

    test('[T-40] households see what was done with events that they take part in, others do not', async () => {
      const id = await orderOne();
      const ref = { providerId: 'sunvale', eventId: id, houseId: 'housea', deviceId: 'houseahwh' };
      const participation = newParticipation(ref, { steps: [], moved: [] });
      await insertParticipations(
        database.db,
        [{ ...ref, participation, planRevision: 0, dueAt: null }],
        app.clock.now(),
      );
      app.clock.advance(MINUTE);
      await put(id, { intensity: 40 });
      app.clock.advance(MINUTE);
      await post(`/event/${id}/cancel`);
      const seen = async (person: 'owner' | 'neighbour', house: string) => {
        const own = await openSession(database.db, app, person);
        return (await app.call('GET', `/api/house/${house}/provider-access`, { token: own })).body;
      };
      const name_ = 'operator Tester';
      expect(await seen('owner', 'housea')).toEqual([
        { time: at(0), name: name_, act: 'event-cancelled' },
        { time: at(-MINUTE), name: name_, act: 'event-changed' },
        { time: at(-2 * MINUTE), name: name_, act: 'event-ordered' },
      ]);
      expect(await seen('neighbour', 'houseb')).toEqual([]);
    });
  });
});
