import { HOUR, MINUTE } from '../../time/time.ts';
import { FIRST } from '../engine/rows.ts';
import { DEVICE_CASES } from './store-cases-of-devices.ts';
import { FACTS_CASES } from './store-cases-of-facts.ts';
import { HOME_CASES } from './store-cases-of-homes.ts';
import { ROW_CASES } from './store-cases-of-rows.ts';
import { NOW, refsOf } from './store-under-test.ts';
import type { StoreCase } from './store-under-test.ts';

const EVENT_CASES: readonly StoreCase[] = [
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
      const before = await under.inStore((store) => store.hasWalk(NOW));
      const found = await under.inStore((store) => store.cancelStopped(null));
      const { cancelledAt, returnNowAt, walk } = await under.readEvent('one');
      const after = await under.inStore((store) => store.hasWalk(NOW));
      return [
        isDue,
        found.map(({ eventId }) => eventId),
        cancelledAt,
        returnNowAt,
        walk?.pass,
        before,
        after,
      ];
    },
    expected: [true, ['one'], NOW, NOW, 1, false, true],
  },
  {
    name: 'a later stop takes no return at once from events that were made before an earlier one',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two', { createdAt: NOW + MINUTE });
      const stop = (at: number, returnNowAt: number | null) =>
        under.inStore((store) => store.writeStop(under.providerId, { at, reason: null, returnNowAt }));
      await stop(NOW, NOW);
      await stop(NOW + 2 * MINUTE, null);
      await under.inStore((store) => store.cancelStopped(under.providerId));
      const events = [await under.readEvent('one'), await under.readEvent('two')];
      return events.map(({ cancelledAt, returnNowAt }) => [cancelledAt, returnNowAt]);
    },
    expected: [
      [NOW + 2 * MINUTE, NOW],
      [NOW + 2 * MINUTE, null],
    ],
  },
  {
    name: 'a walk that is postponed is none until then, and a new one begins at once',
    run: async (under) => {
      await under.addEvent('one');
      const one = refsOf(under).event('one');
      await under.inStore((store) => store.cancelEvents([one], NOW));
      const walks = (at: number) =>
        under.inStore(async (store) => [
          (await store.claimWalk(at))?.id,
          await store.hasWalk(at),
          await store.isDue('returns', at),
        ]);
      const before = await under.readEvent('one');
      await under.inStore((store) => store.postponeWalk(before, NOW + MINUTE));
      const found = [await walks(NOW + MINUTE - 1), await walks(NOW + MINUTE)];
      await under.inStore((store) => store.noteStop([one], { reason: null, returnNowAt: NOW }));
      found.push(await walks(NOW));
      // It was about the walk before.
      await under.inStore((store) => store.postponeWalk(before, NOW + MINUTE));
      found.push(await walks(NOW));
      const again = await under.readEvent('one');
      await under.inStore((store) => store.postponeWalk(again, NOW + MINUTE));
      await under.inStore((store) => store.setWalk(again, { pass: 2, after: FIRST }));
      return [...found, await walks(NOW)];
    },
    expected: [
      [undefined, false, false],
      ['one', true, true],
      ['one', true, true],
      ['one', true, true],
      ['one', true, true],
    ],
  },
  {
    name: 'an event that has taken a page in waits behind those that have waited longer',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two', { createdAt: NOW - MINUTE });
      const { event } = refsOf(under);
      const joining = {
        phase: 'devices',
        after: { houseId: 'house', deviceId: 'device' },
        since: NOW,
      } as const;
      return under.inStore(async (store) => {
        await store.setJoining(event('one'), joining, NOW);
        const next = await store.claimDueEvent(NOW);
        const [one] = await store.findEvents([event('one')]);
        return [next?.id, one?.dueAt, one?.joining];
      });
    },
    expected: ['two', NOW, { phase: 'devices', after: { houseId: 'house', deviceId: 'device' }, since: NOW }],
  },
];

/** What the engine's store promises. */
export const STORE_CASES = [...EVENT_CASES, ...DEVICE_CASES, ...FACTS_CASES, ...HOME_CASES, ...ROW_CASES];
