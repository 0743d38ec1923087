import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../time/time.ts';
import { cooling, home, START } from '../testing/facts.ts';
import { createEngine, DISPATCH, EVENT, HOUSE, refOf } from '../testing/engine-under-test.ts';
import { participationKey } from '../testing/memory/keys.ts';
import { returnTime } from '../timing.ts';
import { runNotices, runReturns, runSteps, runTransitions } from './loops.ts';
import { observeReadings } from './observe.ts';
import type { EngineTx } from './ports.ts';
import { leaveEventsForGood, leaveEventsOf } from './for-good.ts';
import { changeDevice, changeLimits, joinedAgain, leave, leaveHouse, rejoinHouse } from './people.ts';
import { FIRST } from './rows.ts';
import { stopAll } from './stops.ts';

const FRESH = { phase: 'devices', after: FIRST, since: null } as const;
const LEAVING = { reason: null, afterwards: false } as const;

/** An event that has taken `d1` in; the enrolment of `d2` is committed later. */
const createEngineBeforeD2 = async () => {
  const engine = createEngine(['d1', 'd2']);
  const key = `${cooling.id}/h1/d2`;
  const row = engine.tables.enrolment.get(key);
  if (!row) throw new Error('d2 is not enrolled');
  engine.tables.enrolment.delete(key);
  await engine.runUntil(engine.now());
  const enrolD2 = (changedAt: number) => engine.tables.enrolment.set(key, { ...row, changedAt });
  return { engine, enrolD2 };
};

describe('a device that has become fit for an event that was changed', () => {
  /** `d2` was off when it was planned; nobody has looked at it since the event was changed. */
  const withFitDevice = async () => {
    const engine = createEngine(['d1', 'd2']);
    engine.report('d2', 'off', 75);
    await engine.runUntil(engine.now());
    expect(engine.row('d2')?.participation.plan).toMatchObject({ excluded: { code: 'mode_unsuitable' } });
    engine.report('d2', 'cool', 75);
    engine.change({ intensity: 50 });
    return engine;
  };
  const stepsOf = async (engine: Awaited<ReturnType<typeof withFitDevice>>) => {
    for (const time of [START - HOUR, START, START + 6 * MINUTE]) {
      engine.setTime(time);
      for (const deviceId of ['d1', 'd2']) engine.report(deviceId, 'cool', 75);
      await engine.runUntil(time);
    }
    return engine.sent;
  };

  test('[T-31] does not join by the leaving of its home', async () => {
    const engine = await withFitDevice();
    await engine.transact((tx) => leaveHouse(tx, DISPATCH, null, LEAVING));
    expect(await stepsOf(engine)).toEqual([]);
  });

  test('[T-31] does not join by the closing of its household', async () => {
    const engine = await withFitDevice();
    await engine.transact((tx) => leaveEventsForGood(tx, HOUSE));
    engine.close();
    expect(await stepsOf(engine)).toEqual([]);
  });

  test.each(['provider', 'owner'] as const)(
    '[API-3] [T-31] does not join when its part in the program was ended by its %s',
    async (by) => {
      const engine = await withFitDevice();
      await engine.transact((tx) => leaveEventsOf(tx, HOUSE, ({ deviceId }) => deviceId === 'd2', by));
      engine.tables.enrolment.delete(`${cooling.id}/h1/d2`);
      expect((await stepsOf(engine)).map(({ deviceId }) => deviceId)).toEqual(['d1']);
    },
  );
});

describe('a device whose owner set another temperature after it was planned', () => {
  test('[T-31] [UX-43] its plan says what was sent, and returns to what the owner set', async () => {
    const engine = createEngine();
    await engine.runUntil(engine.now());
    const commandsOf = () => {
      const plan = engine.row()?.participation.plan;
      return plan && 'steps' in plan ? plan.steps.map(({ phase, command }) => [phase, command]) : null;
    };
    expect(commandsOf()).toContainEqual(['after', { coolSetpoint: 75 }]);
    engine.setTime(START);
    engine.report('d1', 'cool', 73);
    await engine.runUntil(START + 6 * MINUTE);
    expect(engine.sent).toMatchObject([{ phase: 'during', body: { coolSetpoint: 76 } }]);
    expect(commandsOf()).toContainEqual(['during', { coolSetpoint: 76 }]);
    expect(commandsOf()).toContainEqual(['after', { coolSetpoint: 73 }]);
  });
});

describe('what happens while a loop works', () => {
  const cancel = (engine: ReturnType<typeof createEngine>) => () =>
    engine.transact((tx) => tx.store.cancelEvents([EVENT], tx.now()));
  /** The step of `d1` is sent. */
  const begun = async () => {
    const engine = createEngine();
    await engine.runUntil(engine.now());
    engine.setTime(START);
    engine.report('d1', 'cool', 75);
    await engine.runUntil(START + 6 * MINUTE);
    expect(engine.sent).toMatchObject([{ phase: 'during', body: { coolSetpoint: 78 } }]);
    return engine;
  };

  test('[API-3] [T-31] who lived in a home that closed is told nothing of its events', async () => {
    const engine = createEngine(['d1']);
    await engine.runUntil(engine.now());
    await engine.transact((tx) => leaveEventsForGood(tx, HOUSE));
    engine.close();
    const rejoinOne = engine.transact((tx) =>
      changeDevice(tx, refOf('d1'), 'joins again', joinedAgain, engine.now()),
    );
    expect(await rejoinOne).toEqual({ refused: 'unknown' });
    expect(await engine.transact((tx) => rejoinHouse(tx, DISPATCH, null, engine.now()))).toEqual({
      refused: 'unknown',
    });
    expect(await engine.transact((tx) => leaveHouse(tx, DISPATCH, null, LEAVING))).toEqual({
      refused: 'unknown',
    });
  });

  test('[API-3] [OPT-1] who had left by themselves cannot bring back a device that is enrolled no more', async () => {
    const engine = createEngine(['d1', 'd2']);
    await engine.runUntil(engine.now());
    await engine.transact((tx) => leaveHouse(tx, DISPATCH, null, LEAVING));
    await engine.transact((tx) => leaveEventsOf(tx, HOUSE, ({ deviceId }) => deviceId === 'd2', 'provider'));
    engine.tables.enrolment.delete(`${cooling.id}/h1/d2`);
    const rejoin = (deviceIds: readonly string[] | null) =>
      engine.transact((tx) => rejoinHouse(tx, DISPATCH, deviceIds, engine.now()));
    expect(
      await engine.transact((tx) => changeDevice(tx, refOf('d2'), 'joins again', joinedAgain, engine.now())),
    ).toEqual({ refused: 'not_enrolled' });
    expect(await rejoin(['d2'])).toEqual({ refused: 'not_enrolled' });
    expect(await rejoin(null)).toMatchObject({ changed: [{ deviceId: 'd1' }] });
    expect(engine.row('d2')?.participation.optOut).not.toBeNull();
  });

  test('[T-32] nobody joins an event that was cancelled before its lock was granted', async () => {
    const engine = createEngine();
    const announced = () => engine.event().state === 'notified';
    await engine.race(runTransitions, {
      // The first lock announces the event, the second takes devices in.
      before: 'lockEvents',
      call: 2,
      run: async () => {
        expect(announced()).toBe(true);
        await cancel(engine)();
      },
    });
    expect([...engine.tables.participation.keys()]).toEqual([]);
    expect(engine.event()).toMatchObject({ state: 'cancelled', dueAt: null });
  });

  test('[T-31] a device whose enrolment ends while it is about to join stays out', async () => {
    const engine = createEngine(['d1', 'd2']);
    await engine.race(runTransitions, {
      before: 'lockDevices',
      run: async () => engine.tables.enrolment.delete(`${cooling.id}/h1/d1`),
    });
    expect([...engine.tables.participation.values()].map(({ deviceId }) => deviceId)).toEqual(['d2']);
  });

  test.each<[string, (tx: EngineTx) => Promise<unknown>]>([
    ['leaves', (tx) => leaveHouse(tx, DISPATCH, null, LEAVING)],
    ['closes', (tx) => leaveEventsForGood(tx, HOUSE)],
  ])('[T-31] a home that %s while devices of it join has left with them', async (_, leaveWith) => {
    const engine = createEngine(['d1', 'd2']);
    await engine.runUntil(engine.now());
    const [, second] = [...engine.tables.participation.keys()];
    engine.tables.participation.delete(second ?? '');
    engine.tables.event.set('event-1', { ...engine.event(), joining: FRESH, dueAt: engine.now() });
    await engine.race(runTransitions, {
      before: 'insertParticipations',
      run: () => engine.transact(leaveWith),
    });
    const out = ['d1', 'd2'].map((deviceId) => engine.row(deviceId)?.participation.optOut?.cause);
    expect(out).toEqual(['person', 'person']);
  });

  test('[T-31] a device that is enrolled after its home left joins only to be out', async () => {
    const { engine, enrolD2 } = await createEngineBeforeD2();
    await engine.transact((tx) => leaveHouse(tx, DISPATCH, null, LEAVING));
    enrolD2(engine.now());
    await engine.runUntil(engine.now() + 6 * MINUTE);
    expect(engine.row('d2')?.participation.optOut).toMatchObject({ cause: 'person' });
  });

  test('[T-31] a device whose enrolment is committed a minute after its time is not forgotten', async () => {
    const { engine, enrolD2 } = await createEngineBeforeD2();
    const { since } = engine.event().joining;
    enrolD2((since ?? 0) - MINUTE);
    await engine.runUntil(engine.now() + 6 * MINUTE);
    expect(engine.row('d2')?.participation.plan).toHaveProperty('steps');
  });

  test('[T-31] a household that closed takes no device in that becomes fit', async () => {
    const engine = createEngine();
    engine.report('d1', 'off', 75);
    await engine.runUntil(engine.now());
    engine.report('d1', 'cool', 75);
    engine.close();
    await engine.runUntil(START + 6 * MINUTE);
    expect(engine.row()?.participation.plan).toHaveProperty('excluded');
  });

  test('[T-32] an event that is cancelled while it is about to be moved on is not', async () => {
    const engine = createEngine();
    await engine.race(runTransitions, { before: 'lockEvents', run: cancel(engine) });
    expect(engine.event()).toMatchObject({ state: 'cancelled', notifiedAt: null, dueAt: null });
  });

  test('[T-32] a step that was decided before a stop is followed by its return', async () => {
    const engine = createEngine();
    await engine.runUntil(engine.now());
    engine.setTime(START);
    engine.report('d1', 'cool', 75);
    await runTransitions(engine.ports);
    engine.setTime(START + 6 * MINUTE);
    await engine.race(runSteps, {
      before: 'updateParticipations',
      run: async () => {
        await cancel(engine)();
        await runReturns(engine.ports);
      },
    });
    expect(engine.event()).toMatchObject({ revision: 1, walk: null });
    expect(engine.row()).toMatchObject({ planRevision: 1, returning: true });
    await engine.runUntil(engine.now() + 16 * MINUTE);
    expect(engine.sent.map(({ phase }) => phase)).toEqual(['during', 'after']);
  });

  test('[T-32] who has to wait for the lock until the event is over does not leave it any more', async () => {
    const engine = await begun();
    const leaving = (ports: typeof engine.ports) =>
      ports.transaction((tx) => changeDevice(tx, refOf('d1'), 'leaves', leave(LEAVING), tx.now()));
    const result = await engine.race(leaving, {
      before: 'lockDevices',
      run: async () => engine.setTime(engine.event().endTime),
    });
    expect(result).toEqual({ refused: 'event_over' });
    expect(engine.row()?.participation.optOut).toBeNull();
  });

  /** The step of `d1` is due, and nobody has looked at it. */
  const withDueStep = async () => {
    const engine = createEngine();
    await engine.runUntil(engine.now());
    engine.setTime(START + 6 * MINUTE);
    engine.report('d1', 'cool', 75);
    await runTransitions(engine.ports);
    return engine;
  };

  test('[T-31] while a home changes its limits, nothing is decided by the old ones', async () => {
    const engine = await withDueStep();
    const limits = async () => {
      expect(await runSteps(engine.ports)).toBe(0);
      return home.comfort;
    };
    await engine.transact((tx) => changeLimits(tx, HOUSE, limits));
    expect(engine.sent).toHaveLength(1);
  });

  test('[T-31] while a household closes, nothing is decided by what ends with it', async () => {
    const engine = await withDueStep();
    const lapse = async () => expect(await runSteps(engine.ports)).toBe(0);
    await engine.transact((tx) => leaveEventsForGood(tx, HOUSE, lapse));
    engine.close();
    await engine.runUntil(START + HOUR);
    expect(engine.sent).toEqual([]);
  });

  test('[T-31] a device that has become fit joins at its own start though its home changes its limits just then', async () => {
    const engine = createEngine();
    engine.report('d1', 'off', 75);
    await engine.runUntil(START);
    const dueAt = engine.row()?.dueAt ?? 0;
    expect(dueAt).toBeGreaterThan(START);
    engine.setTime(dueAt);
    engine.report('d1', 'cool', 75);
    await engine.transact((tx) => changeLimits(tx, HOUSE, async () => home.comfort));
    expect(engine.row()?.participation.plan).toHaveProperty('steps');
    await engine.runUntil(dueAt);
    expect(engine.sent.map(({ phase }) => phase)).toEqual(['during']);
  });

  test('[T-32] of two stops at once the later moment holds for orders that were being written', async () => {
    const engine = createEngine();
    const stop = (ports: typeof engine.ports) =>
      ports.transaction((tx) =>
        stopAll(tx, HOUSE.providerId, async () => [EVENT], { reason: null, isUrgent: false }),
      );
    await engine.race(stop, {
      // When the first one ends.
      before: 'writeStop',
      call: 2,
      run: async () => {
        engine.setTime(engine.now() + MINUTE);
        await stop(engine.ports);
      },
    });
    expect([...engine.tables.stop.values()]).toMatchObject([{ at: engine.now() }]);
  });

  test('[T-32] an order that is written while a stop waits for its locks is stopped too', async () => {
    const engine = createEngine();
    const order = (createdAt: number) =>
      engine.tables.event.set('event-2', { ...engine.event(), id: 'event-2', createdAt, cancelledAt: null });
    const stop = (ports: typeof engine.ports) =>
      ports.transaction((tx) =>
        stopAll(tx, HOUSE.providerId, async () => [EVENT], { reason: null, isUrgent: false }),
      );
    await engine.race(stop, {
      before: 'noteStop',
      run: async () => {
        order(engine.now() + 1);
        engine.setTime(engine.now() + 2);
      },
    });
    await runTransitions(engine.ports);
    expect(engine.tables.event.get('event-2')).toMatchObject({ cancelledAt: engine.now() });
  });

  test('what was planned stays when the event is cancelled, whatever its home does then', async () => {
    const engine = createEngine();
    await engine.runUntil(engine.now());
    engine.report('d1', 'off', 75);
    engine.setTime(engine.now() + MINUTE);
    await cancel(engine)();
    await engine.transact((tx) => changeLimits(tx, HOUSE, async () => home.comfort));
    expect(engine.row()).toMatchObject({ planRevision: 1, participation: { plan: { steps: [{}, {}, {}] } } });
  });

  test('[T-31] a device that two events have moved gets one command at a time', async () => {
    const engine = await begun();
    const second = { ...engine.event(), id: 'event-2', dispatchId: 'dispatch-2' };
    engine.tables.event.set(second.id, second);
    const row = engine.row();
    if (!row) throw new Error('d1 is in no event');
    const ref = { ...refOf('d1'), eventId: second.id };
    const participation = { ...row.participation, eventId: second.id };
    engine.tables.participation.set(participationKey(ref), { ...row, eventId: second.id, participation });
    await engine.transact((tx) => leaveEventsForGood(tx, HOUSE));
    expect(engine.sent.map(({ phase }) => phase)).toEqual(['during', 'after']);
  });

  test('[T-32] a stop gives each device the time of its return, and lets its home be told before that', async () => {
    const engine = await begun();
    await cancel(engine)();
    await runReturns(engine.ports);
    const returnAt = returnTime(engine.event(), 'd1');
    expect(returnAt).toBeGreaterThan(engine.now());
    expect(engine.row()).toMatchObject({ planRevision: 1, returning: true, dueAt: returnAt });
    expect([...engine.tables.home.values()]).toMatchObject([{ houseId: 'h1', dueAt: engine.now() }]);
    await engine.runUntil(returnAt - 1);
    expect(engine.sent).toHaveLength(1);
    await engine.runUntil(returnAt);
    expect(engine.sent.map(({ phase }) => phase)).toEqual(['during', 'after']);
  });

  test('[T-33] a plan is made anew when the event was changed', async () => {
    const engine = createEngine();
    await engine.runUntil(engine.now());
    const stepOf = () => {
      const { plan } = engine.row()?.participation ?? {};
      return plan && 'steps' in plan ? plan.steps.find(({ phase }) => phase === 'during')?.command : plan;
    };
    expect(stepOf()).toEqual({ coolSetpoint: 78 });
    engine.change({ intensity: 25 });
    await engine.runUntil(engine.now());
    expect(stepOf()).toEqual({ coolSetpoint: 76 });
  });

  test('[T-35] a change at the wall that was taken back before the device is taken out is none', async () => {
    const engine = await begun();
    const device = { ...HOUSE, deviceId: 'd1' };
    const move = { ...refOf('d1'), commandId: 'd1#1', round: 1, phase: 'during', reason: null } as const;
    await engine.transact(({ store, now }) =>
      store.moveSentActions([{ ...move, state: 'delivered', deliveredAt: now() }], now()),
    );
    const seen = async (cool: number) => {
      engine.setTime(engine.now() + MINUTE);
      engine.report('d1', 'cool', cool);
    };
    await seen(78);
    await observeReadings(engine.ports, [device]);
    expect(engine.row()?.participation.actions).toMatchObject([{ state: 'confirmed' }]);
    await seen(71);
    const observe = (ports: typeof engine.ports) => observeReadings(ports, [device]);
    // The first lock is for what the readings show, the second for taking it out.
    await engine.race(observe, { before: 'lockEvents', call: 2, run: () => seen(78) });
    expect(engine.row()?.participation).toMatchObject({
      optOut: null,
      before: { setting: { coolSetpoint: 75 } },
    });
    await seen(71);
    await observe(engine.ports);
    expect(engine.row()?.participation.optOut).toMatchObject({ cause: 'wall' });
  });

  test('[T-32] an order that was written while everything was stopped is cancelled before it is announced', async () => {
    const engine = createEngine();
    const at = engine.now() + MINUTE;
    const stop = { at, reason: null, returnNowAt: at };
    await engine.transact(({ store }) => store.writeStop(HOUSE.providerId, stop));
    await engine.runUntil(at);
    expect(engine.event()).toMatchObject({ state: 'cancelled', cancelledAt: at, notifiedAt: null });
    expect([...engine.tables.participation.keys()]).toEqual([]);
  });

  test('[T-33] homes are told a page at a time while devices of a changed event become due, then all', async () => {
    const engine = createEngine();
    const homes = Array.from({ length: 150 }, (_, index) => ({ ...DISPATCH, houseId: `house-${index}` }));
    await engine.transact(async ({ store, now }) => {
      await store.lockHomes(homes);
      await store.setHomesDue(homes.map((home) => ({ ...home, dueAt: now(), toldAt: null })));
    });
    engine.change({ intensity: 50 });
    expect(await runNotices(engine.ports)).toBe(100);
    engine.change({ walk: null });
    expect(await runNotices(engine.ports)).toBe(50);
  });
});
