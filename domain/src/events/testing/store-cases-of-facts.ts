import type { EngineEvent } from '../engine/rows.ts';
import { inTwo, NOW, refsOf, rowOf, sent } from './store-under-test.ts';
import type { StoreCase, StoreUnderTest } from './store-under-test.ts';

/** Of both devices, one after the other: the events that are not over, those that hold it, and how its home left. */
const factsOf = async (under: StoreUnderTest, known: readonly EngineEvent[] = []) => {
  const [one, other] = under.devices;
  const facts = await under.inStore((store) => store.readFacts([other, one, other], NOW, known));
  return facts
    .toSorted((first, second) => (first.houseId < second.houseId ? -1 : 1))
    .map(({ open, events, departures }) => [
      open.map(({ eventId }) => eventId),
      events.map(({ id }) => id),
      departures.map(({ dispatchId, at, cause }) => [dispatchId, at, cause]),
    ]);
};

/** Of what the store knows of a device when it is planned or carried out. */
export const FACTS_CASES: readonly StoreCase[] = [
  {
    name: 'the facts of a device tell what it does in events that are not over for it, and which of them hold it',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two');
      const excluded = {
        ...rowOf(under, 1).participation,
        plan: { excluded: { code: 'offline', since: NOW } } as const,
      };
      const over = { ...inTwo(rowOf(under, 0)), dueAt: null };
      const rows = [rowOf(under, 0), over, rowOf(under, 1, { participation: excluded })];
      await under.inStore((store) => store.insertParticipations(rows, NOW));
      return factsOf(under);
    },
    expected: [
      [['one'], ['one'], []],
      [['one'], [], []],
    ],
  },
  {
    name: 'events of a device come in their order, and hold it whether or not the transaction knows them already',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two');
      const rows = [inTwo(rowOf(under, 0)), rowOf(under, 0), rowOf(under, 1)];
      await under.inStore((store) => store.insertParticipations(rows, NOW));
      const [one, two] = [await under.readEvent('one'), await under.readEvent('two')];
      const seen = [await factsOf(under), await factsOf(under, [two]), await factsOf(under, [two, one])];
      return seen.map(([first, second]) => [first?.slice(0, 2), second?.slice(0, 2)]);
    },
    expected: Array.from({ length: 3 }, () => [
      [
        ['one', 'two'],
        ['one', 'two'],
      ],
      [['one'], ['one']],
    ]),
  },
  {
    name: 'a cancelled event holds the devices that it has sent something',
    run: async (under) => {
      await under.addEvent('one');
      const rows = [rowOf(under, 0, { actions: [sent(1, 'during')] }), rowOf(under, 1)];
      await under.inStore((store) => store.insertParticipations(rows, NOW));
      await under.inStore((store) => store.cancelEvents([refsOf(under).event('one')], NOW));
      return factsOf(under);
    },
    expected: [
      [['one'], ['one'], []],
      [['one'], [], []],
    ],
  },
  {
    name: 'the facts of a device tell how its home left dispatches, not how others did',
    run: async (under) => {
      const { home } = refsOf(under);
      await under.inStore((store) => store.hastenHomes([home(0), home(1)], NOW));
      const left = { at: NOW, by: null, cause: 'person' } as const;
      await under.inStore((store) => store.writeDeparture(home(0), left));
      return factsOf(under);
    },
    expected: [
      [[], [], [['dispatch', NOW, 'person']]],
      [[], [], []],
    ],
  },
  {
    name: 'a home that takes part again has not left, unless its household closes',
    run: async (under) => {
      const { home } = refsOf(under);
      await under.inStore((store) => store.hastenHomes([home(0), home(1)], NOW));
      const leave = (index: 0 | 1, cause: 'person' | 'closed') =>
        under.inStore((store) => store.writeDeparture(home(index), { at: NOW, by: null, cause }));
      for (const index of [0, 1] as const) {
        await leave(index, 'person');
        await under.inStore((store) => store.writeReturn(home(index), NOW));
      }
      await leave(1, 'closed');
      return factsOf(under);
    },
    expected: [
      [[], [], []],
      [[], [], [['dispatch', NOW, 'closed']]],
    ],
  },
];
