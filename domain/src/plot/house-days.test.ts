import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { HouseEnergy } from '#contract/entities/history.ts';
import { HOUR } from '../time/time.ts';
import { houseDaysModel, withStoredApart } from './house-days.ts';
import { homeUse, houseEnergyModel } from './house-energy.ts';
import { cursorStops, valuesAt } from './model.ts';
import { periodOf } from './period.ts';
import { addUpRounded, highestDay, isSummedUp, stackedBars } from './stack.ts';

const calendar = { zone: 'America/Denver', firstDay: 0 } as const;
/** Clocks go back on its first day, which has 25 hours. */
const week = periodOf('week', { year: 2026, month: 11, day: 1 }, calendar);
const AFTER = week.end + HOUR;

type Column = (number | null)[] | null;
const device = (deviceId: string, energy: Column, cool: Column = null, heat: Column = null) => ({
  deviceId,
  energy,
  cool,
  heat,
});

const KINDS = new Map<string, DeviceKind>([
  ['tank', 'hwh'],
  ['charger', 'evse'],
  ['car', 'ev'],
  ['battery', 'battery'],
  ['second battery', 'battery'],
  ['thermostat', 'tstat'],
]);

const HOURS = (week.end - week.start) / HOUR;
const hours = Array.from({ length: HOURS }, (_, index) => new Date(week.start + index * HOUR).toISOString());
const home = (...devices: HouseEnergy['devices']): HouseEnergy => ({ hours, devices });

/** Nothing but these values, by hour of the week; what is not named was not heard. */
const at = (values: Readonly<Record<number, number>>): (number | null)[] =>
  hours.map((_, hour) => values[hour] ?? null);

const daysOf = (energy: HouseEnergy, now = AFTER) => houseDaysModel(energy, KINDS, week, { calendar, now });
const valuesOf = (energy: HouseEnergy, name: string) =>
  daysOf(energy)
    .series.find((series) => series.name === name)
    ?.points.map(({ value }) => value);

describe('the energy of a home by days', () => {
  test('[UX-44] [GRAPH-1] kWh by kind, one unit, in the days of the house: the hour 24 belongs to a day of 25 hours', () => {
    const energy = home(
      device('tank', at({ 0: 500, 24: 700, 25: 2_000 })),
      device('charger', at({ 25: 7_000 })),
    );
    expect(valuesOf(energy, 'use-hwh')).toEqual([1.2, 2]);
    expect(valuesOf(energy, 'use-evse')).toEqual([7]);
    const model = daysOf(energy);
    expect([model.axis.measure, model.second, model.daily, model.stacked]).toEqual([
      'kilowatt-hours',
      null,
      true,
      true,
    ]);
    expect(model.series[0]?.points[0]?.time).toBe(week.start + 12.5 * HOUR);
    expect(highestDay(model)).toEqual({ time: week.start + 37 * HOUR, value: 9 });
    expect(model.axis.extent.max).toBeGreaterThanOrEqual(9);
  });

  test('[UX-44] the axis ends at a tick, whatever the highest day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: 0, max: 30_000 }),
        (used, stored) => {
          const { extent, ticks } = daysOf(
            home(device('tank', at({ 1: used })), device('battery', at({ 2: stored }))),
          ).axis;
          expect([ticks[0], ticks.at(-1)]).toEqual([extent.min + 0, extent.max]);
          expect(ticks).toContain(0);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('[UX-44] the other time change: a day of 23 hours ends an hour earlier', () => {
    const spring = periodOf('week', { year: 2026, month: 3, day: 8 }, calendar);
    const times = Array.from({ length: 30 }, (_, index) =>
      new Date(spring.start + index * HOUR).toISOString(),
    );
    const energy = {
      hours: times,
      devices: [
        device(
          'tank',
          times.map(() => 1_000),
        ),
      ],
    };
    const [series] = houseDaysModel(energy, KINDS, spring, { calendar, now: spring.end }).series;
    expect(series?.points.map(({ value }) => value)).toEqual([23, 7]);
  });

  test('[UX-44] the stacks are the sum that is told: of a car and its charger the charger, and no battery', () => {
    const energy = home(
      device('tank', at({ 1: 1_500 })),
      device('charger', at({ 2: 7_000 })),
      device('car', at({ 2: 6_500 })),
      device('battery', at({ 3: -3_000 })),
    );
    const model = daysOf(energy);
    expect(model.series.map(({ name }) => name)).toEqual([
      'use-hwh',
      'use-evse',
      'battery-given',
      'battery-taken',
    ]);
    expect(highestDay(model)?.value).toBe(homeUse(energy, KINDS, week.end).kilowattHours);
    // Without a charger the car is counted itself.
    expect(daysOf(home(device('car', at({ 2: 6_500 })))).series.map(({ name }) => name)).toEqual(['use-ev']);
  });

  test('[UX-28] [UX-44] a battery in a row of its own leaves the stacks their whole height', () => {
    const whole = daysOf(
      home(device('tank', at({ 3: 2_000 })), device('battery', at({ 1: 4_000, 3: -3_000 }))),
    );
    const { axis, stored, series } = withStoredApart(whole);
    expect(axis.extent.min).toBe(0);
    expect(axis.extent.max).toBeGreaterThanOrEqual(2);
    expect(stored?.extent.min).toBeLessThanOrEqual(-4);
    expect(stored?.extent.max).toBeGreaterThanOrEqual(3);
    expect(series).toEqual(whole.series);
    // They are all that there is.
    const alone = daysOf(home(device('battery', at({ 1: 4_000 }))));
    expect(withStoredApart(alone)).toBe(alone);
    const without = daysOf(home(device('tank', at({ 3: 2_000 }))));
    expect(withStoredApart(without)).toBe(without);
  });

  test('[GRAPH-1] [UX-28] so do the hours of a battery: what others used in an hour has room in the plot', () => {
    const energy = home(device('charger', at({ 3: 7_200 })), device('battery', at({ 1: 4_000, 3: -3_000 })));
    const { axis, stored } = withStoredApart(houseEnergyModel(energy, KINDS, week, AFTER));
    expect(axis.extent).toEqual({ min: 0, max: expect.closeTo(8, 0) });
    expect(stored?.extent.min).toBeLessThanOrEqual(-4);
    expect(stored?.extent.max).toBeGreaterThanOrEqual(3);
  });

  test('[UX-44] what each battery gave stands above zero and what it took below, apart from the stack', () => {
    const model = daysOf(
      home(
        device('tank', at({ 3: 2_000 })),
        device('battery', at({ 1: 4_000, 3: -3_000 })),
        device('second battery', at({ 3: 1_000 })),
      ),
    );
    expect(
      model.series.map(({ name, below = false, beside = false, points }) => [
        name,
        below,
        beside,
        points.map(({ value }) => value),
      ]),
    ).toEqual([
      ['use-hwh', false, false, [2]],
      ['battery-given', false, true, [3]],
      ['battery-taken', true, true, [5]],
    ]);
    expect(model.axis.extent.min).toBeLessThanOrEqual(-5);
    expect(model.axis.ticks.at(0)).toBe(model.axis.extent.min);
    expect(model.axis.ticks.at(-1)).toBe(model.axis.extent.max);
  });

  test('[UX-44] [GRAPH-2] heating and cooling without a meter have a row of their own; without any meter they are the plot', () => {
    const thermostat = device('thermostat', null, at({ 1: 600 }), at({ 1: 1_800, 30: 3_600 }));
    const model = daysOf(home(device('tank', at({ 1: 1_000 })), thermostat));
    expect(model.second?.apart).toBe(true);
    expect(model.second?.extent.min).toBe(0);
    expect(model.series.filter(({ second }) => second).map(({ name }) => name)).toEqual([
      'run-heat',
      'run-cool',
    ]);
    expect(model.series.filter(isSummedUp).map(({ name }) => name)).toEqual(['use-hwh']);
    const alone = daysOf(home(thermostat));
    expect([alone.axis.measure, alone.second]).toEqual(['seconds', null]);
    expect(alone.series.map(({ second }) => second)).toEqual([false, false]);
    // It did not run.
    expect(daysOf(home(device('thermostat', null, at({ 1: 0 }), at({ 1: 0 })))).isEmpty).toBe(true);
  });

  test('[UX-37] a day that nobody heard has no bar and no value, and is known as such; nothing at all is empty', () => {
    const model = daysOf(home(device('tank', at({ 0: 500, 60: 0 })), device('charger', at({ 30: 100 }))));
    expect(model.series[0]?.points).toHaveLength(2);
    expect(cursorStops(model)).toHaveLength(3);
    const second = week.start + 37 * HOUR;
    expect(valuesAt(model, second).map(({ name }) => name)).toEqual(['use-evse']);
    expect(model.series[0]?.unheard).toContain(second);
    expect(daysOf(home()).isEmpty).toBe(true);
    expect(daysOf(home(device('sold', at({ 1: 1 })))).isEmpty).toBe(true);
  });

  test('[UX-37] days to come are not unheard', () => {
    const model = daysOf(home(device('tank', at({ 0: 500 }))), week.start + 26 * HOUR);
    expect(model.series[0]?.unheard).toEqual([week.start + 37 * HOUR]);
  });

  test('[UX-28] a kind has the same colour and dashes by day, as bars and as points', () => {
    const energy = home(
      device('tank', at({ 1: 1 })),
      device('charger', at({ 1: 1 })),
      device('car', at({ 1: 1 })),
      device('battery', at({ 1: 1 })),
    );
    const toneIn = (series: readonly { name: string; tone?: number; dash?: number }[], name: string) => {
      const { tone, dash } = series.find((line) => line.name === name) ?? {};
      return [tone, dash];
    };
    const { series: bars } = daysOf(energy);
    const { series: points } = houseEnergyModel(energy, KINDS, week, AFTER);
    for (const kind of ['use-hwh', 'use-evse']) expect(toneIn(bars, kind)).toEqual(toneIn(points, kind));
    expect(toneIn(bars, 'battery-given')).toEqual(toneIn(points, 'battery-given'));
    // The car is counted at its charger.
    expect(new Set(points.map(({ tone }) => tone)).size).toBe(3);
    expect(new Set(points.map(({ dash }) => dash)).size).toBe(3);
  });

  const amount = fc.option(fc.integer({ min: 0, max: 20_000 }));
  const column = fc.array(amount, { minLength: HOURS, maxLength: HOURS });

  test('[UX-44] whatever was heard, the bars of all days add up to the sum', () => {
    fc.assert(
      fc.property(column, column, (one, other) => {
        const energy = home(device('tank', one), device('charger', other));
        const total = daysOf(energy)
          .series.flatMap(({ points }) => points)
          .reduce((sum, { value }) => sum + value, 0);
        expect(total).toBeCloseTo(homeUse(energy, KINDS, week.end).kilowattHours ?? 0, 6);
      }),
      { numRuns: 30 },
    );
  });

  test('[UX-44] of thirty devices too, no bar of a stack overlaps another', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      device(index % 2 === 0 ? 'tank' : 'charger', at({ 1: 100 * index, 40: 50 * index })),
    );
    const bars = stackedBars(daysOf(home(...many)).series);
    expect(bars).toHaveLength(4);
    const [first, , third] = bars;
    expect([first?.from, third?.from]).toEqual([0, first?.to]);
  });
});

describe('amounts that add up as shown', () => {
  test('[UX-44] the largest remainders are rounded up', () => {
    expect(addUpRounded([1.04, 1.04, 1.04], 1)).toEqual({ parts: [1.1, 1, 1], sum: 3.1 });
    expect(addUpRounded([0.96, 2], 1)).toEqual({ parts: [1, 2], sum: 3 });
    expect(addUpRounded([], 1)).toEqual({ parts: [], sum: 0 });
  });

  test('[UX-44] whatever the amounts, the parts add up and none is off by a unit of the last digit', () => {
    const amounts = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.constantFrom(1, 2), (all, digits) => {
        const { parts, sum } = addUpRounded(all, digits);
        const scale = 10 ** digits;
        const shown = parts.reduce((total, part) => total + Math.round(part * scale), 0);
        expect(shown).toBe(Math.round(sum * scale));
        for (const [index, part] of parts.entries()) {
          expect(Math.abs(part - (all[index] ?? 0))).toBeLessThanOrEqual(1 / scale + 1e-9);
        }
      }),
    );
  });
});
