import { describe, expect, test } from 'vitest';
import type { DeviceReceipt } from '#contract/entities/result.ts';
import { asShown, earnedBy, hoursOf, leftAll, totalsOf, versionsOf, priceOf, wayOf } from './figures.ts';

const quarter = (index: number, baselineWh: number, actualWh: number) => ({
  time: new Date(Date.parse('2026-07-09T22:30:00Z') + index * 15 * 60_000).toISOString(),
  baselineWh,
  actualWh,
});

const receipt = (more: Partial<DeviceReceipt>): DeviceReceipt => ({
  eventId: 'event1',
  type: 'tstat',
  deviceId: 'living',
  outcome: 'responded',
  rule: 'caiso-10-of-10',
  ruleVersion: 1,
  version: 1,
  state: 'provisional',
  cause: 'readings_in',
  estimated: false,
  daysUsed: [],
  daysLeftOut: [],
  adjustment: null,
  intervals: [],
  baselineWh: null,
  actualWh: null,
  reductionWh: null,
  reason: null,
  versions: [],
  ...more,
});

const living = receipt({
  intervals: Array.from({ length: 6 }, (_, index) => quarter(index, 500, 100 * index)),
  baselineWh: 3000,
  actualWh: 1500,
  reductionWh: 1500,
  versions: [
    { version: 2, state: 'final', cause: 'settled', time: '2026-07-14T08:00:00Z', reductionWh: 1500 },
    {
      version: 1,
      state: 'provisional',
      cause: 'readings_in',
      time: '2026-07-10T06:00:00Z',
      reductionWh: 1400,
    },
  ],
});
const heater = receipt({
  deviceId: 'heater',
  type: 'hwh',
  intervals: Array.from({ length: 6 }, (_, index) => quarter(index, 50, 100)),
  baselineWh: 300,
  actualWh: 600,
  reductionWh: -300,
  versions: [
    {
      version: 1,
      state: 'provisional',
      cause: 'readings_in',
      time: '2026-07-11T06:00:00Z',
      reductionWh: -300,
    },
  ],
});
const silent = receipt({
  deviceId: 'silent',
  reason: { code: 'data_missing', missing: 2, of: 6 },
  versions: [
    {
      version: 1,
      state: 'provisional',
      cause: 'readings_in',
      time: '2026-07-10T06:00:00Z',
      reductionWh: null,
    },
  ],
});

test('[UX-44] totals that are shown with two decimals add up as shown', () => {
  const shown = asShown({ baselineWh: 724, actualWh: 129, reductionWh: 595 });
  expect(shown).toEqual({ baselineWh: 730, actualWh: 130, reductionWh: 600 });
  expect(asShown({ baselineWh: -204, actualWh: -1_295, reductionWh: 1_091 })).toEqual({
    baselineWh: -210,
    actualWh: -1_300,
    reductionWh: 1_090,
  });
});

describe('the figures of a receipt', () => {
  test('[CAL-2] negative reductions count, devices without a number do not', () => {
    expect(totalsOf([living, heater, silent])).toEqual({
      baselineWh: 3300,
      actualWh: 2100,
      reductionWh: 1200,
    });
    expect(totalsOf([silent])).toBeNull();
  });

  test('hours begin with the event and add up to the total', () => {
    const hours = hoursOf([living, heater, silent]);
    expect(hours.map(({ time }) => new Date(time).toISOString())).toEqual([
      '2026-07-09T22:30:00.000Z',
      '2026-07-09T23:30:00.000Z',
    ]);
    expect(hours.reduce((total, { reductionWh }) => total + reductionWh, 0)).toBe(1200);
  });

  test('a version says what was known of all devices at its time', () => {
    expect(
      versionsOf([living, heater, silent]).map(({ state, reductionWh }) => [state, reductionWh]),
    ).toEqual([
      ['final', 1200],
      ['provisional', 1100],
      ['provisional', 1400],
    ]);
    expect(versionsOf([silent])).toMatchObject([{ reductionWh: null }]);
  });

  test('two events of a dispatch that are settled within a minute give one version, with the figures of both', () => {
    const settled = (time: string, reductionWh: number) => ({
      version: 2,
      state: 'final' as const,
      cause: 'settled' as const,
      time,
      reductionWh,
    });
    const [first, second] = [
      { ...living, versions: [settled('2026-07-14T09:00:01.200Z', 900)] },
      { ...heater, versions: [settled('2026-07-14T09:00:03.100Z', 300)] },
    ];
    expect(versionsOf([first, second])).toEqual([
      { time: '2026-07-14T09:00:03.100Z', state: 'final', cause: 'settled', reductionWh: 1200 },
    ]);
    const corrected = { ...settled('2026-07-14T09:00:30.000Z', 280), cause: 'late_readings' as const };
    const again = { ...heater, versions: [corrected, ...second.versions] };
    expect(versionsOf([first, again]).map(({ reductionWh }) => reductionWh)).toEqual([1180, 1200]);
  });

  test('the reward is what the entries of the dispatch leave', () => {
    const entry = (
      kind: 'accrued' | 'confirmed' | 'reversed' | 'paid',
      amount: number,
      eventId = 'event1',
    ) => ({
      time: '2026-07-14T08:00:00Z',
      startTime: '2026-07-13T22:00:00Z',
      eventId,
      programId: 'summer',
      kind,
      amount,
      currency: 'USD',
      cause: 'result' as const,
      receipts: [],
    });
    const entries = [
      entry('paid', 610),
      entry('confirmed', 610),
      entry('reversed', 11),
      entry('accrued', 621),
      entry('accrued', 900, 'other'),
    ];
    expect(earnedBy(entries, ['event1'])).toEqual({ amount: 610, currency: 'USD' });
    expect(earnedBy(entries, ['event9'])).toBeNull();
  });
});

test('[UX-47] the price of a kWh is told where the reward is the energy times it, and nowhere else', () => {
  const perKwh = { reward: { type: 'per-kwh', amount: 55, currency: 'USD' } } as const;
  const flat = { reward: { type: 'per-event', amount: 50, currency: 'USD' } } as const;
  const earned = (amount: number) => ({ amount, currency: 'USD' }) as const;
  expect(priceOf([perKwh], 1_237, earned(68))).toEqual(earned(55));
  // An opt-out has taken a part of it.
  expect(priceOf([perKwh], 1_237, earned(18))).toBeNull();
  expect(priceOf([flat], 909, earned(50))).toBeNull();
  expect(priceOf([perKwh, flat], 1_237, earned(68))).toBeNull();
  expect(priceOf([perKwh], 1_237, null)).toBeNull();
});

test('[UX-47] who left an event with every device is told that, and no saving', () => {
  type Device = Parameters<typeof leftAll>[0][number]['devices'][number];
  const optOut = { at: '2026-07-09T22:30:00Z', cause: 'person', counted: true } as const;
  const device = (more: Partial<Device>) => ({ excluded: null, optOut: null, ...more }) as Device;
  const excluded = device({ excluded: { code: 'left_out_by_owner' } });
  expect(leftAll([{ devices: [device({ optOut }), excluded] }])).toBe(true);
  expect(leftAll([{ devices: [device({ optOut })] }, { devices: [device({})] }])).toBe(false);
  expect(leftAll([{ devices: [excluded] }])).toBe(false);
});

test.each([
  ['used', 3_000, 1_500],
  ['used', 0, 0],
  ['given', -4_349, -5_156],
  ['turned', 0, -5_156],
  ['stopped', -4_349, 0],
] as const)('[CAL-2] which way energy went: %s', (way, baselineWh, actualWh) => {
  expect(wayOf({ baselineWh, actualWh })).toBe(way);
});
