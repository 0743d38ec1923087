import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../time/time.ts';
import type { Kind } from '../kinds/define.ts';
import { kindOf } from '../kinds/index.ts';
import { PLOTS } from './kind-plots.ts';
import { dailyEnergy, withOptional } from './daily-energy.ts';
import { valuesAt } from './model.ts';
import { periodOf } from './period.ts';
import type { RawPoint } from './series.ts';
import type { EnergyHour } from './summary.ts';

const denver = { zone: 'America/Denver', firstDay: 0 } as const;
const november = periodOf('month', { year: 2026, month: 11, day: 1 }, denver);

const at = (ms: number): string => new Date(november.start + ms).toISOString();

const hour = (hours: number, value: number | null) => ({
  time: at(hours * HOUR),
  value,
  heard: value === null ? 0 : 3_600,
});

const daysOf = (
  kind: 'hwh' | 'battery',
  hours: readonly EnergyHour[],
  data: Readonly<Record<string, readonly RawPoint[]>> = {},
) => {
  const { meter }: Kind = kindOf(kind);
  const plots = PLOTS[kind];
  const plot = plots.find(({ byDayEnergy }) => byDayEnergy);
  if (!meter || !plot) throw new Error('it shows no energy by day');
  return dailyEnergy({
    plot,
    meter,
    hours,
    data,
    period: november,
    calendar: denver,
    today: november.start + 97 * HOUR,
  });
};

/** A power that is told every half hour, in W, from an hour on. */
const constant = (from: number, to: number, watts: number): RawPoint[] =>
  Array.from({ length: (to - from) * 2 }, (_, index) => ({
    time: at(from * HOUR + (index * 30 + 15) * MINUTE),
    value: watts,
  }));

describe('energy by day', () => {
  test('[PLOT-2] a bar is the sum of the hours of the house’s day, also of one with 25 hours', () => {
    // Clocks go back on November 1.
    const { series, axis } = daysOf('hwh', [hour(0, 500), hour(24, 700), hour(25, 2_000)]);
    expect(series[0]?.points.map(({ value }) => value)).toEqual([1.2, 2]);
    expect(series[0]?.points[0]?.time).toBe(november.start + 12.5 * HOUR);
    expect(axis.extent.min).toBe(0);
    expect(axis.extent.max).toBeGreaterThanOrEqual(2);
  });

  test('[PLOT-2] a day that nobody heard has no bar, a day without use has one of zero', () => {
    const { series } = daysOf('hwh', [hour(0, 0), hour(25, null)]);
    expect(series[0]?.points.map(({ value }) => value)).toEqual([0]);
    expect(daysOf('hwh', [hour(0, null)]).isEmpty).toBe(true);
  });

  test('[PLOT-2] of a battery, what it gave stands above zero and what it took below, both as amounts', () => {
    const model = daysOf('battery', [hour(1, 4_000), hour(2, 500), hour(18, -3_000), hour(26, -1_000)]);
    expect(
      model.series.map(({ name, below = false, points }) => [name, below, points.map(({ value }) => value)]),
    ).toEqual([
      ['given', false, [3, 1]],
      ['taken', true, [4.5, 0]],
    ]);
    expect(model.axis.extent.min).toBeLessThanOrEqual(-4.5);
    expect(model.axis.extent.max).toBeGreaterThanOrEqual(3);
    expect(
      valuesAt(model, november.start + 12 * HOUR).map(({ name, below, point }) => [name, below, point.value]),
    ).toEqual([
      ['given', false, 3],
      ['taken', true, 4.5],
    ]);
  });

  test('[PLOT-2] solar and house of a battery are lines in the colours they have in a day; a day without readings is a gap, and no line falls to the day that goes on', () => {
    const { series } = daysOf('battery', [], {
      'pv-power': [
        ...constant(0, 25, 2_000),
        ...constant(25, 49, 1_000),
        ...constant(73, 97, 500),
        ...constant(97, 99, 500),
      ],
      'battery-house-power': constant(0, 25, 400),
      'battery-power': constant(0, 25, 900),
    });
    expect(series.map(({ name, tone, bars }) => [name, tone, bars])).toEqual([
      ['pv', 1, undefined],
      ['house', 2, undefined],
    ]);
    const [solar, house] = series;
    for (const [index, kilowattHours] of [50, 24, 12, 1].entries()) {
      expect(solar?.points[index]?.value).toBeCloseTo(kilowattHours, 6);
    }
    expect(solar?.points.map(({ afterGap }) => afterGap)).toEqual([undefined, undefined, true, true]);
    expect(house?.points[0]?.value).toBeCloseTo(10, 6);
  });

  test('[PLOT-2] [UX-44] what the home used is drawn only when asked for: its days are many times those of the battery', () => {
    const model = daysOf('battery', [hour(1, 4_000), hour(18, -3_000)], {
      'battery-house-power': constant(0, 25, 3_000),
    });
    const names = (asked: readonly string[]) =>
      withOptional(model, new Set(asked)).series.map(({ name }) => name);
    expect(names([])).toEqual(['given', 'taken']);
    expect(names(['battery-house-power'])).toEqual(['given', 'taken', 'house']);
    expect(model.axis.extent.max).toBeGreaterThanOrEqual(75);
    expect(withOptional(model, new Set()).axis.extent.max).toBeLessThanOrEqual(5);
    expect(withOptional(model, new Set()).axis.extent.min).toBeLessThanOrEqual(-4);
  });

  test.each([
    ['hwh', ['power']],
    ['evse', ['charger']],
    ['battery', ['power']],
    ['ev', ['power']],
    ['rac', []],
  ] as const)('[PLOT-2] the plots of %s that weeks and months show so', (kind, ids) => {
    const { meter } = kindOf(kind);
    const plots = PLOTS[kind];
    const shown = plots.filter(({ byDayEnergy }) => byDayEnergy);
    expect(shown.map(({ id }) => id)).toEqual(ids);
    for (const { series } of shown) expect(series[0]?.key).toBe(meter?.key);
  });
});
