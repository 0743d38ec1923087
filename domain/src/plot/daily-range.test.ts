import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../time/time.ts';
import { dailyRange } from './daily-range.ts';
import { withLanes } from './lanes.ts';
import { cursorStops, plotModel, valuesAt } from './model.ts';
import { periodOf } from './period.ts';
import { plotsOf } from './plots.ts';
import type { RawPoint } from './series.ts';
import { lineSummary } from './summary.ts';
import { bucketsOf, cellOf } from './table.ts';

const calendar = { zone: 'America/Denver', firstDay: 0 } as const;
/** Clocks go back on its first day. */
const month = periodOf('month', { year: 2026, month: 11, day: 1 }, calendar);
const hourly = (from: number, to: number, value: (hour: number) => number): RawPoint[] =>
  Array.from({ length: to - from }, (_, index) => ({
    time: new Date(month.start + (from + index) * HOUR).toISOString(),
    value: value(from + index),
  }));

const [plot] = plotsOf({ kind: 'tstat', mfg: 'honeywell', type: null });
const drawn = (readings: readonly RawPoint[]) => {
  if (!plot) throw new Error('it has no plots');
  return plotModel({
    plot,
    data: { 'thermostat-actual-temperature': readings },
    period: month,
    unit: 'F',
    levels: [],
    reportTimes: null,
  });
};

describe('a month of temperatures by days', () => {
  test('[PLOT-1] [PLOT-2] each day of the house has its mean, lowest and highest, on the axis of the readings', () => {
    // The first day has 25 hours: its last reading is the highest.
    const readings = drawn(hourly(0, 49, (hour) => (hour < 25 ? 60 + (hour === 24 ? 5 : 0) : 70)));
    const model = dailyRange(readings, calendar);
    const [first, second] = model.series[0]?.points ?? [];
    expect(first?.span).toEqual({ low: 60, high: 65 });
    expect(first?.value).toBeCloseTo(60.2, 6);
    expect(first?.time).toBe(month.start + 12.5 * HOUR);
    expect([second?.value, second?.span]).toEqual([70, { low: 70, high: 70 }]);
    expect(model.axis).toEqual(readings.axis);
    expect(model.daily).toBe(true);
    expect(cursorStops(model)).toHaveLength(2);
  });

  test('[PLOT-1] a day without readings is a gap, and has no value', () => {
    const model = dailyRange(drawn([...hourly(0, 25, () => 60), ...hourly(49, 73, () => 62)]), calendar);
    expect(model.series[0]?.points.map(({ afterGap }) => afterGap)).toEqual([undefined, true]);
    expect(valuesAt(model, month.start + 37 * HOUR)).toEqual([]);
    expect(dailyRange(drawn([]), calendar).isEmpty).toBe(true);
  });

  test('[UX-26] table and summary tell the lowest and highest of the days, not of their means', () => {
    const model = dailyRange(
      drawn(hourly(0, 49, (hour) => (hour === 30 ? 80 : hour === 3 ? 50 : 65))),
      calendar,
    );
    const points = model.series[0]?.points ?? [];
    const [first] = bucketsOf(month, calendar);
    expect(first && cellOf(points, first)).toMatchObject({ low: 50, high: 65 });
    const summary = lineSummary(points);
    expect([summary?.low.value, summary?.high.value]).toEqual([50, 80]);
    expect(summary?.high.time).toBe(month.start + 25 * HOUR + DAY / 2);
  });

  test('[UX-26] every day counts alike in the mean, the first, the last and one between gaps too', () => {
    const meanOf = (readings: readonly RawPoint[]) =>
      lineSummary(dailyRange(drawn(readings), calendar).series[0]?.points ?? [])?.mean;
    // From the second day on: the first has 25 hours.
    const day = (index: number, value: number) => hourly(1 + 24 * index, 25 + 24 * index, () => value);
    expect(meanOf([...day(1, 60), ...day(2, 60), ...day(3, 90)])).toBeCloseTo(70, 6);
    expect(meanOf([...day(1, 60), ...day(3, 90)])).toBeCloseTo(75, 6);
  });
});

describe('modes as a lane above the temperature', () => {
  const MEASURED = {
    'thermostat-actual-temperature': hourly(0, 49, () => 70),
    'hwh-tank-temperature': hourly(0, 49, () => 120),
  };
  const shownOf = (
    kind: 'hwh' | 'tstat',
    mfg: string,
    modes: readonly RawPoint[],
    key: string,
    temperatures: Readonly<Record<string, readonly RawPoint[]>> = MEASURED,
  ) =>
    withLanes(
      plotsOf({ kind, mfg, type: null }).map((row) => ({
        plot: row,
        model: plotModel({
          plot: row,
          data: { [key]: modes, ...temperatures },
          period: month,
          unit: 'F',
          levels: ['Hybrid', 'Off'],
          reportTimes: null,
        }),
      })),
    );
  const modes = ['Hybrid', 'Off', 'Off'].map((value, index) => ({
    time: new Date(month.start + index * DAY).toISOString(),
    value,
  }));

  test('[PLOT-2] the plot of modes is drawn with that of temperatures, and keeps its spans', () => {
    const shown = shownOf('hwh', 'ge', modes, 'hwh-set-mode');
    expect(shown.map(({ plot: { id } }) => id)).toEqual(['temperature', 'power']);
    expect(shown[0]?.model.lane?.spans.map(({ name }) => name)).toEqual(['Hybrid', 'Off']);
    expect(shown[1]?.model.lane).toBeUndefined();
    expect(shownOf('tstat', 'honeywell', modes, 'thermostat-mode')[0]?.model.lane?.id).toBe('mode');
  });

  test('[PLOT-2] [UX-28] a month draws the targets of modes that ran in it, and its axis is that of what is drawn', () => {
    const data = {
      'thermostat-actual-temperature': hourly(0, 49, (hour) => (hour === 3 ? 64 : 68)),
      'thermostat-heat-setpoint': hourly(0, 49, () => 68),
      'thermostat-cool-setpoint': hourly(0, 49, () => 75),
    };
    const shownWith = (names: readonly string[], isDaily = true) => {
      const [first] = withLanes(
        plotsOf({ kind: 'tstat', mfg: 'honeywell', type: null }).map((row) => {
          const time = (index: number) => new Date(month.start + index * HOUR).toISOString();
          // Each holds until the next.
          const values = names.flatMap((value, index) =>
            [2 * index, 2 * index + 1].map((at) => ({ time: time(at), value })),
          );
          const model = plotModel({
            plot: row,
            data: { ...data, 'thermostat-mode': values },
            period: month,
            unit: 'F',
            levels: ['Heat', 'Cool', 'Auto', 'Off'],
            reportTimes: null,
          });
          return { plot: row, model: isDaily && row.byDayRange ? dailyRange(model, calendar) : model };
        }),
      );
      return { names: first?.model.series.map(({ name }) => name), extent: first?.model.axis.extent };
    };
    // Of the lowest reading, not of the lowest mean.
    expect(shownWith(['Heat', 'Off'])).toEqual({ names: ['actual', 'heat'], extent: { min: 54, max: 78 } });
    expect(shownWith(['Cool']).names).toEqual(['actual', 'cool']);
    const all = { names: ['actual', 'heat', 'cool'], extent: { min: 54, max: 85 } };
    for (const either of [['Heat', 'Cool'], ['Heat', 'Auto'], ['Off'], []])
      expect(shownWith(either)).toEqual(all);
    // Readings keep what is specified for them.
    expect(shownWith(['Heat'], false)).toEqual(all);
  });

  test('[PLOT-2] modes without temperatures have a plot of their own', () => {
    const shown = shownOf('tstat', 'honeywell', modes, 'thermostat-mode', {});
    expect(shown.find(({ plot: { id } }) => id === 'mode')?.model.levels?.spans).toHaveLength(2);
    expect(shown[0]?.model.lane).toBeUndefined();
    expect(
      shownOf('tstat', 'honeywell', [], 'thermostat-mode', {}).map(({ plot: { id } }) => id),
    ).not.toContain('mode');
  });

  test('[PLOT-2] without modes, or of a maker that reports none, there is no lane', () => {
    expect(shownOf('hwh', 'ge', [], 'hwh-set-mode')[0]?.model.lane).toBeUndefined();
    expect(shownOf('hwh', 'aosmith', modes, 'hwh-set-mode')[0]?.model.lane).toBeUndefined();
    expect(shownOf('hwh', 'eradio', modes, 'hwh-set-mode').map(({ plot: { id } }) => id)).toEqual(['power']);
  });
});
