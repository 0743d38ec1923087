import { HOUR, MINUTE } from '../../time/time.ts';
import type { DeviceRef } from '../../ports/device-link.ts';
import { newAction, withAction } from '../participation.ts';
import { indexOf, insertBoth, inTwo, NOW, refsOf, rowOf } from './store-under-test.ts';
import type { StoreCase } from './store-under-test.ts';

const byDevice = (one: { readonly deviceId: string }, other: { readonly deviceId: string }) =>
  one.deviceId < other.deviceId ? -1 : 1;

const sorted = (indexes: readonly number[]) => indexes.toSorted((one, other) => one - other);

/** Of single devices. */
export const ROW_CASES: readonly StoreCase[] = [
  {
    name: 'who is not enrolled any more, or in another program, is not still enrolled',
    run: async (under) => {
      await under.addEvent('one');
      const event = await under.readEvent('one');
      const ask = (asked: typeof event, devices: readonly DeviceRef[] = under.devices) =>
        under.inStore(async (store) => sorted(indexOf(under, await store.stillEnrolled(asked, devices))));
      const stranger = { ...under.devices[0], deviceId: 'unknown' };
      const other = { ...event, program: { ...event.program, id: 'another' } };
      const before = [await ask(event), await ask(event, [under.devices[1], stranger]), await ask(other)];
      await under.endEnrolment(under.devices[0]);
      return [...before, await ask(event)];
    },
    expected: [[0, 1], [1], [], [1]],
  },
  {
    name: 'the devices of a house are locked, and no others',
    needsSessions: true,
    run: (under) =>
      under.inStore(async (store) => {
        const locked = await store.lockDevicesOfHouse(under.devices[0]);
        const others = await under.inStore((second) => second.lockDevices(under.devices, 'skip'));
        return [
          locked.some(({ deviceId }) => deviceId === under.devices[0].deviceId),
          indexOf(under, others),
        ];
      }),
    expected: [true, [1]],
  },
  {
    name: 'what is postponed is due later, unless it is later or never due already',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two');
      const { device } = refsOf(under);
      const rows = [
        rowOf(under, 0),
        rowOf(under, 1, { dueAt: NOW + HOUR }),
        inTwo(rowOf(under, 1, { dueAt: null })),
      ];
      await under.inStore((store) => store.insertParticipations(rows, NOW));
      await under.inStore((store) => store.postpone(rows, NOW + MINUTE));
      const read = (ref: ReturnType<typeof device>) =>
        under.inStore(async (store) => (await store.readParticipations([ref]))[0]?.dueAt);
      return [await read(device(0)), await read(device(1)), await read(device(1, 'two'))];
    },
    expected: [NOW + MINUTE, NOW + HOUR, null],
  },
  {
    name: 'an edit is written alone: what else is known of the device stays',
    run: async (under) => {
      await under.addEvent('one');
      await insertBoth(under, { dueAt: NOW + HOUR });
      const row = rowOf(under, 0);
      const edited = { ...row.participation, preparationCancelled: true, scheduleSkippedAt: NOW, round: 7 };
      await under.inStore((store) => store.writeEdits([{ ...row, dueAt: NOW, participation: edited }]));
      const { device } = refsOf(under);
      const stored = await under.inStore((store) => store.readParticipations([device(0), device(1)]));
      return stored
        .toSorted(byDevice)
        .map(({ dueAt, participation: { preparationCancelled, scheduleSkippedAt, round } }) => [
          dueAt,
          preparationCancelled,
          scheduleSkippedAt,
          round,
        ]);
    },
    expected: [
      [NOW + HOUR, true, NOW, 1],
      [NOW + HOUR, false, null, 1],
    ],
  },
  {
    name: 'of a device what is not over for it is found',
    run: async (under) => {
      await under.addEvent('one');
      await under.addEvent('two');
      const rows = [rowOf(under, 0), inTwo(rowOf(under, 0, { dueAt: null })), rowOf(under, 1)];
      await under.inStore((store) => store.insertParticipations(rows, NOW));
      const open = await under.inStore((store) => store.openOfDevice(under.devices[0]));
      return open.map((row) => [row.eventId, ...indexOf(under, [row])]);
    },
    expected: [['one', 0]],
  },
  {
    name: 'an action is found by the command that carries it out; a return that was sent again by its newest only',
    run: async (under) => {
      await under.addEvent('one');
      const { device } = refsOf(under);
      const returning = {
        ...newAction({ round: 1, phase: 'after', at: NOW, expiresAt: NOW + HOUR }),
        sentAt: NOW,
      };
      const row = rowOf(under, 0);
      const participation = withAction(row.participation, returning);
      const write = (commandId: string) => ({
        ...row,
        ...device(0),
        participation,
        actions: [{ action: returning, commandId }],
      });
      await under.inStore((store) => store.insertParticipations([write('first')], NOW));
      await under.inStore((store) => store.updateParticipations([write('second')]));
      const find = (commandId: string) =>
        under.inStore(async (store) =>
          (await store.actionsOfCommands([{ ...under.devices[0], commandId }])).map((found) => [
            ...indexOf(under, [found]),
            found.eventId,
            found.round,
            found.phase,
          ]),
        );
      return [await find('first'), await find('second')];
    },
    expected: [[], [[0, 'one', 1, 'after']]],
  },
];
