import { HOUR, MINUTE } from '../../time/time.ts';
import { FIRST } from '../engine/rows.ts';
import type { EventAction } from '../participation.ts';
import { indexOf, insertBoth, NOW, refsOf, rowOf, sent } from './store-under-test.ts';
import type { Store, StoreCase } from './store-under-test.ts';

/** Of devices and homes. */
export const DEVICE_CASES: readonly StoreCase[] = [
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
      const { device } = refsOf(under);
      const changed = { ...(await under.readEvent('one')), revision: 9 };
      const walk = (limit: number) =>
        under.inStore((store) => store.makeOutdatedDue(changed, FIRST, limit, NOW));
      const last = await under.inStore(async (store) => {
        await store.lockParticipations([device(0)]);
        return walk(1);
      });
      const due = () =>
        under
          .inStore((store) => store.claimDueDevices('steps', NOW, 9))
          .then((found) => indexOf(under, found));
      const before = await due();
      const end = await walk(9);
      return [last && indexOf(under, [last]), before, end, (await due()).toSorted((a, b) => a - b)];
    },
    expected: [[0], [], null, [0, 1]],
  },
  {
    name: 'devices that have not been looked at since a stop get the times of their returns, page by page, without locked ones',
    needsSessions: true,
    run: async (under) => {
      await under.addEvent('one');
      await insertBoth(under, { dueAt: NOW + HOUR });
      const { event, device } = refsOf(under);
      await under.inStore((store) => store.cancelEvents([event('one')], NOW));
      const stopped = await under.readEvent('one');
      const walk = (limit: number, after = FIRST) =>
        under.inStore((store) =>
          store.makeReturnsDue(stopped, after, limit, (deviceId) =>
            deviceId === device(0).deviceId ? NOW + MINUTE : NOW + 2 * MINUTE,
          ),
        );
      const dueBy = (at: number) =>
        under
          .inStore((store) => store.claimDueDevices('returns', at, 9))
          .then((found) => indexOf(under, found));
      const first = await under.inStore(async (store) => {
        await store.lockParticipations([device(0)]);
        return walk(1);
      });
      const second = await walk(9, first.last ?? FIRST);
      const skipped = await dueBy(NOW + MINUTE);
      const third = await walk(9);
      return [
        [first.houseIds, first.last && indexOf(under, [first.last])],
        [second.houseIds.length, second.last],
        skipped,
        third.houseIds.length,
        await dueBy(NOW + MINUTE - 1),
        await dueBy(NOW + MINUTE),
        (await walk(9)).houseIds,
      ];
    },
    expected: [[[], [0]], [1, null], [], 1, [], [0], []],
  },
  {
    name: 'a device that is due before its return stays so when its event is stopped',
    run: async (under) => {
      await under.addEvent('one');
      await insertBoth(under, { dueAt: NOW });
      const { event } = refsOf(under);
      await under.inStore((store) => store.cancelEvents([event('one')], NOW));
      const stopped = await under.readEvent('one');
      return under.inStore(async (store) => {
        await store.makeReturnsDue(stopped, FIRST, 9, () => NOW + MINUTE);
        return (await store.claimDueDevices('returns', NOW, 9)).length;
      });
    },
    expected: 2,
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
        deliveredAt: state === 'delivered' ? NOW + MINUTE : null,
        reason: null,
      });
      await under.inStore((store) => store.moveSentActions([move(0, 'command 1 during', 'expired')], NOW));
      await under.inStore((store) => store.moveSentActions([move(0, 'command 1 during', 'delivered')], NOW));
      await under.inStore((store) => store.moveSentActions([move(1, 'another', 'delivered')], NOW));
      const read = async () =>
        (await under.inStore((store) => store.readParticipations([device(0), device(1)])))
          .toSorted((one, other) => (one.deviceId < other.deviceId ? -1 : 1))
          .map(({ participation: { actions }, dueAt }) => [
            actions[0]?.state,
            actions[0]?.deliveredAt,
            dueAt,
          ]);
      const before = await read();
      await under.inStore((store) => store.moveSentActions([move(1, 'command 1 during', 'delivered')], NOW));
      return [before, await read()];
    },
    expected: [
      [
        ['expired', null, NOW],
        ['sent', null, NOW + HOUR],
      ],
      [
        ['expired', null, NOW],
        ['delivered', NOW + MINUTE, NOW + HOUR],
      ],
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
      return [indexOf(under, awaiting), indexOf(under, both).toSorted((a, b) => a - b)];
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
    name: 'two transactions claim different homes, and a claim keeps nobody from leaving',
    needsSessions: true,
    run: async (under) => {
      await under.addEvent('one');
      const { home } = refsOf(under);
      await under.inStore((store) => store.hastenHomes([home(0)], NOW - 1));
      await under.inStore((store) => store.hastenHomes([home(1)], NOW));
      const housesOf = (found: readonly { readonly houseId: string }[]) =>
        found.map(({ houseId }) => under.devices.findIndex((one) => one.houseId === houseId));
      return under.inStore(async (store) => {
        const claimed = housesOf(await store.claimDueHomes(NOW, 1));
        const others = await under.inStore((second) => second.claimDueHomes(NOW, 9)).then(housesOf);
        const departure = { at: NOW, by: null, cause: 'person' } as const;
        await under.inStore((second) => second.writeDeparture(home(0), departure));
        const [left] = await store.lockHomes([home(0)]);
        return [claimed, others, left?.leftAt];
      });
    },
    expected: [[0], [1], NOW],
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
      const ref = refsOf(under).event('one');
      const work = under.inStore(async (store) => {
        await store.lockEvents([ref], 'change', 'wait');
        await store.setEventDue([ref], null);
        throw new Error('undone');
      });
      const message = await work.catch((error: unknown) => (error as Error).message);
      const free = await under.inStore((store) => store.lockEvents([ref], 'change', 'skip'));
      return [message, free.length, (await under.readEvent('one')).dueAt];
    },
    expected: ['undone', 1, NOW - HOUR],
  },
];
