import { HOUR, MINUTE } from '../../time/time.ts';
import type { DeviceRef } from '../../ports/device-link.ts';
import { FIRST } from '../engine/ports.ts';
import type { EngineEvent, EventStore, ParticipationWrite } from '../engine/ports.ts';
import { newAction, newParticipation, withAction } from '../participation.ts';
import type { EventAction } from '../participation.ts';

/** When the cases take place, unless they say otherwise. */
export const NOW = Date.UTC(2026, 5, 10, 18);

type Store = Omit<EventStore, 'readFacts'>;

/** A store with two devices of two houses, both enrolled in the program of its events since a day. */
export interface StoreUnderTest {
  readonly providerId: string;
  readonly devices: readonly [DeviceRef, DeviceRef];
  readonly inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  /** Scheduled, from an hour after NOW on for an hour, made an hour before it, in dispatch `dispatch`. */
  readonly addEvent: (id: string, more?: Partial<Pick<EngineEvent, 'createdAt'>>) => Promise<void>;
  readonly readEvent: (id: string) => Promise<EngineEvent>;
}

/** What a store promises. Both stores run all of them, those with locks where there are several sessions. */
export interface StoreCase {
  readonly name: string;
  readonly needsSessions?: true;
  readonly run: (under: StoreUnderTest) => Promise<unknown>;
  readonly expected: unknown;
}

const refsOf = ({ providerId, devices }: StoreUnderTest) => ({
  event: (eventId: string) => ({ providerId, eventId }),
  home: (index: 0 | 1) => ({ providerId, houseId: devices[index].houseId, dispatchId: 'dispatch' }),
  device: (index: 0 | 1, eventId = 'one') => ({ ...devices[index], eventId }),
});

const rowOf = (
  under: StoreUnderTest,
  index: 0 | 1,
  {
    actions = [],
    ...more
  }: Partial<Omit<ParticipationWrite, 'actions'>> & {
    readonly actions?: readonly EventAction[];
  } = {},
): ParticipationWrite => {
  const ref = refsOf(under).device(index);
  const planned = newParticipation(ref, { steps: [], moved: [] });
  return {
    ...ref,
    participation: actions.reduce(withAction, planned),
    planRevision: 0,
    dueAt: NOW,
    returning: false,
    awaitsReading: false,
    actions: actions.map((action) => ({ action, commandId: `command ${action.round} ${action.phase}` })),
    ...more,
  };
};

const indexOf = ({ devices }: StoreUnderTest, found: readonly { readonly deviceId: string }[]) =>
  found.map(({ deviceId }) => devices.findIndex((one) => one.deviceId === deviceId));

const sent = (round: number, phase: EventAction['phase']): EventAction => ({
  ...newAction({ round, phase, at: NOW, expiresAt: NOW + HOUR }),
  state: 'sent',
  sentAt: NOW,
});

const insertBoth = (under: StoreUnderTest, more: Parameters<typeof rowOf>[2] = {}) =>
  under.inStore((store) => store.insertParticipations([rowOf(under, 0, more), rowOf(under, 1, more)], NOW));

export const STORE_CASES: readonly StoreCase[] = [
  {
    name: 'the event that has been due longest is claimed, and none before its time',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two', { createdAt: NOW - 2 * HOUR });
      const { event } = refsOf(under);
      return under.inStore(async (store) => {
        const first = await store.claimDueEvent(NOW);
        await store.setEventDue([event('two')], NOW + 1);
        const second = await store.claimDueEvent(NOW);
        await store.setEventDue([event('one')], null);
        return [first?.id, second?.id, await store.claimDueEvent(NOW), await store.isDue('transitions', NOW)];
      });
    },
    expected: ['two', 'one', null, false],
  },
  {
    name: 'two transactions claim different events, and a claim keeps nobody from cancelling',
    needsSessions: true,
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two', { createdAt: NOW - 2 * HOUR });
      const { event } = refsOf(under);
      return under.inStore(async (store) => {
        const own = await store.claimDueEvent(NOW);
        const other = await under.inStore((second) => second.claimDueEvent(NOW));
        const cancelled = await under.inStore((second) => second.cancelEvents([event('two')], NOW));
        return [own?.id, other?.id, cancelled];
      });
    },
    expected: ['two', 'one', ['two']],
  },
  {
    name: 'who carries an event out keeps others from changing it, not from carrying it out or cancelling it',
    needsSessions: true,
    run: async (under) => {
      await under.addEvent('one');
      const one = refsOf(under).event('one');
      const lockIn = (lock: 'carry' | 'change') =>
        under.inStore(async (store) => (await store.lockEvents([one], lock, 'skip')).length);
      const during = await under.inStore(async (store) => {
        await store.lockEvents([one], 'carry', 'wait');
        const others = [await lockIn('carry'), await lockIn('change')];
        return [...others, await under.inStore((second) => second.cancelEvents([one], NOW))];
      });
      const changing = await under.inStore(async (store) => {
        await store.lockEvents([one], 'change', 'wait');
        return [await lockIn('carry'), await lockIn('change')];
      });
      return [during, changing, await lockIn('change')];
    },
    expected: [[1, 0, ['one']], [0, 0], 1],
  },
  {
    name: 'a state is passed once',
    run: async (under) => {
      await under.addEvent('one');
      const one = refsOf(under).event('one');
      const write = () => under.inStore((store) => store.writeTransition(one, 'notified', NOW));
      const written = [await write(), await write()];
      const { state, notifiedAt } = await under.readEvent('one');
      return [written, state, notifiedAt];
    },
    expected: [[true, false], 'notified', NOW],
  },
  {
    name: 'cancelling raises the revision and begins a walk, once',
    run: async (under) => {
      await under.addEvent('one');
      const one = refsOf(under).event('one');
      const cancel = (at: number) => under.inStore((store) => store.cancelEvents([one], at));
      const ids = [await cancel(NOW), await cancel(NOW + 1)];
      const { cancelledAt, revision, walk, dueAt } = await under.readEvent('one');
      return [ids, cancelledAt, revision, walk, dueAt];
    },
    expected: [[['one'], []], NOW, 1, { pass: 1, after: FIRST }, NOW],
  },
  {
    name: 'what is over is not cancelled',
    run: async (under) => {
      await under.addEvent('one');
      return under.inStore((store) => store.cancelEvents([refsOf(under).event('one')], NOW + 2 * HOUR));
    },
    expected: [],
  },
  {
    name: 'a stop that returns at once begins another walk, which the end of an earlier one does not end',
    run: async (under) => {
      await under.addEvent('one');
      const one = refsOf(under).event('one');
      await under.inStore((store) => store.cancelEvents([one], NOW));
      const before = await under.readEvent('one');
      const stop = { reason: 'fire', returnNowAt: NOW + 1 };
      await under.inStore((store) => store.noteStop([one], stop));
      await under.inStore((store) => store.noteStop([one], { ...stop, returnNowAt: NOW + 2 }));
      await under.inStore((store) => store.setWalk(before, null));
      const { returnNowAt, revision, walk } = await under.readEvent('one');
      return [returnNowAt, revision, walk?.pass];
    },
    expected: [NOW + 1, 2, 1],
  },
  {
    name: 'events that were made before everything was stopped are cancelled, later ones are not',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two', { createdAt: NOW + 1 });
      const stop = { at: NOW, reason: null, returnNowAt: NOW };
      await under.inStore((store) => store.writeStop(under.providerId, stop));
      const isDue = await under.inStore((store) => store.isDue('transitions', NOW - 2 * HOUR));
      const found = await under.inStore((store) => store.cancelStopped(null));
      const { cancelledAt, returnNowAt, walk } = await under.readEvent('one');
      return [isDue, found.map(({ eventId }) => eventId), cancelledAt, returnNowAt, walk?.pass];
    },
    expected: [true, ['one'], NOW, NOW, 1],
  },
  {
    name: 'enrolled devices are found by a cursor, until they have joined',
    run: async (under) => {
      await under.addEvent('one');
      const event = await under.readEvent('one');
      const first = await under.inStore((store) => store.enrolledAfter(event, FIRST, 1));
      const next = await under.inStore((store) => store.enrolledAfter(event, first[0] ?? FIRST, 9));
      await under.inStore((store) => store.insertParticipations([rowOf(under, 0)], NOW));
      const left = await under.inStore((store) => store.enrolledAfter(event, FIRST, 9));
      const changed = await under.inStore((store) => store.enrolledSince(event, NOW - 48 * HOUR, 9));
      const unchanged = await under.inStore((store) => store.enrolledSince(event, NOW, 9));
      return [first, next, left, changed, unchanged].map((found) => indexOf(under, found));
    },
    expected: [[0], [1], [1], [1], []],
  },
  {
    name: 'a device joins once',
    run: async (under) => {
      await under.addEvent('one');
      await insertBoth(under);
      await insertBoth(under, { planRevision: 7 });
      const refs = [refsOf(under).device(0), refsOf(under).device(1)];
      const stored = await under.inStore((store) => store.readParticipations(refs));
      return stored.map(({ planRevision }) => planRevision);
    },
    expected: [0, 0],
  },
  {
    name: 'each loop takes its own devices when they are due, and locks them',
    needsSessions: true,
    run: async (under) => {
      await under.addEvent('one');
      const rows = [rowOf(under, 0, { returning: true, dueAt: NOW - MINUTE }), rowOf(under, 1)];
      await under.inStore((store) => store.insertParticipations(rows, NOW));
      const take = (store: Store, loop: 'returns' | 'steps', at: number) =>
        store.claimDueDevices(loop, at, 9).then((found) => indexOf(under, found));
      return under.inStore(async (store) => [
        await take(store, 'steps', NOW - 1),
        await take(store, 'steps', NOW),
        await take(store, 'returns', NOW),
        await under.inStore((second) => take(second, 'steps', NOW)),
      ]);
    },
    expected: [[], [1], [0], []],
  },
  {
    name: 'devices that have not been looked at since a change are made due, page by page, without locked ones',
    needsSessions: true,
    run: async (under) => {
      await under.addEvent('one');
      await insertBoth(under, { dueAt: NOW + HOUR });
      const { event, device } = refsOf(under);
      await under.inStore((store) => store.cancelEvents([event('one')], NOW));
      const changed = await under.readEvent('one');
      const walk = (limit: number) =>
        under.inStore((store) => store.makeOutdatedDue(changed, FIRST, limit, NOW));
      const last = await under.inStore(async (store) => {
        await store.lockParticipations([device(0)]);
        return walk(1);
      });
      const due = () =>
        under
          .inStore((store) => store.claimDueDevices('returns', NOW, 9))
          .then((found) => indexOf(under, found));
      const before = await due();
      const end = await walk(9);
      return [last && indexOf(under, [last]), before, end, (await due()).toSorted()];
    },
    expected: [[0], [], null, [0, 1]],
  },
  {
    name: 'an action moves only from being sent, by its own command; what is not delivered becomes due',
    run: async (under) => {
      await under.addEvent('one');
      await insertBoth(under, { dueAt: NOW + HOUR, actions: [sent(1, 'during')] });
      const { device } = refsOf(under);
      const move = (index: 0 | 1, commandId: string, state: EventAction['state']) => ({
        ...device(index),
        commandId,
        round: 1,
        phase: 'during' as const,
        state,
        reason: null,
      });
      await under.inStore((store) => store.moveSentActions([move(0, 'command 1 during', 'expired')], NOW));
      await under.inStore((store) => store.moveSentActions([move(0, 'command 1 during', 'delivered')], NOW));
      await under.inStore((store) => store.moveSentActions([move(1, 'another', 'delivered')], NOW));
      const stored = await under.inStore((store) => store.readParticipations([device(0), device(1)]));
      return stored
        .toSorted((one, other) => (one.deviceId < other.deviceId ? -1 : 1))
        .map(({ participation, dueAt }) => [participation.actions[0]?.state, dueAt]);
    },
    expected: [
      ['expired', NOW],
      ['sent', NOW + HOUR],
    ],
  },
  {
    name: 'readings concern devices that something was sent to, or that await one',
    run: async (under) => {
      await under.addEvent('one');
      const rows = [rowOf(under, 0), rowOf(under, 1, { awaitsReading: true })];
      await under.inStore((store) => store.insertParticipations(rows, NOW));
      const awaiting = await under.inStore((store) => store.toObserve(under.devices));
      const update = [rowOf(under, 0, { actions: [sent(1, 'during')] })];
      await under.inStore((store) => store.updateParticipations(update));
      const both = await under.inStore((store) => store.toObserve(under.devices));
      return [indexOf(under, awaiting), indexOf(under, both).toSorted()];
    },
    expected: [[1], [0, 1]],
  },
  {
    name: 'homes are due at the earliest time that was asked for, and are told first once',
    run: async (under) => {
      await under.addEvent('one');
      const home = refsOf(under).home(0);
      const hasten = (at: number) => under.inStore((store) => store.hastenHomes([home], at));
      const due = (at: number) =>
        under.inStore((store) => store.claimDueHomes(at, 9)).then((found) => found.length);
      await hasten(NOW + HOUR);
      await hasten(NOW + 2 * HOUR);
      const counts = [await due(NOW), await due(NOW + HOUR)];
      await under.inStore((store) => store.hastenHomesAfter(home, '', 9, NOW));
      counts.push(await due(NOW));
      const set = (toldAt: number | null) =>
        under.inStore((store) => store.setHomesDue([{ ...home, dueAt: null, toldAt }]));
      await set(NOW);
      await set(NOW + 1);
      await under.inStore((store) => store.hastenHomesAfter(home, '', 9, NOW));
      counts.push(await due(NOW + 9 * HOUR));
      const [stored] = await under.inStore((store) => store.lockHomes([home]));
      return [counts, stored?.toldAt];
    },
    expected: [[0, 1, 1, 0], NOW],
  },
  {
    name: 'a home that left takes part again once none of its devices is out, and never after it closed',
    run: async (under) => {
      await under.addEvent('one');
      const home = refsOf(under).home(0);
      const planned = rowOf(under, 0);
      const out = { ...planned.participation, optOut: { at: NOW, cause: 'person' } as const };
      await under.inStore((store) => store.lockHomes([home]));
      const left = () =>
        under
          .inStore((store) => store.lockHomes([home]))
          .then(([row]) => [row?.leftCause, row?.leftAt, row?.rejoinedAt]);
      await under.inStore((store) => store.insertParticipations([{ ...planned, participation: out }], NOW));
      await under.inStore((store) => store.writeDeparture(home, { at: NOW, by: null, cause: 'person' }));
      await under.inStore((store) => store.writeDeparture(home, { at: NOW + 1, by: null, cause: 'person' }));
      await under.inStore((store) => store.writeReturn(home, NOW + 2));
      const before = await left();
      await under.inStore((store) => store.updateParticipations([planned]));
      await under.inStore((store) => store.writeReturn(home, NOW + 3));
      const after = await left();
      await under.inStore((store) => store.writeDeparture(home, { at: NOW + 4, by: null, cause: 'closed' }));
      return [before, after, await left()];
    },
    expected: [
      ['person', NOW, null],
      ['person', NOW, NOW + 3],
      ['closed', NOW + 4, null],
    ],
  },
  {
    name: 'locked devices are skipped by who does not wait',
    needsSessions: true,
    run: async (under) =>
      under.inStore(async (store) => {
        await store.lockDevices([under.devices[0]], 'wait');
        const others = await under.inStore((second) => second.lockDevices(under.devices, 'skip'));
        return indexOf(under, others);
      }),
    expected: [1],
  },
  {
    name: 'an undone transaction leaves nothing, and its locks are free',
    run: async (under) => {
      await under.addEvent('one');
      const one = refsOf(under).event('one');
      const work = under.inStore(async (store) => {
        await store.lockEvents([one], 'change', 'wait');
        await store.setEventDue([one], null);
        throw new Error('undone');
      });
      const message = await work.catch((error: unknown) => (error as Error).message);
      const free = await under.inStore((store) => store.lockEvents([one], 'change', 'skip'));
      return [message, free.length, (await under.readEvent('one')).dueAt];
    },
    expected: ['undone', 1, NOW - HOUR],
  },
];
