import { describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { connectPostgres } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { waitingForLocks, withLock } from '../../db/testing/held-locks.ts';
import { lockEvents } from '../../stores/events/events.ts';
import { startApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../../testing/events/event-calls.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { carryOnEvents, lookAtDevices } from '../../testing/events/run-loops.ts';

const SETPOINT = 'thermostat-heat-setpoint';

describe.each(databases)('%s: cancelling, stopping and ordering again', (name, open) => {
  const calls = eventCallsPerTest(open);

  /** A call of an operator who has just signed in. */
  const call = async (method: 'POST' | 'PUT', path: string, body?: object) => {
    const token = await openSession(calls.db, calls.app, 'operator');
    const answer = await calls.app.call(method, `/api/operator/${path}`, {
      token,
      ...(body ? { body } : {}),
    });
    const { status } = answer;
    return { ...answer, outcome: answer.body?.code ? `${status} ${answer.body.code}` : `${status}` };
  };
  const post = (path: string, body?: object) => call('POST', path, body);
  const cancelledAt = async () =>
    Object.fromEntries(
      (await calls.db.selectFrom('demandEvent').select(['id', 'cancelledAt']).execute()).map((row) => [
        row.id,
        row.cancelledAt,
      ]),
    );
  const waterOrder = (more: object = {}) => ({
    programIds: ['water-heater'],
    startTime: new Date(calls.app.clock.now().getTime() + 2 * HOUR).toISOString(),
    minutes: 60,
    ...more,
  });
  /** When the return of a device is to be sent, in ms after a moment. */
  /** When the device returns or has returned, in ms after the moment. */
  const returnAfter = async (moment: Date, deviceId: string, eventId: string) => {
    const { participation, dueAt } = await calls.world.participation('housea', deviceId, eventId);
    const action = participation.actions.find(({ phase }) => phase === 'after');
    const at = action?.at ?? dueAt;
    return at === null ? null : at - moment.getTime();
  };

  test('[API-1] a dispatch is cancelled with all its events at one moment, once, and no other', async () => {
    await calls.announce();
    await calls.world.addEvent('water-heater', {
      id: 'other',
      dispatchId: 'other',
      startTime: calls.app.clock.now().getTime() + 20 * HOUR,
      endTime: calls.app.clock.now().getTime() + 21 * HOUR,
    });
    const now = calls.app.clock.now();
    const first = await post('dispatch/dispatch1/cancel');
    expect(first.body).toMatchObject({
      id: 'dispatch1',
      state: 'notified',
      events: [
        { id: ROOM_EVENT, cancelledAt: now.toISOString() },
        { id: WATER_EVENT, cancelledAt: now.toISOString() },
      ],
    });
    calls.app.clock.advance(SECOND);
    expect((await post('dispatch/dispatch1/cancel')).text).toBe(first.text);
    expect(await cancelledAt()).toEqual({ [ROOM_EVENT]: now, [WATER_EVENT]: now, other: null });
    expect((await post('dispatch/nothing/cancel')).outcome).toBe('404 not_found');
    const audits = calls.db.selectFrom('audit').select('id').where('action', '=', 'event-cancelled');
    expect(await audits.execute()).toHaveLength(2);
    calls.app.clock.advance(22 * HOUR);
    expect((await post('dispatch/other/cancel')).outcome).toBe('409 event_over');
  });

  test('[T-1] the dispatch of another provider is none of this operator’s', async () => {
    await calls.announce();
    const [row] = await calls.db.selectFrom('demandEvent').selectAll().limit(1).execute();
    const foreign = { ...row, providerId: 'harbour', id: 'foreign', dispatchId: 'foreign', groups: null };
    await calls.db
      .insertInto('demandEvent')
      .values({ ...foreign, programId: 'coast-cool', programVersion: 1 } as never)
      .execute();
    expect((await post('dispatch/foreign/cancel')).outcome).toBe('404 not_found');
    await post('stop-all');
    expect((await cancelledAt()).foreign).toBeNull();
  });

  test('something is wrong: devices return within two minutes, beginning at once', async () => {
    await calls.announce();
    await calls.begin();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(67);
    const stopped = calls.app.clock.now();
    const { body } = await post('stop-all', { way: 'returnNow', reason: 'Rooms get too cold' });
    expect(body.events.map(({ id }: { id: string }) => id)).toEqual([ROOM_EVENT, WATER_EVENT]);
    const rows = await calls.db.selectFrom('demandEvent').select(['returnNowAt', 'stopReason']).execute();
    expect(rows).toEqual(
      Array.from({ length: 2 }, () => ({ returnNowAt: stopped, stopReason: 'Rooms get too cold' })),
    );
    await calls.world.round();
    for (const [device, event] of [
      [THERMOSTAT, ROOM_EVENT],
      [HEATER, WATER_EVENT],
    ] as const) {
      expect(await returnAfter(stopped, device, event), device).toBeLessThanOrEqual(2 * MINUTE);
    }
    await calls.world.run(2 * MINUTE + 10 * SECOND, 10 * SECOND);
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(70);
  });

  test('called off, the program’s spread holds; told that something is wrong after that, devices do not wait for it', async () => {
    await calls.announce();
    await calls.begin();
    const stopped = calls.app.clock.now();
    await post('stop-all', { way: 'calledOff' });
    await calls.world.round();
    const spreads = [
      await returnAfter(stopped, THERMOSTAT, ROOM_EVENT),
      await returnAfter(stopped, HEATER, WATER_EVENT),
    ];
    expect(Math.max(...spreads.map((spread) => spread ?? 0)), 'one of them has to wait').toBeGreaterThan(
      2 * MINUTE + 10 * SECOND,
    );
    calls.app.clock.advance(SECOND);
    await post('stop-all', { way: 'returnNow' });
    await calls.world.round();
    for (const [device, event] of [
      [THERMOSTAT, ROOM_EVENT],
      [HEATER, WATER_EVENT],
    ] as const) {
      expect(await returnAfter(stopped, device, event), device).toBeLessThanOrEqual(2 * MINUTE + SECOND);
    }
    expect(await cancelledAt(), 'cancelled once').toEqual({ [ROOM_EVENT]: stopped, [WATER_EVENT]: stopped });
  });

  test.runIf(name === 'PostgreSQL')(
    '[T-32] steps that are due wait while a person’s call is under way in the same process',
    async () => {
      await calls.announce();
      calls.app.clock.advance(3 * HOUR + 10 * MINUTE);
      const { deps, tasks } = calls.world;
      await carryOnEvents(deps);
      const second = connectPostgres(calls.url ?? '', () => {});
      // The longest wait does not pass.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      let waiting: Promise<unknown> = Promise.resolve();
      await second.transaction().execute(async (tx) => {
        await waitForLocks(tx);
        waiting = tasks.steps();
        // Two of each home; those that it had claimed would be left out here.
        expect(await lookAtDevices(deps)).toBe(4);
      });
      expect(await waiting).toBe(0);
      vi.useRealTimers();
      await second.destroy();
    },
  );

  test.runIf(name === 'PostgreSQL')(
    'cancelling waits neither for orders nor for devices that are looked at, and an order that was being written is stopped too',
    async () => {
      await calls.announce();
      await calls.db.transaction().execute(async (tx) => {
        await tx.selectFrom('program').select('id').forUpdate().execute();
        // As pages of devices do that are being looked at.
        const refs = [ROOM_EVENT, WATER_EVENT].map((eventId) => ({ providerId: 'sunvale', eventId }));
        await lockEvents(tx, refs, 'carry', 'wait');
        await tx.selectFrom('device').select('id').forUpdate().execute();
        const [row] = await tx.selectFrom('demandEvent').selectAll().where('id', '=', WATER_EVENT).execute();
        await tx
          .insertInto('demandEvent')
          .values({ ...row, id: 'written', dispatchId: 'written', groups: null } as never)
          .execute();
        calls.app.clock.advance(SECOND);
        expect((await post(`event/${ROOM_EVENT}/cancel`)).outcome).toBe('200');
        expect((await post('dispatch/dispatch1/cancel')).outcome).toBe('200');
        expect((await post('stop-all')).outcome).toBe('200');
      });
      expect((await cancelledAt()).written, 'it was not there yet').toBeNull();
      await carryOnEvents(calls.world.deps);
      expect((await cancelledAt()).written).toEqual(calls.app.clock.now());
    },
  );

  test('an order that all were stopped after says so, with its reason, in its answer and in the audit', async () => {
    const stop = { stoppedAt: new Date(calls.app.clock.now().getTime() + SECOND), stopReason: 'A fault' };
    await calls.db
      .updateTable('provider')
      .set({ ...stop, returnNowAt: stop.stoppedAt })
      .where('id', '=', 'sunvale')
      .execute();
    const { outcome, body } = await post('event', waterOrder());
    const [{ id, cancelledAt: at }] = body.events;
    expect([outcome, at]).toEqual(['201', stop.stoppedAt.toISOString()]);
    const { stopReason, returnNowAt } = await calls.db
      .selectFrom('demandEvent')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect({ stopReason, returnNowAt }).toEqual({ stopReason: 'A fault', returnNowAt: stop.stoppedAt });
    const audits = calls.db.selectFrom('audit').select('detail').where('action', '=', 'event-cancelled');
    expect(await audits.execute()).toEqual([{ detail: { eventId: id, stopAll: true } }]);
  });

  test.runIf(name === 'PostgreSQL')(
    '[T-31] an order that was counted before all were stopped, and is written after, is stopped too',
    async () => {
      let ordering = Promise.resolve<Awaited<ReturnType<typeof post>> | null>(null);
      await withLock(calls.db, `select from program for update`, async () => {
        ordering = post('event', waterOrder());
        await waitingForLocks(calls.db, 1, [ordering]);
        calls.app.clock.advance(SECOND);
        expect((await post('stop-all', { way: 'calledOff' })).status).toBe(200);
        calls.app.clock.advance(SECOND);
      });
      const [made] = (await ordering)?.body.events ?? [];
      expect(made.cancelledAt).not.toBeNull();
      expect((await cancelledAt())[made.id]).not.toBeNull();
      // One that comes after the stop is none of its business.
      const [later] = (await post('event', waterOrder())).body.events;
      expect(later.cancelledAt).toBeNull();
    },
  );

  test('[T-31] stopping is not refused for what else the operator did in the minute', async () => {
    const token = await openSession(calls.db, calls.app, 'operator');
    const send = (path: string, body?: object) =>
      calls.app.call('POST', `/api/operator/${path}`, { token, ...(body ? { body } : {}) });
    const orders = await Promise.all(
      Array.from({ length: 61 }, () => send('event/dry-run', { programIds: [] })),
    );
    expect(orders.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await send('stop-all', { way: 'calledOff' })).status).toBe(200);
    expect((await send('dispatch/unknown/cancel')).status).toBe(404);
  });

  test.runIf(name === 'PostgreSQL')(
    '[ERR-1] orders and changes wait for their turn at a program, and are not told to come back',
    async () => {
      const { body } = await post('event', waterOrder());
      const [{ id }] = body.events;
      const db = connectPostgres(calls.url ?? '', () => {}, { statement: 10_000, lock: 1 });
      const hasty = await startApp(db, { clock: calls.app.clock, seed: 'hasty' });
      const token = await openSession(calls.db, calls.app, 'operator');
      let answers: Promise<{ readonly status: number }>[] = [];
      await withLock(calls.db, `select from program for update`, async () => {
        answers = [
          hasty.call('PUT', `/api/operator/event/${id}`, { token, body: { intensity: 50 } }),
          hasty.call('POST', '/api/operator/event', {
            token,
            body: waterOrder({
              startTime: new Date(calls.app.clock.now().getTime() + 30 * HOUR).toISOString(),
            }),
          }),
        ];
        await waitingForLocks(calls.db, 2, answers);
      });
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 201]);
      await hasty.close();
      await db.destroy();
    },
  );

  test.runIf(name === 'PostgreSQL')(
    '[ERR-1] a change of an event that another operator changes meanwhile is counted again, under the lock',
    async () => {
      const { body } = await post('event', waterOrder());
      const [{ id }] = body.events;
      let changing = Promise.resolve({ status: 0 });
      await calls.db.transaction().execute(async (tx) => {
        await tx.selectFrom('program').select('id').forUpdate().execute();
        changing = call('PUT', `event/${id}`, { intensity: 50 });
        await waitingForLocks(calls.db, 1, [changing]);
        await tx.updateTable('demandEvent').set({ intensity: 80 }).where('id', '=', id).execute();
        // Nobody is left whom it would reach.
        await tx.deleteFrom('enrolment').execute();
      });
      expect(await changing).toMatchObject({ outcome: '409 event_without_devices' });
    },
  );

  test('[ERR-1] of equal orders at once one is accepted, and the others say why not', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('event', waterOrder())));
    const refused = answers.filter(({ status }) => status !== 201).map(({ outcome }) => outcome);
    expect(refused).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/^409 event_/)));
    expect(Object.keys(await cancelledAt())).toHaveLength(1);
    // One that holds the same devices at the same time reaches nobody.
    expect((await post('event', waterOrder({ minutes: 30 }))).outcome).toBe('409 event_without_devices');
  });

  test('[ERR-1] an order right after a cancelled event is accepted, or says what it waits for', async () => {
    await calls.db.deleteFrom('enrolment').where('houseId', '<>', 'housea').execute();
    calls.app.clock.advance(MINUTE);
    const first = await post('event', waterOrder({ startTime: 'now' }));
    const { id } = first.body.events[0];
    expect((await post(`event/${id}/cancel`)).outcome).toBe('200');
    // Nothing was sent: it counts against no limit, and holds no device.
    const second = await post('event', waterOrder({ startTime: 'now' }));
    expect(second.outcome).toBe('201');
    await calls.world.run(10 * MINUTE, 2 * MINUTE);
    expect((await post(`dispatch/${second.body.dispatchId}/cancel`)).outcome).toBe('200');
    const waits = await post('event', waterOrder({ startTime: 'now' }));
    expect(waits.outcome).toBe('409 event_devices_returning');
    expect(waits.body.detail).toMatch(/^water-heater: until 20/);
    await calls.world.run(46 * MINUTE, 4 * MINUTE);
    expect((await post('event', waterOrder({ startTime: 'now' }))).outcome).toBe('201');
  });

  test('[ERR-1] two operators on one event at once: cancelled wins, and the other is told', async () => {
    const { body } = await post('event', waterOrder());
    const [{ id }] = body.events;
    const change = () => call('PUT', `event/${id}`, { intensity: 50 });
    const [changed, cancelled] = await Promise.all([change(), post(`event/${id}/cancel`)]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(changed.status);
    expect((await cancelledAt())[id]).not.toBeNull();
    expect((await change()).body.code).toBe('event_over');
  });

  test('[ERR-1] an event that runs is not shortened to the past', async () => {
    await calls.announce();
    await calls.begin();
    const { startTime } = (await calls.events('?active=true'))[0] ?? { startTime: '' };
    const past = new Date(Date.parse(startTime) + MINUTE).toISOString();
    expect((await call('PUT', `event/${ROOM_EVENT}`, { endTime: past })).outcome).toBe('422 event_end_past');
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(67);
  });

  test('a group that no longer exists, and rules that changed between order and start', async () => {
    const groups = await calls.db.selectFrom('enrolment').select('groupName').distinct().execute();
    const order = { ...waterOrder(), groups: groups.map(({ groupName }) => groupName) };
    const { body } = await post('event', order);
    await calls.db.updateTable('enrolment').set({ groupName: 'moved away' }).execute();
    await calls.db
      .insertInto('programVersion')
      .columns(['providerId', 'programId', 'version', 'rules', 'createdAt'])
      .expression((eb) =>
        eb
          .selectFrom('programVersion')
          .select((select) => ['providerId', 'programId', select.lit(99).as('version'), 'rules', 'createdAt'])
          .where('programId', '=', 'water-heater')
          .where('providerId', '=', 'sunvale'),
      )
      .execute();
    await calls.world.run(MINUTE);
    const [{ id }] = body.events;
    // Nobody takes part; the event passes, under the rules that it was made by.
    const joined = calls.db.selectFrom('eventParticipation').select('deviceId').where('eventId', '=', id);
    expect(await joined.execute()).toEqual([]);
    calls.app.clock.advance(4 * HOUR);
    await carryOnEvents(calls.world.deps);
    const event = await calls.db
      .selectFrom('demandEvent')
      .select(['state', 'programVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(event).toEqual({ state: 'ended', programVersion: 1 });
    const again = waterOrder({ groups: order.groups });
    expect((await post('event', again)).outcome).toMatch(/event_group_unknown$/);
  });
});
