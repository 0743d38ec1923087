import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { givingAhead } from '#domain/events/plan/strategies/battery-charge.ts';
import {
  earningsOf,
  isOldCharge,
  isResting,
  leftAloneBecause,
  reserveEffect,
  stateOf,
} from './battery-figures.ts';
import type { BatteryInEvent } from './battery-figures.ts';

const START = Date.parse('2026-07-22T23:00:00Z');
const NOW = START + 72 * MINUTE;
const END = START + 3 * HOUR;
const iso = (time: number): string => new Date(time).toISOString();

const charge = { capacity: 13_500, stored: 9_720, at: NOW };
const battery = {
  phase: 'active',
  now: NOW,
  charge,
  reserve: 30,
  ahead: givingAhead(charge, { watts: 2_400, reserve: 30, from: NOW, until: END }),
  device: { realtime: [{ key: 'battery-power', value: 2_400, time: iso(NOW) }] },
  part: {
    event: {
      startTime: iso(START),
      endTime: iso(END),
      reward: { type: 'per-kwh', amount: 80, currency: 'USD' },
    },
  },
} as unknown as BatteryInEvent;

const saved = {
  deviceId: 'battery',
  until: iso(START + HOUR),
  baselineWh: -480,
  actualWh: -3_360,
  savedWh: 2_880,
  intervals: [{ time: iso(START + 45 * MINUTE), baselineWh: -120, actualWh: -840 }],
  ahead: [],
  estimated: false,
  reason: null,
};

describe('what a battery earns', () => {
  const expected = { wh: 4_500, amount: 360 };

  test('so far, and by the end if it goes on as in the last quarter hour', () => {
    const { soFar, byEnd } = earningsOf(battery, saved, null);
    expect(soFar).toEqual({ wh: 2_880, amount: 230 });
    // Two more hours at 2.88 kWh.
    expect(byEnd).toEqual({ wh: 8_640, amount: 691 });
  });

  test('once it was let go, so far alone', () => {
    const { soFar, byEnd } = earningsOf({ ...battery, ahead: null }, saved, expected);
    expect([soFar?.amount, byEnd]).toEqual([230, null]);
  });

  test('at rest above its reserve nothing more comes of it; one that is idle with charge left does not rest', () => {
    const restingAt = (stored: number) => {
      const low = { ...charge, stored };
      const ahead = givingAhead(low, { watts: 0, reserve: 30, from: NOW, until: END });
      return { ...battery, charge: low, ahead };
    };
    const resting = restingAt(0.32 * charge.capacity);
    expect([isResting(resting), isResting(restingAt(charge.stored)), isResting(battery)]).toEqual([
      true,
      false,
      false,
    ]);
    const { soFar, byEnd } = earningsOf(resting, saved, null);
    expect(byEnd).toEqual(soFar);
  });

  test('[UX-47] before it has a number, what the plan expects of it, as everywhere', () => {
    expect(earningsOf(battery, undefined, expected)).toEqual({ soFar: null, byEnd: expected, perHour: null });
  });

  test('[UX-47] of a reward for the event its own share, and that at the end alone', () => {
    const { event } = battery.part;
    const reward = { type: 'per-event', amount: 50, currency: 'USD' } as const;
    const flat = { ...battery, part: { ...battery.part, event: { ...event, reward } } };
    const share = { wh: 4_500, amount: 25 };
    expect(earningsOf(flat, saved, share)).toMatchObject({
      soFar: { wh: 2_880, amount: null },
      byEnd: { wh: 8_640, amount: 25 },
    });
    const over = { ...flat, phase: 'returning', ahead: null } as const;
    expect(earningsOf(over, saved, share)).toMatchObject({ soFar: { wh: 2_880, amount: 25 }, byEnd: null });
  });
});

describe('[T-28] another reserve in a running event', () => {
  test.each([
    ['at its charge: it leaves', 72, { code: 'leaves', percent: 72 }],
    ['within what its return needs: it leaves', 70, { code: 'leaves', percent: 72 }],
    ['that it would not come down to', 31, { code: 'same' }],
    ['lower', 20, { code: 'lower' }],
  ])('%s', (_, next, expected) => {
    expect(reserveEffect(battery, next, 2_880)).toEqual(expected);
  });

  test('between: it stops earlier, at the price of what it would have saved meanwhile', () => {
    const effect = reserveEffect(battery, 60, 2_880);
    expect(effect).toMatchObject({ code: 'less' });
    // From 72 to 62 % it gives for half an hour instead of 1 h 48 min.
    expect(effect?.code === 'less' && effect.wh).toBeCloseTo(2_880 * (1.8 - 0.50625), 0);
    expect(effect?.code === 'less' && effect.amount).toBe(298);
  });

  test('of an event that does not run, or a charge that is not known: nothing is to be said', () => {
    expect(reserveEffect({ ...battery, phase: 'upcoming' }, 60, null)).toBeNull();
    expect(reserveEffect({ ...battery, charge: null }, 60, null)).toBeNull();
  });
});

describe('[DEV-5] [T-28] where a battery stands in its event', () => {
  const standing = (phase: string, part: object) =>
    stateOf({ phase, part: { optOut: null, returned: null, outcome: 'responded', ...part } } as never);
  test.each([
    ['upcoming', {}, 'ahead'],
    ['preparing', {}, 'ahead'],
    ['active', { outcome: 'pending' }, 'starting'],
    ['active', {}, 'running'],
    ['active', { returned: 'pending' }, 'released'],
    ['active', { returned: 'done' }, 'released'],
    ['active', { optOut: {}, returned: 'done' }, 'left'],
    ['returning', {}, 'over'],
    ['returning', { returned: 'done' }, 'over'],
  ])('%s with %o: %s', (phase, part, state) => {
    expect(standing(phase, part)).toBe(state);
  });

  test('a charge that was reported a quarter of an hour ago says nothing about now', () => {
    expect(isOldCharge({ charge, now: NOW + 15 * MINUTE })).toBe(false);
    expect(isOldCharge({ charge, now: NOW + 15 * MINUTE + 1 })).toBe(true);
    expect(isOldCharge({ charge: null, now: NOW })).toBe(false);
  });
});

describe('[DEV-5] [T-28] why events leave a battery alone by what it reports', () => {
  const because = (values: object, reserve = 30, mfg = 'tesla') =>
    leftAloneBecause(
      {
        kind: 'battery',
        mfg,
        type: null,
        realtime: Object.entries({
          'battery-mode': 'backup',
          'battery-max-capacity': 13_500,
          'battery-present-capacity': 9_720,
          ...values,
        }).map(([key, value]) => ({ key, value, time: iso(NOW), status: null })),
      } as never,
      reserve,
    );
  test('nothing, while it holds more than its reserve in a mode that is known', () => {
    expect(because({})).toBeNull();
  });
  test.each([
    ['a reserve above the present charge', {}, 80, { code: 'below_reserve', charge: 72, reserve: 80 }],
    ['no capacity', { 'battery-max-capacity': null }, 30, { code: 'charge_unknown' }],
    ['no charge', { 'battery-present-capacity': null }, 30, { code: 'charge_unknown' }],
    ['more charge than it can hold', { 'battery-present-capacity': 20_000 }, 30, { code: 'charge_unknown' }],
    ['a mode that is not known', { 'battery-mode': 'moon' }, 30, { code: 'mode_unknown', mode: 'moon' }],
    ['an outage', { 'battery-outage': true }, 30, { code: 'outage' }],
  ])('%s', (_, values, reserve, reason) => {
    expect(because(values, reserve)).toEqual(reason);
  });
  test('a model that cannot be told to', () => {
    expect(because({}, 30, 'sonnen')).toEqual({ code: 'battery_unfit' });
  });
});
