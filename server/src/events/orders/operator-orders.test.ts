import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { TestApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import { openOperatorCalls } from '../../testing/events/operator-calls.ts';
import type { OperatorCalls } from '../../testing/events/operator-calls.ts';
import { accountIdOf } from '../../testing/test-data.ts';

describe.each(databases)('%s', (name, open) => {
  let calls: OperatorCalls;
  let db: RootDb;
  let app: TestApp;
  let at: OperatorCalls['at'];
  let water: OperatorCalls['water'];
  let post: OperatorCalls['post'];
  let order: OperatorCalls['order'];
  let get: OperatorCalls['get'];
  let stored: OperatorCalls['stored'];
  let orderOne: OperatorCalls['orderOne'];
  let audited: OperatorCalls['audited'];

  beforeAll(async () => {
    calls = await openOperatorCalls(await open());
    ({ db, app, at, water, post, order, get, stored, orderOne, audited } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  describe('an order', () => {
    test('[API-1] [API-4] makes one event per program and kind that has devices, under one dispatch', async () => {
      const answer = await order(
        water({ groups: ['80302'], intensity: 80, cause: 'A cold front', targetKw: 250.5 }),
      );
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
          // In the first language of the provider: who reads another one is not to read it.
          cause: { en: 'A cold front' },
          targetKw: 250.5,
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
        cause: { en: 'A cold front' },
        targetKw: 250.5,
        counts: { enrolled: 0, excluded: 0, leftBefore: 0, contacted: 0, responded: 0 },
        cutNow: null,
        delivered: null,
      });
      expect((await get('/event')).map(({ id }: { id: string }) => id)).toEqual([events[0].id]);
    });

    test('[API-4] its cause is kept by language', async () => {
      const cause = { en: 'A cold front', es: 'Un frente frío' };
      const id = await orderOne(water({ cause }));
      expect(await get(`/event/${id}`)).toMatchObject({ cause, targetKw: null });
      expect(await get(`/event/${id}/curve`)).toEqual([]);
    });

    test('[API-1] programs are listed with their limits and groups', async () => {
      const programs = await get('/program');
      expect(programs.map(({ id }: { id: string }) => id)).toEqual([
        'summer-cooling',
        'winter-heating',
        'water-heater',
        'home-battery',
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
      ['with a cause in no language of the portal', { cause: { xx: 'Why' } }, 400, 'bad_request'],
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
        'outside the hours',
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
      ['at the end of all times', { startTime: '9999-12-31T23:59:59Z' }, 400, 'bad_request'],
      ['with a cause that holds NUL', { cause: 'A cold\0front' }, 400, 'bad_request'],
      ['with a cause that holds half a character', { cause: 'A cold \uD83D front' }, 400, 'bad_request'],
      ['with a cause that turns around', { cause: { en: 'A cold \u202Efront' } }, 400, 'bad_request'],
      ['with a cause in no language', { cause: {} }, 400, 'bad_request'],
      ['with a cause in a language that is none', { cause: { English: 'Cold' } }, 400, 'bad_request'],
      ['with a cause that is empty in one language', { cause: { en: 'Cold', es: ' ' } }, 400, 'bad_request'],
      ['for no power', { targetKw: 0 }, 400, 'bad_request'],
      ['for less than no power', { targetKw: -5 }, 400, 'bad_request'],
      ['for more power than there is', { targetKw: 1e9 }, 400, 'bad_request'],
      ['with a field that is none', { kw: 5 }, 400, 'bad_request'],
    ];
    test.each(refused)(
      '[ERR-1] [API-1] [T-41] %s is refused, and nothing is scheduled',
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
      await calls.signIn();
      const answer = await order(water({ programIds: ['winter-heating'] }));
      expect([answer.status, answer.body.code]).toEqual([422, 'event_on_day_without_events']);
      expect(answer.body.detail).toBe('winter-heating: date 2026-11-26');
    });

    test('[ERR-1] without any device left, or any that a link reaches, it is refused; a dry run says why', async () => {
      await db.updateTable('house').set({ lifeSupport: true }).where('id', '=', 'housea').execute();
      await db
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
          { reason: 'life_support', devices: 1, mayJoin: false },
          { reason: 'left_out_by_owner', devices: 1, mayJoin: false },
        ],
        limits: { largestKw: 1_000, largestHomes: 1_000 },
      });
      await db.updateTable('house').set({ lifeSupport: false, comfort: null }).execute();
      await db.updateTable('device').set({ link: 'elsewhere' }).where('id', '=', 'houseahwh').execute();
      await db.updateTable('device').set({ link: null }).where('id', '=', 'housebhwh').execute();
      expect((await post('/event/dry-run', water())).body).toMatchObject({
        devices: 0,
        excluded: [{ reason: 'no_link', devices: 2, mayJoin: true }],
      });
      expect((await order(water())).body.code).toBe('event_without_devices');
      await db.updateTable('device').set({ link: 'simulator' }).execute();
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
      await db
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
      const limit = (values: object) => db.updateTable('operator').set(values).execute();
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
      // Also when another order like it would be one too many.
      await orderOne(water({ startTime: at(5 * HOUR) }));
      expect((await order(body, key)).text).toBe(answers[0]?.text);
    });
  });
});
