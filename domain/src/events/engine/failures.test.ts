import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../time/time.ts';
import { START } from '../testing/facts.ts';
import { createEngine, DISPATCH } from '../testing/engine-under-test.ts';
import { runNotices, runReturns, runSteps, runTransitions } from './loops.ts';
import type { EventStore } from './ports.ts';
import { FIRST } from './rows.ts';

type Engine = ReturnType<typeof createEngine>;

/** A call of the store that names something. */
const naming = (call: keyof EventStore, what: string) => (name: keyof EventStore, args: readonly unknown[]) =>
  name === call && JSON.stringify(args[0]).includes(`"${what}"`);

const DEVICES = ['d1', 'd2', 'd3'];

/** All devices are planned, and their steps are due. */
const atSteps = async (): Promise<Engine> => {
  const engine = createEngine(DEVICES);
  await engine.runUntil(engine.now());
  engine.setTime(START);
  for (const deviceId of DEVICES) engine.report(deviceId, 'cool', 75);
  await runTransitions(engine.ports);
  engine.setTime(START + 6 * MINUTE);
  return engine;
};

/** All devices return by now. */
const atReturns = async (): Promise<Engine> => {
  const engine = await atSteps();
  await runSteps(engine.ports);
  engine.sent.splice(0);
  const { endTime } = engine.event();
  engine.setTime(endTime);
  await runTransitions(engine.ports);
  engine.setTime(endTime + 20 * MINUTE);
  return engine;
};

/** Another event of the same devices, ordered by itself. */
const addEvent = (engine: Engine, id: string, more: Partial<ReturnType<Engine['event']>> = {}): void => {
  engine.tables.event.set(id, { ...engine.event(), id, dispatchId: `dispatch of ${id}`, ...more });
};
const stateOf = (engine: Engine, id: string) => engine.tables.event.get(id);

test.each([
  { loop: 'steps', prepare: atSteps, run: runSteps },
  { loop: 'returns', prepare: atReturns, run: runReturns },
])(
  '[T-35] a device that cannot be carried out is postponed by the loop of $loop, and the others of its page are not',
  async ({ loop, prepare, run }) => {
    const engine = await prepare();
    const reported = await engine.withFailing(naming('updateParticipations', 'd2'), run);
    expect(engine.sent.map(({ deviceId }) => deviceId).toSorted()).toEqual(['d1', 'd3']);
    expect(reported).toEqual([`a page of ${loop}`, 'carrying out event event-1 on h1/d2']);
    expect(engine.row('d2')?.dueAt).toBe(engine.now() + MINUTE);
    engine.setTime(engine.now() + MINUTE);
    await run(engine.ports);
    expect(engine.sent.map(({ deviceId }) => deviceId)).toContain('d2');
  },
);

test('[T-35] a home that cannot be told is postponed, and the others of its page are not', async () => {
  const engine = createEngine();
  const homes = ['a', 'b', 'c'].map((houseId) => ({ ...DISPATCH, houseId }));
  await engine.transact(async ({ store, now }) => {
    await store.lockHomes(homes);
    await store.setHomesDue(homes.map((home) => ({ ...home, dueAt: now(), toldAt: null })));
  });
  const reported = await engine.withFailing(naming('homesToTell', 'b'), runNotices);
  expect(reported).toEqual(['a page of notices', 'telling b of dispatch dispatch-1']);
  const due = [...engine.tables.home.values()].filter(({ dueAt }) => dueAt !== null);
  expect(due).toMatchObject([{ houseId: 'b', dueAt: engine.now() + MINUTE }]);
});

test('[T-35] an event that cannot be carried on is postponed, and the others are not', async () => {
  const engine = createEngine();
  addEvent(engine, 'event-2');
  const reported = await engine.withFailing(naming('dispatchOf', 'event-1'), runTransitions);
  expect(reported).toEqual(['carrying on event event-1']);
  expect(stateOf(engine, 'event-1')).toMatchObject({ state: 'scheduled', dueAt: engine.now() + 10 * SECOND });
  expect(stateOf(engine, 'event-2')).toMatchObject({ state: 'notified', joining: { phase: 'joined' } });
});

test('[T-35] an event that takes many devices in lets others have their turn after each page', async () => {
  const engine = createEngine(Array.from({ length: 150 }, (_, index) => `d${index}`));
  const announced = { state: 'notified', notifiedAt: engine.now(), createdAt: engine.now() } as const;
  engine.change({ ...announced, walk: null, dueAt: engine.now() - 2 * MINUTE });
  addEvent(engine, 'event-2', { dueAt: engine.now() - MINUTE });
  const pages: string[] = [];
  await engine.withFailing((name, [rows]) => {
    if (name === 'insertParticipations') pages.push((rows as { eventId: string }[])[0]?.eventId ?? '');
    return false;
  }, runTransitions);
  expect(pages.slice(0, 2)).toEqual(['event-1', 'event-2']);
  expect(pages).toHaveLength(4);
});

const WALK = { walk: { pass: 1, after: FIRST }, revision: 1 } as const;

test('[T-32] a walk that fails is postponed; other walks and returns that are due go on', async () => {
  const engine = await atReturns();
  addEvent(engine, 'broken', WALK);
  addEvent(engine, 'changed', WALK);
  const reported = await engine.withFailing(naming('makeReturnsDue', 'broken'), runReturns);
  expect(reported).toEqual(['bringing devices of event broken up to date']);
  expect(engine.sent.map(({ phase }) => phase)).toEqual(['after', 'after', 'after']);
  expect(stateOf(engine, 'changed')?.walk).toBe(null);
  expect(stateOf(engine, 'broken')).toMatchObject(WALK);
  await runReturns(engine.ports);
  expect(stateOf(engine, 'broken')).toMatchObject(WALK);
  engine.setTime(engine.now() + 10 * SECOND);
  await runReturns(engine.ports);
  expect(stateOf(engine, 'broken')?.walk).toBe(null);
});

test.each(['claimWalk', 'postponeWalk'] as const)(
  '[T-32] returns that are due go on where walks cannot even be postponed: %s fails',
  async (call) => {
    const engine = await atReturns();
    addEvent(engine, 'broken', WALK);
    const isBroken = naming('makeReturnsDue', 'broken');
    const reported = await engine.withFailing(
      (name, args) => name === call || isBroken(name, args),
      runReturns,
    );
    expect(reported.at(-1)).toBe('walks');
    expect(engine.sent).toHaveLength(3);
  },
);
