import { HOUR } from '../../time/time.ts';
import { indexOf, insertBoth, inTwo, NOW, refsOf, rowOf, sent } from './store-under-test.ts';
import type { StoreCase, StoreUnderTest } from './store-under-test.ts';

/** The device of the first home has left event `one`, which counts, and is in `two` of the same dispatch. */
const leaveCounted = async (under: StoreUnderTest) => {
  await under.addEvent('one');
  await under.addEvent('two');
  const { home } = refsOf(under);
  const row = rowOf(under, 0);
  const left = { ...row.participation, optOut: { at: NOW, cause: 'person' } as const, optOutCounted: true };
  const rows = [{ ...row, participation: left }, inTwo(row), rowOf(under, 1)];
  await under.inStore((store) => store.insertParticipations(rows, NOW));
  await under.inStore((store) => store.lockHomes([home(0)]));
  const programId = (await under.readEvent('one')).program.id;
  return { home, programId };
};

/** What homes did in dispatches, and the events of these. */
export const HOME_CASES: readonly StoreCase[] = [
  {
    name: 'devices count as having left by the program that they left, those of the home and its dispatch alone',
    run: async (under) => {
      const { home, programId } = await leaveCounted(under);
      const counted = (ref: ReturnType<typeof home>) =>
        under.inStore(async (store) =>
          [...(await store.countedDevices(ref))].map(([id, devices]) => [
            id === programId,
            indexOf(
              under,
              devices.map((deviceId) => ({ deviceId })),
            ),
          ]),
        );
      return [
        await counted(home(0)),
        await counted(home(1)),
        await counted({ ...home(0), dispatchId: 'another' }),
      ];
    },
    expected: [[[true, [0]]], [], []],
  },
  {
    name: 'an opt-out is what was told and kept, while a device of its program counts and until all its events are cancelled',
    run: async (under) => {
      const { home, programId } = await leaveCounted(under);
      const { deviceId } = under.devices[0];
      const read = () =>
        under.inStore(async (store) =>
          (await store.optOutsOf(home(0))).map(
            ({ dispatchId, startTime, at, isCancelled, told, ...more }) => [
              [dispatchId, startTime, at, isCancelled, told],
              more.programId === programId,
            ],
          ),
        );
      const keep = (devices: readonly string[]) =>
        under.inStore((store) =>
          store.writeOptOuts(home(0), {
            [programId]: { at: NOW, cause: 'person', told: { code: 'free', used: 0, free: 1 }, devices },
          }),
        );
      const found: unknown[] = [await read()];
      await keep(['another device']);
      found.push(await read());
      await keep([deviceId]);
      found.push(await read());
      await under.inStore((store) => store.cancelEvents([refsOf(under).event('one')], NOW));
      found.push((await read()).map(([record]) => record));
      return found;
    },
    expected: [
      [],
      [],
      [[['dispatch', NOW + HOUR, NOW, false, { code: 'free', used: 0, free: 1 }], true]],
      [['dispatch', NOW + HOUR, NOW, true, { code: 'free', used: 0, free: 1 }]],
    ],
  },
  {
    name: 'homes are told by what their own devices do in the events of the dispatch',
    run: async (under) => {
      const { home } = await leaveCounted(under);
      const homes = await under.inStore((store) => store.homesToTell([home(0), home(1)]));
      return homes
        .toSorted((one, other) => (one.houseId < other.houseId ? -1 : 1))
        .map(({ written, devices }) => [
          written,
          devices
            .toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1))
            .map(({ eventId, isExcluded, isOptedOut, planRevision }) => [
              eventId,
              isExcluded,
              isOptedOut,
              planRevision,
            ]),
        ]);
    },
    expected: [
      [
        [],
        [
          ['one', false, true, 0],
          ['two', false, false, 0],
        ],
      ],
      [[], [['one', false, false, 0]]],
    ],
  },
  {
    name: 'of a house what it does in a dispatch is found, or whatever is not over',
    run: async (under) => {
      await leaveCounted(under);
      const [house] = under.devices;
      const find = (dispatchId: string | null) =>
        under.inStore(async (store) =>
          (await store.participationsOfHouse(house, dispatchId)).map(({ eventId }) => eventId).toSorted(),
        );
      return [await find('dispatch'), await find('another'), await find(null)];
    },
    expected: [['one', 'two'], [], ['one', 'two']],
  },
  {
    name: 'an event is summed up by what its devices do, and by the others of its dispatch',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two');
      const { event, device } = refsOf(under);
      const summary = () =>
        under.inStore(async (store) => {
          const { isDispatchNotified, hasSentSteps, openReturns } = await store.summarize(event('one'));
          return [isDispatchNotified, hasSentSteps, openReturns > 0];
        });
      const found = [await summary()];
      await insertBoth(under);
      found.push(await summary());
      await under.inStore((store) =>
        store.updateParticipations([rowOf(under, 0, { actions: [sent(1, 'during')], dueAt: null })]),
      );
      await under.inStore((store) =>
        store.updateParticipations([{ ...rowOf(under, 1), ...device(1), dueAt: null }]),
      );
      await under.inStore((store) => store.writeTransition(event('two'), 'notified', NOW));
      found.push(await summary());
      await under.inStore((store) => store.cancelEvents([event('two')], NOW));
      return [...found, await summary()];
    },
    expected: [
      [false, false, false],
      [false, false, true],
      [true, true, false],
      [false, true, false],
    ],
  },
  {
    name: 'the events of a dispatch are found, the first to start first, and no others; each by its key',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two');
      const { event, home } = refsOf(under);
      return under.inStore(async (store) => [
        (await store.dispatchOf(home(0))).map(({ id }) => id),
        (await store.dispatchOf({ ...home(0), dispatchId: 'another' })).length,
        (await store.findEvents([event('two'), event('none')])).map(({ id }) => id),
      ]);
    },
    expected: [['one', 'two'], 0, ['two']],
  },
  {
    name: 'an event is hastened, and never delayed',
    run: async (under) => {
      await under.addEvent('one');
      const one = refsOf(under).event('one');
      const hasten = async (dueAt: number | null) => {
        await under.inStore((store) => store.setEventDue([one], dueAt));
        await under.inStore((store) => store.hastenEvents([one], NOW));
        return (await under.readEvent('one')).dueAt;
      };
      return [await hasten(null), await hasten(NOW + HOUR), await hasten(NOW - HOUR)];
    },
    expected: [NOW, NOW, NOW - HOUR],
  },
  {
    name: 'a home that left takes part again also if its provider keeps a device out',
    run: async (under) => {
      await under.addEvent('one');
      const home = refsOf(under).home(0);
      const planned = rowOf(under, 0);
      const out = { ...planned.participation, optOut: { at: NOW, cause: 'provider' } as const };
      await under.inStore((store) => store.lockHomes([home]));
      await under.inStore((store) => store.insertParticipations([{ ...planned, participation: out }], NOW));
      await under.inStore((store) => store.writeDeparture(home, { at: NOW, by: null, cause: 'person' }));
      await under.inStore((store) => store.writeReturn(home, NOW + 2));
      const [row] = await under.inStore((store) => store.lockHomes([home]));
      return row?.rejoinedAt;
    },
    expected: NOW + 2,
  },
];
