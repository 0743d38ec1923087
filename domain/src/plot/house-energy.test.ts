import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { HouseEnergy } from '#contract/entities/history.ts';
import { HOUR } from '../time/time.ts';
import { busyHours, comparableUse, homeUse, houseEnergyModel, withDayBefore } from './house-energy.ts';
import { drawnPoints } from './model.ts';
import { periodOf } from './period.ts';

const calendar = { zone: 'America/Denver', firstDay: 0 } as const;
const period = periodOf('day', { year: 2026, month: 7, day: 14 }, calendar);
const NOW = period.start + 4.5 * HOUR;

const hours = Array.from({ length: 5 }, (_, index) => new Date(period.start + index * HOUR).toISOString());

type Column = (number | null)[] | null;
const device = (deviceId: string, energy: Column, cool: Column = null, heat: Column = null) => ({
  deviceId,
  energy,
  cool,
  heat,
});

const KINDS = new Map<string, DeviceKind>([
  ['tank', 'hwh'],
  ['second', 'hwh'],
  ['charger', 'evse'],
  ['car', 'ev'],
  ['battery', 'battery'],
  ['thermostat', 'tstat'],
]);

const home = (...devices: HouseEnergy['devices']): HouseEnergy => ({ hours, devices });
const pointsOf = (energy: HouseEnergy, name: string) =>
  houseEnergyModel(energy, KINDS, period, NOW).series.find((series) => series.name === name)?.points;

describe('the energy of a home', () => {
  const withHeating = home(
    device('tank', [500, 0, 250, 0, 100]),
    device('second', [100, 0, 0, 0, 0]),
    device('battery', [-1_000, 0, 0, 0, 0]),
    device('thermostat', null, [0, 0, 0, 0, 0], [600, 0, 0, 0, 0]),
  );

  test('[GRAPH-1] in a day the runtime has its axis in a row of its own; without any meter it is the plot', () => {
    const { second } = houseEnergyModel(withHeating, KINDS, period, NOW);
    expect(second).toMatchObject({ measure: 'seconds', extent: { min: 0, max: 600 }, apart: true });
    const alone = home(device('thermostat', null, null, [600, 0, 0, 0, 0]));
    expect(houseEnergyModel(alone, KINDS, period, NOW).second?.apart).toBeUndefined();
  });

  test('[GRAPH-1] [UX-28] kWh by kind of device in each hour of a week, runtime in seconds on a second axis', () => {
    const week = periodOf('week', { year: 2026, month: 7, day: 14 }, calendar);
    const model = houseEnergyModel(withHeating, KINDS, week, NOW);
    expect(model.series.map(({ name, second }) => [name, second])).toEqual([
      ['use-hwh', false],
      ['battery-given', false],
      ['battery-taken', false],
      ['run-heat', true],
    ]);
    expect(model.series.map(({ points }) => points[0]?.value)).toEqual([0.6, 1, 0, 600]);
    expect([model.axis.measure, model.second?.measure]).toEqual(['kilowatt-hours', 'seconds']);
    const { axis, second } = model;
    expect(axis.extent).toEqual({ min: 0, max: 1 });
    // In a row of its own, as in a day: lines of two units would cross.
    expect(second).toMatchObject({ extent: { min: 0, max: 600 }, apart: true });
    // Whole minutes.
    expect(second?.ticks).toEqual([0, 120, 240, 360, 480, 600]);
  });

  test('[GRAPH-1] [UX-44] of a battery the hours are drawn as its bars are: given above zero, taken below', () => {
    const { series, axis } = houseEnergyModel(
      home(device('tank', [500, 0, 0, 0, 0]), device('battery', [-1_000, 3_000, null, 0, 0])),
      KINDS,
      period,
      NOW,
    );
    const drawn = series.filter(({ beside }) => beside).map((line) => drawnPoints(line));
    expect(drawn.map((points) => points.map(({ value }) => value))).toEqual([
      [1, 0, 0, 0],
      [0, -3, 0, 0],
    ]);
    expect(axis.extent).toEqual({ min: -3, max: 1 });
  });

  test('[UX-26] [UX-44] the day before stands behind a day in which nothing was used yet, at the same hours', () => {
    const today = houseEnergyModel(home(device('tank', [0, null, null, null, null])), KINDS, period, NOW);
    const before = home(device('tank', [500, 250, null, 0, 400]), device('battery', [-900, 0, 0, 0, 0]));
    const shown = withDayBefore(today, before, KINDS, period.start);
    expect(shown.earlier?.points.map(({ time, value }) => [(time - period.start) / HOUR, value])).toEqual([
      [0, 0.5],
      [1, 0.25],
      [3, 0],
      [4, 0.4],
    ]);
    expect(shown.earlier?.most).toBe(0.5);
    expect([shown.axis, shown.series]).toEqual([today.axis, today.series]);
    const unheard = home(device('tank', [null, null, null, null, null]));
    expect(withDayBefore(today, unheard, KINDS, period.start).earlier).toBeUndefined();
  });

  test.each([
    ['nothing was used yet', [0, 0, 0, 0, 0]],
    ['little was used', [0, 50, 0, 0, 0]],
    ['about as much was used', [0, 3_100, 0, 0, 0]],
  ])('[UX-26] [UX-44] the day before and a day in which %s have one axis', (_, values) => {
    const today = houseEnergyModel(home(device('tank', values)), KINDS, period, NOW);
    const before = home(device('charger', [0, 1_800, 7_200, 7_200, 0]));
    const shown = withDayBefore(today, before, KINDS, period.start);
    expect(shown.earlier?.points.map(({ value }) => value)).toEqual([0, 1.8, 7.2, 7.2, 0]);
    expect(shown.axis.extent).toEqual({ min: 0, max: 8 });
    expect(shown.series).toEqual(today.series);
  });

  test('[UX-26] [UX-44] of a day before that was far higher only the highest hour is told', () => {
    const today = houseEnergyModel(home(device('tank', [0, 900, 0, 0, 0])), KINDS, period, NOW);
    const before = home(device('charger', [0, 1_800, 7_200, 7_200, 0]));
    const shown = withDayBefore(today, before, KINDS, period.start);
    expect(shown).toEqual({ ...today, earlier: { points: [], most: 7.2 } });
  });

  test('[UX-26] hours of use are counted over all devices, without what a battery stores', () => {
    const energy = home(
      device('tank', [30, 500, 0, null, 40]),
      device('second', [30, 0, 0, null, 0]),
      device('battery', [0, 0, -900, 900, 0]),
    );
    expect(busyHours(energy, KINDS, 0.05)).toBe(2);
    expect(busyHours(home(), KINDS, 0.05)).toBe(0);
  });

  test('[GRAPH-1] the axis of a day of almost nothing stands upright on zero', () => {
    const ticksOf = (...values: number[]) =>
      houseEnergyModel(home(device('tank', values)), KINDS, period, NOW).axis.ticks;
    expect(ticksOf(0, 0, 0, 0, 0)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(ticksOf(0, 12, 3, 0, 0)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  });

  test('[GRAPH-1] hours that were not heard are gaps, never 0, and the hour that is going on stands apart', () => {
    const points = pointsOf(home(device('tank', [500, null, 250, 300, 100])), 'use-hwh');
    expect(
      points?.map(({ time, value, afterGap }) => [(time - period.start) / HOUR, value, afterGap]),
    ).toEqual([
      [0, 0.5, undefined],
      [2, 0.25, true],
      [3, 0.3, undefined],
      [4, 0.1, true],
    ]);
    const [series] = houseEnergyModel(
      home(device('tank', [500, null, 250, 300, 100])),
      KINDS,
      period,
      NOW,
    ).series;
    expect(series?.unheard).toEqual([period.start + HOUR]);
    expect(houseEnergyModel(home(), KINDS, period, NOW).isEmpty).toBe(true);
  });

  test('[GRAPH-1] a device that is not of the home any more has no part in it', () => {
    expect(houseEnergyModel(home(device('sold', [1, 1, 1, 1, 1])), KINDS, period, NOW).isEmpty).toBe(true);
  });

  test('[GRAPH-1] [UX-28] a car is drawn where no charger is metered, else the charger that feeds it', () => {
    const car = device('car', [0, 6_500, 0, 0, 0]);
    const namesOf = (...devices: HouseEnergy['devices']) =>
      houseEnergyModel(home(...devices), KINDS, period, NOW).series.map(({ name }) => name);
    expect(namesOf(car, device('battery', [0, 0, 0, 0, 0]))).toEqual([
      'use-ev',
      'battery-given',
      'battery-taken',
    ]);
    expect(namesOf(car, device('charger', [0, 7_000, 0, 0, 0]))).toEqual(['use-evse']);
  });

  test('[UX-26] the sum counts what is taken, a car and its charger once, and names the hour with the most', () => {
    const all = home(
      device('tank', [500, null, 250, 0, 100]),
      device('charger', [0, 7_000, 0, 0, 0]),
      device('car', [0, 6_500, 0, 0, 0]),
      device('battery', [-3_000, 0, 0, 0, 0]),
    );
    const use = homeUse(all, KINDS, period.end);
    expect(use.kilowattHours).toBeCloseTo(7.85);
    expect(use.most).toEqual({ time: period.start + HOUR, value: 7 });
    const car = homeUse(home(device('car', [0, 6_500, 0, 0, 0])), KINDS, period.end);
    expect(car.kilowattHours).toBe(6.5);
    expect(
      homeUse(home(device('battery', [-3_000, 0, 0, 0, 0])), KINDS, period.end).kilowattHours,
    ).toBeNull();
  });

  test('[UX-26] the period before counts up to the same time, and not at all where half of it was not heard', () => {
    const before = home(device('tank', [500, 500, 500, 500, 500]));
    const now = homeUse(before, KINDS, period.end);
    const part = homeUse(before, KINDS, period.start + 2.5 * HOUR);
    expect(part.kilowattHours).toBe(1.25);
    expect(comparableUse(now, part)).toBe(1.25);
    const silent = homeUse(home(device('tank', [500, null, null, null, null])), KINDS, period.end);
    expect(comparableUse(now, silent)).toBeNull();
    expect(comparableUse(now, null)).toBeNull();
  });

  test('[GRAPH-1] whatever was heard, the points of a day add up to the sum', () => {
    const column = fc.array(fc.option(fc.integer({ min: 0, max: 20_000 })), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(column, column, (one, other) => {
        const energy = home(device('tank', one), device('second', other));
        const points = pointsOf(energy, 'use-hwh') ?? [];
        const sum = points.reduce((total, { value }) => total + value, 0);
        expect(sum).toBeCloseTo(homeUse(energy, KINDS, period.end).kilowattHours ?? 0, 9);
      }),
    );
  });
});
