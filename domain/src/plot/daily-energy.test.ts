import { describe, expect, test } from 'vitest';
import { HOUR } from '../time.ts';
import { kindOf } from '../kinds/index.ts';
import { dailyEnergy } from './daily-energy.ts';
import { periodOf } from './period.ts';

const denver = { zone: 'America/Denver', firstDay: 0 } as const;
const november = periodOf('month', { year: 2026, month: 11, day: 1 }, denver);

const hour = (hours: number, value: number | null) => ({
  time: new Date(november.start + hours * HOUR).toISOString(),
  value,
  heard: value === null ? 0 : 3_600,
});

describe('energy by day', () => {
  test('[PLOT-2] a bar is the sum of the hours of the house’s day, also of one with 25 hours', () => {
    // Clocks go back on November 1.
    const { series, axis } = dailyEnergy(
      'power',
      [hour(0, 500), hour(24, 700), hour(25, 2_000)],
      november,
      denver,
    );
    expect(series[0]?.points.map(({ value }) => value)).toEqual([1.2, 2]);
    expect(series[0]?.points[0]?.time).toBe(november.start + 12.5 * HOUR);
    expect(axis.extent.min).toBe(0);
    expect(axis.extent.max).toBeGreaterThanOrEqual(2);
  });

  test('[PLOT-2] a day that nobody heard has no bar, a day without use has one of zero', () => {
    const { series } = dailyEnergy('power', [hour(0, 0), hour(25, null)], november, denver);
    expect(series[0]?.points.map(({ value }) => value)).toEqual([0]);
    expect(dailyEnergy('power', [hour(0, null)], november, denver).isEmpty).toBe(true);
  });

  test.each([
    ['hwh', ['power']],
    ['evse', ['charger']],
    // Their other lines would be lost.
    ['battery', []],
    ['ev', []],
    ['rac', []],
  ] as const)('[PLOT-2] the plots of %s that a month shows so', (kind, ids) => {
    const { plots, meter } = kindOf(kind);
    const shown = plots.filter(({ dailyEnergyInMonth }) => dailyEnergyInMonth);
    expect(shown.map(({ id }) => id)).toEqual(ids);
    for (const { series } of shown) expect(series[0]?.key).toBe(meter?.key);
  });
});
