import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newParticipation } from '#domain/events/participation.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { insertParticipations } from '../../stores/events/participations.ts';
import { startApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import { openOperatorCalls } from '../../testing/events/operator-calls.ts';
import type { OperatorCalls } from '../../testing/events/operator-calls.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { PASSWORD, accountIdOf } from '../../testing/test-data.ts';

describe.each(databases)('%s', (name, open) => {
  let calls: OperatorCalls;
  let db: RootDb;
  let app: TestApp;
  let at: OperatorCalls['at'];
  let water: OperatorCalls['water'];
  let post: OperatorCalls['post'];
  let order: OperatorCalls['order'];
  let put: OperatorCalls['put'];
  let get: OperatorCalls['get'];
  let stored: OperatorCalls['stored'];
  let orderOne: OperatorCalls['orderOne'];
  let audited: OperatorCalls['audited'];
  let setEvent: OperatorCalls['setEvent'];

  beforeAll(async () => {
    calls = await openOperatorCalls(await open());
    ({ db, app, at, water, post, order, put, get, stored, orderOne, audited, setEvent } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  describe('safeguards', () => {
    const confirm = async () => {
      const answer = await app.call('POST', '/api/auth/confirm', {
        token: calls.token(),
        body: { password: PASSWORD },
      });
      expect(answer.status, answer.text).toBe(200);
      calls.useToken(answer.body.token);
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
      const young = await app.call('GET', '/api/operator/event', { token: calls.token() });
      expect(young.status).toBe(200);
      app.clock.advance(59 * MINUTE);
      await confirm();
      expect((await app.call('GET', '/api/operator/event', { token: calls.token() })).status).toBe(200);
      app.clock.advance(MINUTE);
      const old = await app.call('GET', '/api/operator/event', { token: calls.token() });
      expect([old.status, old.body.code]).toEqual([401, 'session_expired']);
      expect(
        (await app.call('GET', `/api/account/${accountIdOf('operator')}`, { token: calls.token() })).status,
      ).toBe(200);
      // A sign-in of the future: the clock was set back since.
      await calls.signIn();
      app.clock.advance(-HOUR);
      const ahead = await app.call('GET', '/api/operator/event', { token: calls.token() });
      expect([ahead.status, ahead.body.code]).toEqual([401, 'session_expired']);
      app.clock.advance(HOUR);
    });

    test('[T-40] an operator needs a second factor; that of the demo does not on this machine alone', async () => {
      const account = (values: object) =>
        db.updateTable('account').set(values).where('id', '=', accountIdOf('operator')).execute();
      const { totpSecret } = await db
        .selectFrom('account')
        .select('totpSecret')
        .where('id', '=', accountIdOf('operator'))
        .executeTakeFirstOrThrow();
      const local = await startApp(db, {
        demo: true,
        localDemo: true,
        seed: 'local',
        clock: app.clock,
      });
      const public_ = await startApp(db, { demo: true, seed: 'public', clock: app.clock });
      const ask = async (one: TestApp) => {
        const answer = await one.call('GET', '/api/operator/event', { token: calls.token() });
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
      expect((await app.call('GET', '/api/operator/event', { token: calls.token() })).status).toBe(200);
      const rows = await db.deleteFrom('operator').returningAll().execute();
      expect((await app.call('GET', '/api/operator/event', { token: calls.token() })).status).toBe(404);
      await db.insertInto('operator').values(rows).execute();
    });
  });

  describe('an event', () => {
    /** Statements that wait for a lock of somebody else. */
    const countWaiting = async (): Promise<number> => {
      const { rows } = await sql<{
        readonly count: number;
      }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.count ?? 0;
    };

    test('[API-1] is changed: counted as a revision once people were told', async () => {
      const id = await orderOne();
      const moved = { startTime: at(3 * HOUR), endTime: at(4 * HOUR) };
      expect((await put(id, moved)).body).toEqual({ id, type: 'hwh', state: 'scheduled', cancelledAt: null });
      expect((await stored())[0]).toMatchObject({ startTime: addMs(app.clock.now(), 3 * HOUR), revision: 0 });
      await setEvent(id, { state: 'notified', notifiedAt: app.clock.now() });
      expect((await put(id, { intensity: 40 })).status).toBe(200);
      expect((await put(id, { intensity: 40 })).status).toBe(200);
      expect((await stored())[0]).toMatchObject({ intensity: 40, revision: 1 });
      const entries = await audited('event-changed');
      expect(entries.map(({ accountId }) => accountId)).toEqual(
        Array.from({ length: 2 }, () => accountIdOf('operator')),
      );
      const details = [100, 40].map((intensity) => ({ eventId: id, ...moved, intensity }));
      expect(entries.map(({ detail }) => detail)).toEqual(expect.arrayContaining(details));
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

    test('[T-40] a change is held to the limits of who makes it, with all events of its order; ending earlier is not', async () => {
      const entries = {
        status: { value: 'ONLINE' },
        'thermostat-mode': { value: 'heat' },
        'thermostat-heat-setpoint': { value: 70 },
        'thermostat-cool-setpoint': { value: 78 },
        'thermostat-fan-mode': { value: 'auto' },
        'hwh-set-mode': { value: 'Energy Saver' },
        'hwh-set-temperature': { value: 120 },
      };
      await db
        .updateTable('deviceState')
        .set({ entries: JSON.stringify(entries) })
        .execute();
      const answer = await order(
        water({ programIds: ['water-heater', 'winter-heating'], startTime: at(6 * HOUR), minutes: 120 }),
      );
      expect(answer.status, answer.text).toBe(201);
      const id = answer.body.events.find(({ type }: { type: string }) => type === 'hwh').id;
      await db.updateTable('operator').set({ largestKw: 1, largestHomes: 2 }).execute();
      const longer = await put(id, { endTime: at(9 * HOUR) });
      // Two water heaters alone are below 1 kW.
      expect([longer.status, longer.body.code], longer.text).toEqual([422, 'event_over_kw_limit']);
      await db.updateTable('operator').set({ largestHomes: 1 }).execute();
      expect((await put(id, { intensity: 40 })).body.code).toBe('event_over_home_limit');
      expect((await put(id, { endTime: at(7 * HOUR) })).status).toBe(200);
    });

    test.runIf(name === 'PostgreSQL')(
      '[T-40] a change that only ended earlier when it was asked for is held to the limits once another one came first',
      async () => {
        const id = await orderOne(water({ minutes: 180 }));
        await db.updateTable('operator').set({ largestHomes: 1 }).execute();
        const changed = await db.transaction().execute(async (tx) => {
          await tx.selectFrom('program').select('id').forUpdate().execute();
          const waiting = put(id, { endTime: at(4 * HOUR) });
          await expect.poll(countWaiting, { timeout: 60_000, interval: 20 }).toBe(1);
          await tx
            .updateTable('demandEvent')
            .set({ endTime: addMs(app.clock.now(), 3 * HOUR) })
            .execute();
          return { waiting };
        });
        const answer = await changed.waiting;
        expect([answer.status, answer.body.code], answer.text).toEqual([422, 'event_over_home_limit']);
        expect((await stored())[0]?.endTime).toEqual(addMs(app.clock.now(), 3 * HOUR));
      },
    );

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
      await calls.signIn();
      expect((await put(id, { endTime: at(HOUR) })).body.code).toBe('event_over');
      const late = await post(`/event/${id}/cancel`);
      expect([late.status, late.body.code]).toEqual([409, 'event_over']);
    });

    test('[API-1] is cancelled once, however often it is asked for', async () => {
      const id = await orderOne();
      const first = await post(`/event/${id}/cancel`);
      expect(first.body).toMatchObject({ id, cancelledAt: at(0) });
      expect(await audited('event-cancelled')).toEqual([
        { accountId: accountIdOf('operator'), detail: { eventId: id } },
      ]);
      app.clock.advance(MINUTE);
      expect((await post(`/event/${id}/cancel`)).text).toBe(first.text);
      expect(await audited('event-cancelled')).toEqual([]);
      expect((await put(id, { intensity: 40 })).body.code).toBe('event_over');
    });

    test('[API-1] [T-1] stop-all cancels every event of the provider, and none of others', async () => {
      const ids = [await orderOne(), await orderOne(water({ startTime: at(4 * HOUR) }))].toSorted();
      const [row] = await stored();
      const { programId, version: programVersion } = await db
        .selectFrom('programVersion')
        .select(['programId', 'version'])
        .where('providerId', '=', 'harbour')
        .executeTakeFirstOrThrow();
      const foreign = { ...row, id: 'other', providerId: 'harbour', programId, programVersion, groups: null };
      await db
        .insertInto('demandEvent')
        .values(foreign as never)
        .execute();
      // To an operator of this provider there is no such event.
      expect((await get('/event')).map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
      expect((await get('/event/other')).code).toBe('not_found');
      expect((await put('other', { intensity: 40 })).status).toBe(404);
      expect((await post('/event/other/cancel')).status).toBe(404);
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
        db,
        [{ ...ref, participation, planRevision: 0, dueAt: null }],
        app.clock.now(),
      );
      app.clock.advance(MINUTE);
      await put(id, { intensity: 40 });
      app.clock.advance(MINUTE);
      await post(`/event/${id}/cancel`);
      const seen = async (person: 'owner' | 'neighbour', house: string) => {
        const own = await openSession(db, app, person);
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
