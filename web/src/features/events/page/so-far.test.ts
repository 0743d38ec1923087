import { expect, test } from 'vitest';
import type { EventDevice, EventPlan, HouseEvent } from '#contract/entities/event.ts';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { dispatchesOf } from '../dispatch.ts';
import { soFarOf } from './so-far.ts';

const START = Date.parse('2026-11-17T00:00:00.000Z');
const QUARTER = 15 * 60_000;
const iso = (time: number) => new Date(time).toISOString();

const eventOf = (id: string, reward: HouseEvent['reward']) =>
  ({
    id,
    dispatchId: 'one',
    type: 'tstat',
    programId: id,
    startTime: iso(START),
    endTime: iso(START + 8 * QUARTER),
    cause: null,
    reward,
    state: 'active',
    devices: [
      { deviceId: id, excluded: null, optOut: null, outcome: 'pending', steps: [] } as unknown as EventDevice,
    ],
  }) as unknown as HouseEvent;
const PER_KWH = { type: 'per-kwh', amount: 55, currency: 'USD' } as const;
const FLAT = { type: 'per-event', amount: 50, currency: 'USD' } as const;

const savedOf = (deviceId: string, actual: readonly number[]): SavedSoFar => ({
  deviceId,
  until: iso(START + actual.length * QUARTER),
  baselineWh: 250 * actual.length,
  actualWh: actual.reduce((sum, wh) => sum + wh, 0),
  savedWh: actual.reduce((sum, wh) => sum + 250 - wh, 0),
  intervals: actual.map((actualWh, index) => ({
    time: iso(START + index * QUARTER),
    baselineWh: 250,
    actualWh,
  })),
  ahead: Array.from({ length: 8 - actual.length }, (_, index) => ({
    time: iso(START + (actual.length + index) * QUARTER),
    baselineWh: 200,
  })),
  estimated: false,
  reason: null,
});
const planOf = (deviceId: string, wh: number) =>
  ({ deviceId, expected: { wh, amount: 1, currency: 'USD' } }) as EventPlan;

test('[UX-45] a running event: cut in the last quarter hour against what is expected, and so far in energy and money', () => {
  const [dispatch] = dispatchesOf([eventOf('room', PER_KWH), eventOf('tank', FLAT)]);
  if (!dispatch) throw new Error('no dispatch');
  const answer = [savedOf('room', [150, 50]), savedOf('tank', [250, 0])];
  const soFar = soFarOf(dispatch, answer, [planOf('room', 1_600), planOf('tank', 800)]);
  expect(soFar).toMatchObject({
    savedWh: 550,
    // 300 Wh at 0.55 a kWh are 16.5 cents.
    money: { saved: 17, flat: 50, currency: 'USD' },
    cut: 1.8,
    expected: expect.closeTo(1.2),
  });
  expect(soFar?.quarters.map(({ baselineWh, actualWh }) => [baselineWh, actualWh])).toEqual([
    [500, 400],
    [500, 50],
  ]);
  // Usual use goes on to the event's end.
  const ahead = [2, 3, 4, 5, 6, 7].map((index) => ({ time: START + index * QUARTER, baselineWh: 400 }));
  expect(soFar?.ahead).toEqual(ahead);
  const unlike = [savedOf('room', [150, 50]), { ...savedOf('tank', [250, 0]), ahead: [] }];
  expect(soFarOf(dispatch, unlike, undefined)?.ahead).toEqual([]);
});

test('what is not known is left out, and said to be: no expectation of a part, no number at all', () => {
  const [dispatch] = dispatchesOf([eventOf('room', PER_KWH), eventOf('tank', FLAT)]);
  if (!dispatch) throw new Error('no dispatch');
  const unknown: SavedSoFar = { ...savedOf('tank', []), savedWh: null, reason: { code: 'no_energy_data' } };
  const soFar = soFarOf(dispatch, [savedOf('room', [150]), unknown], undefined);
  expect(soFar?.measured.map(({ deviceId }) => deviceId)).toEqual(['room']);
  expect(soFar?.expected).toBeNull();
  expect(soFarOf(dispatch, [unknown], undefined)).toBeNull();
});

test('[UX-45] a device that was opted out counts no longer, nor does what it would earn', () => {
  const tank = eventOf('tank', FLAT);
  const optOut = { at: iso(START), cause: 'person', counted: true } as const;
  const left = { ...tank, devices: tank.devices.map((device) => ({ ...device, optOut })) };
  const [dispatch] = dispatchesOf([eventOf('room', PER_KWH), left]);
  if (!dispatch) throw new Error('no dispatch');
  const soFar = soFarOf(dispatch, [savedOf('room', [150]), savedOf('tank', [0])], undefined);
  expect(soFar).toMatchObject({ savedWh: 100, money: { saved: 6, flat: 0 } });
  expect(soFar?.measured.map(({ deviceId }) => deviceId)).toEqual(['room']);
});

test('[UX-47] money is told only of what is paid: not of devices that did not respond, nor where a departure may cost it', () => {
  const room = eventOf('room', FLAT);
  const changed = (event: HouseEvent, change: Partial<EventDevice>, state: HouseEvent['state']) => ({
    ...event,
    state,
    devices: event.devices.map((device) => ({ ...device, ...change })),
  });
  const moneyOf = (...events: readonly HouseEvent[]) => {
    const [dispatch] = dispatchesOf(events);
    if (!dispatch) throw new Error('no dispatch');
    const { saved, flat } =
      soFarOf(dispatch, [savedOf('room', [150]), savedOf('tank', [150])], undefined)?.money ?? {};
    return { saved, flat };
  };
  expect(moneyOf(changed(room, { outcome: 'noResponse' }, 'ended'))).toEqual({ saved: 0, flat: 0 });
  expect(moneyOf(changed(room, { outcome: 'responded' }, 'ended'))).toEqual({ saved: 0, flat: 50 });
  const optOut = { at: iso(START), cause: 'person', counted: true } as const;
  const left = { ...changed(eventOf('tank', PER_KWH), { optOut }, 'active'), programId: 'room' };
  expect(moneyOf(room, left)).toEqual({ saved: 0, flat: 0 });
});
