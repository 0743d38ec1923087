import { beforeEach, describe, expect, test } from 'vitest';
import { cancelEvent, changeEvent } from '#domain/events/life/change.ts';
import type { EventChangeResult } from '#domain/events/life/change.ts';
import type { EventState } from '#contract/entities/event.ts';
import { optOut } from '#domain/events/people/people.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { addMs } from '../lib/clock/clock.ts';
import { findEvent, lockEvent, updateEvent } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { databases, reuseDatabase } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { createEventWorld, EVENT_ID } from '../testing/events/event-world.ts';
import type { EventWorld } from '../testing/events/event-world.ts';
import { insertTestData } from '../testing/test-data.ts';
import { changeParticipations } from '#domain/events/engine/carry-out.ts';
import { createEngineTx } from './engine-ports.ts';
import { carryOnEvents, lookAtDevices } from '../testing/events/run-loops.ts';

const EVENT = { providerId: 'sunvale', eventId: EVENT_ID } as const;
const HEATER = { ...EVENT, houseId: 'housea', deviceId: 'houseahwh' } as const;
const STEP = 5 * MINUTE;
/** Until its first results are known. */
const WHOLE_LIFE = ['notified', 'preparing', 'active', 'returning', 'ended', 'provisional'];

describe.each(databases)('%s', (_name, open) => {
  const openEmpty = reuseDatabase(open);
  let database: TestDatabase;
  let app: TestApp;
  let world: EventWorld;
  let reported: string[];

  beforeEach(async () => {
    database = await openEmpty();
    app = await startApp(database.db);
    await insertTestData(database.db, app);
    reported = [];
    world = await createEventWorld(database.db, app, createRecordingJobs(), (_error, what) =>
      reported.push(what),
    );
    await world.round();
    return async () => {
      if (reported.length > 0) throw new Error(`reported: ${reported.join(', ')}`);
      await app.close();
      await database.close();
    };
  });

  const setpoint = async (): Promise<unknown> => {
    const { entries } = await database.db
      .selectFrom('deviceState')
      .select('entries')
      .where('deviceId', '=', HEATER.deviceId)
      .executeTakeFirstOrThrow();
    return entries['hwh-set-temperature']?.value;
  };
  const passed = async (): Promise<EventState[]> =>
    (
      await database.db
        .selectFrom('eventTransition')
        .innerJoin('demandEvent', 'demandEvent.id', 'eventTransition.eventId')
        .select('eventTransition.state')
        .orderBy('eventTransition.at')
        .execute()
    ).map(({ state }) => state);
  const commands = () =>
    database.db
      .selectFrom('command')
      .select(['origin', 'command', 'holdUntil', 'because', 'eventId', 'state'])
      .where('deviceId', '=', HEATER.deviceId)
      .where('origin', 'in', ['event', 'restore'])
      .orderBy('version')
      .execute();
  const changed = (change: (event: StoredEvent, now: number) => EventChangeResult) =>
    database.db.transaction().execute(async (tx) => {
      const event = await lockEvent(tx, EVENT);
      if (!event) throw new Error('no event');
      const result = change(event, app.clock.now().getTime());
      if ('refused' in result) throw new Error(result.refused.code);
      await updateEvent(tx, EVENT, result.changed, app.clock.now());
    });
  /** From three hours before the start to ten minutes after it. */
  const untilItRuns = async () => {
    await world.run(3 * HOUR, HOUR);
    await world.run(2 * STEP, STEP);
  };
  /** To the end, in steps in which nothing is late, and then some hours more. */
  const untilItIsOver = async () => {
    await world.run(40 * MINUTE, 20 * MINUTE);
    await world.run(52 * MINUTE, 4 * MINUTE);
    await world.run(2 * HOUR, HOUR);
  };
  const leave = () =>
    database.db.transaction().execute((tx) =>
      changeParticipations(createEngineTx(tx, world.deps), [HEATER], ({ event, participation }, now) => {
        const result = optOut(event, participation, 'person', now);
        if ('refused' in result) throw new Error(result.refused.code);
        return result.changed;
      }),
    );

  test('[T-30] [T-32] an event passes its states, lowers the water heater with a time to fall back, and puts it back', async () => {
    await world.addEvent('water-heater');
    await untilItRuns();
    expect(await passed()).toEqual(['notified', 'preparing', 'active']);
    expect(await setpoint()).toBe(110);
    const { participation } = await world.participation('housea', 'houseahwh');
    expect(participation.actions).toMatchObject([{ phase: 'during', state: 'confirmed' }]);
    await untilItIsOver();
    expect(await passed()).toEqual(WHOLE_LIFE);
    expect(await setpoint()).toBe(120);
    const [step, back, ...more] = await commands();
    expect(step).toMatchObject({ origin: 'event', eventId: EVENT_ID, because: { code: 'event' } });
    // The end, half an hour in which returns are spread, and a quarter.
    const { endTime } = await database.db
      .selectFrom('demandEvent')
      .select('endTime')
      .executeTakeFirstOrThrow();
    expect(step?.holdUntil).toEqual(addMs(endTime, 45 * MINUTE));
    expect(back).toMatchObject({ origin: 'restore', holdUntil: null, because: { code: 'return' } });
    expect(more).toEqual([]);
    expect((await world.participation('housea', 'houseahwh')).dueAt).toBeNull();
  });

  test('[OPT-1] [T-28] who leaves during an event has the old setting on its way in the same transaction', async () => {
    await world.addEvent('water-heater');
    await untilItRuns();
    await leave();
    expect((await commands()).at(-1)).toMatchObject({ origin: 'restore', state: 'accepted' });
    await world.round();
    expect(await setpoint()).toBe(120);
    await untilItIsOver();
    expect(await commands()).toHaveLength(2);
  });

  test('[T-35] who leaves before an event is not acted on', async () => {
    await world.addEvent('water-heater');
    await world.run(HOUR, HOUR);
    await leave();
    await world.run(2 * HOUR, HOUR);
    await world.run(2 * STEP, STEP);
    await untilItIsOver();
    expect(await commands()).toEqual([]);
    expect((await world.participation('houseb', 'housebhwh')).participation.actions).toHaveLength(2);
  });

  test('[T-32] an event that is cancelled while it runs puts everything back, and one before it began does nothing', async () => {
    await world.addEvent('water-heater');
    await untilItRuns();
    await changed(cancelEvent);
    await world.run(40 * MINUTE, 4 * MINUTE);
    expect(await setpoint()).toBe(120);
    expect((await passed()).slice(-2)).toEqual(['returning', 'cancelled']);
    await world.addEvent('water-heater', { id: 'event2', dispatchId: 'dispatch2' });
    await world.run(HOUR, HOUR);
    await database.db
      .updateTable('demandEvent')
      .set({ cancelledAt: app.clock.now() })
      .where('id', '=', 'event2')
      .execute();
    await world.run(5 * HOUR, HOUR);
    expect((await world.participation('housea', 'houseahwh', 'event2')).participation.actions).toEqual([]);
    expect((await world.participation('housea', 'houseahwh', 'event2')).dueAt).toBeNull();
  });

  test('an event that is moved is planned anew, and begins at its new time', async () => {
    await world.addEvent('water-heater');
    await world.run(STEP);
    await changed((event, now) =>
      changeEvent(event, { startTime: event.startTime + HOUR, endTime: event.endTime + HOUR }, now),
    );
    expect((await findEvent(database.db, EVENT))?.dueAt).toBe(app.clock.now().getTime());
    await world.run(3 * HOUR + STEP, HOUR);
    expect(await setpoint()).toBe(120);
    const { participation, planRevision } = await world.participation('housea', 'houseahwh');
    expect(planRevision).toBe(1);
    expect('steps' in participation.plan && participation.plan.steps[0]?.at).toBeGreaterThan(
      app.clock.now().getTime(),
    );
    await world.run(HOUR, 10 * MINUTE);
    expect(await setpoint()).toBe(110);
  });

  test('[T-35] two nodes at the same moments send each step and each return once', async () => {
    await world.addEvent('water-heater');
    const node = async () => {
      await carryOnEvents(world.deps);
      await lookAtDevices(world.deps);
    };
    await world.run(2 * HOUR + 50 * MINUTE, HOUR);
    for (let step = 0; step < 28; step += 1) {
      app.clock.advance(4 * MINUTE);
      await world.round();
      await Promise.all([node(), node(), node()]);
    }
    expect((await commands()).map(({ origin }) => origin)).toEqual(['event', 'restore']);
    expect(await passed()).toEqual(WHOLE_LIFE);
  });

  test('[T-30] homes with a life-support flag are never part of an event', async () => {
    await database.db.updateTable('house').set({ lifeSupport: true }).where('id', '=', 'housea').execute();
    await world.addEvent('water-heater');
    await world.run(4 * HOUR, HOUR);
    const { participation, dueAt } = await world.participation('housea', 'houseahwh');
    expect(participation.plan).toEqual({ excluded: { code: 'life_support' } });
    expect([dueAt, await commands()]).toEqual([null, []]);
  });

  test('[T-33] a device that cannot be put back raises one alarm, and is put back when it is there again', async () => {
    await world.addEvent('water-heater');
    await untilItRuns();
    world.fleet.fault({ ...HEATER }, { type: 'offline' });
    await untilItIsOver();
    const alarm = `returning devices from event ${EVENT_ID}`;
    expect(new Set(reported)).toEqual(new Set(['delivering commands', alarm]));
    expect(reported.splice(0).filter((what) => what === alarm)).toHaveLength(1);
    const alarms = await database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'return-late')
      .execute();
    expect(alarms).toEqual([{ detail: { eventId: EVENT_ID, devices: [`housea/${HEATER.deviceId}`] } }]);
    world.fleet.fault({ ...HEATER }, null);
    await world.run(10 * MINUTE, MINUTE);
    expect(await setpoint()).toBe(120);
    expect((await world.participation('housea', 'houseahwh')).dueAt).toBeNull();
  });

  test('[T-35] two nodes whose clocks are two minutes off, in an event over midnight: each step once, and as long as ordered', async () => {
    // 11:45 PM in Denver.
    const [startTime, length] = [Date.parse('2026-11-16T06:45:00Z'), 30 * MINUTE];
    app.clock.advance(startTime - 6 * MINUTE - app.clock.now().getTime());
    await world.round();
    await world.addEvent('water-heater', { startTime, endTime: startTime + length });
    const nodes = [-2 * MINUTE, 2 * MINUTE].map((skew) => ({
      ...world.deps,
      clock: { now: () => addMs(app.clock.now(), skew) },
    }));
    for (let elapsed = 0; elapsed < 72 * MINUTE; elapsed += 2 * MINUTE) {
      for (const node of nodes) {
        await carryOnEvents(node);
        await lookAtDevices(node);
      }
      await world.round();
      app.clock.advance(2 * MINUTE);
    }
    expect((await commands()).map(({ origin, state }) => [origin, state])).toEqual([
      ['event', 'confirmed'],
      ['restore', 'confirmed'],
    ]);
    const { participation } = await world.participation('housea', HEATER.deviceId);
    const [step, back] = participation.actions;
    expect(step?.sentAt).toBeGreaterThanOrEqual(startTime - 2 * MINUTE);
    expect(back?.at).toBeGreaterThanOrEqual(startTime + length);
    expect(back?.sentAt).toBeGreaterThanOrEqual(startTime + length - 2 * MINUTE);
  });
});
