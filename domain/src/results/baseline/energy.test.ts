import { describe, expect, test } from 'vitest';
import { NO_USE, QUARTER } from '../../telemetry/meter.ts';
import { MINUTE } from '../../time/time.ts';
import { ratedPowerOf } from '../../events/plan/strategies/rated-power.ts';
import { energyOf, wholeWattHours } from './energy.ts';
import type { MeasuredDevice } from './energy.ts';
import { usedWh } from '../testing/uses.ts';

const thermostat: MeasuredDevice = { kind: 'tstat', mfg: 'honeywell', ratedWatts: null, mayGive: false };
/** Cooling for five minutes and heating for one, without a meter. */
const ran = { ...NO_USE, cool: 5 * MINUTE, heat: MINUTE, runtimeHeard: QUARTER };
const wattHours = (device: MeasuredDevice, use: typeof NO_USE) => {
  const energy = energyOf(device, new Map([[0, use]]));
  const quarter = energy?.quarters.get(0);
  return energy && [energy.estimated, quarter && 'mj' in quarter ? quarter.mj / 3_600_000 : quarter];
};

describe('where the energy of a quarter comes from', () => {
  test('a thermostat: runtime times rated power, 5 min x 3,600 W + 1 min x 6,000 W = 300 + 100 Wh, estimated', () => {
    const rated = { ...thermostat, ratedWatts: { cool: 3_600, heat: 6_000 } };
    expect(wattHours(rated, ran)).toEqual([true, 400]);
  });

  test('without a rated power the typical one of its kind: 5 min x 3,000 W + 1 min x 4,500 W = 250 + 75 Wh', () => {
    expect(wattHours(thermostat, ran)).toEqual([true, 325]);
  });

  test('the rated power is what the installer entered, as far as it is possible', () => {
    const [cool, heat] = ['tstat-rated-cool-power', 'tstat-rated-heat-power'] as const;
    expect(ratedPowerOf([])).toBeNull();
    expect(ratedPowerOf([{ key: 'sub-brand', value: 2_000 }])).toBeNull();
    const both = [
      { key: cool, value: 2_400 },
      { key: heat, value: 9_000 },
    ];
    expect(ratedPowerOf(both)).toEqual({ cool: 2_400, heat: 9_000 });
    expect(ratedPowerOf(both.slice(1))).toEqual({ cool: 3_000, heat: 9_000 });
    for (const value of [2.4, 99, 30_001, -2_400, Number.NaN, '2400', true, null]) {
      expect(ratedPowerOf([{ key: cool, value }]), String(value)).toBeNull();
    }
  });

  test('a thermostat of a maker that meters, and a water heater, by their meters', () => {
    const metered = { ...usedWh(120), cool: QUARTER, runtimeHeard: QUARTER };
    expect(wattHours({ ...thermostat, mfg: 'mysa' }, metered)).toEqual([false, 120]);
    expect(wattHours({ ...thermostat, kind: 'hwh', mfg: 'ge' }, metered)).toEqual([false, 120]);
  });

  test('a room air conditioner and a nest thermostat have neither', () => {
    expect(wattHours({ ...thermostat, kind: 'rac', mfg: 'ge' }, ran)).toBeNull();
    expect(wattHours({ ...thermostat, mfg: 'nest' }, ran)).toBeNull();
  });

  test('what was heard of runtime counts for a thermostat, not what was heard of a meter it does not have', () => {
    expect(wattHours(thermostat, { ...ran, runtimeHeard: 0, heard: QUARTER })).toEqual([true, undefined]);
  });

  test('nine tenths of a quarter count as a whole one', () => {
    const heard = 0.9 * QUARTER;
    expect(wattHours(thermostat, { ...ran, cool: 0, heat: 3 * MINUTE, runtimeHeard: heard })).toEqual([
      true,
      250,
    ]);
  });

  test('a device that gives is a meter running backwards, unless it may', () => {
    const device = { ...thermostat, kind: 'hwh', mfg: 'ge' } as const;
    expect(wattHours(device, usedWh(-40))).toEqual([false, { fault: 'meter_ran_backwards' }]);
    expect(wattHours({ ...device, mayGive: true }, usedWh(-40))).toEqual([false, -40]);
  });
});

test('whole Wh add up to the rounded sum: four quarters of 0.4 Wh are 0, 1, 0 and 1', () => {
  expect(wholeWattHours([0.4, 0.4, 0.4, 0.4].map((wh) => wh * 3_600_000))).toEqual([0, 1, 0, 1]);
  expect(wholeWattHours([-0.4, -0.4, -0.4].map((wh) => wh * 3_600_000))).toEqual([0, -1, 0]);
});
