import { describe, expect, test } from 'vitest';
import { PLOTS } from './kind-plots.ts';
import { MINUTE } from '../time/time.ts';
import { levelsAt, plotModel, cursorStops, valuesAt } from './model.ts';
import type { PlotInput } from './model.ts';
import { periodOf } from './period.ts';
import { plotsOf } from './plots.ts';
import type { RawPoint } from './series.ts';

const period = periodOf('day', { year: 2026, month: 11, day: 15 }, { zone: 'America/Denver', firstDay: 0 });
const series = (count: number, value: (index: number) => RawPoint['value'], step = 5): RawPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    time: new Date(period.start + index * step * MINUTE).toISOString(),
    value: value(index),
  }));

const draw = (
  kind: 'battery' | 'ev' | 'hwh' | 'tstat',
  id: string,
  data: PlotInput['data'],
  more: Partial<PlotInput> = {},
) => {
  const plot = PLOTS[kind].find((one) => one.id === id);
  if (!plot) throw new Error(`no plot ${id}`);
  return plotModel({ plot, data, period, unit: 'F', levels: [], reportTimes: null, ...more });
};

describe('what is drawn', () => {
  test('[PLOT-2] battery power is averaged over 15 points, in kW, as one line', () => {
    const model = draw('battery', 'power', { 'battery-power': series(60, () => -2_000) });
    expect(model.series).toHaveLength(1);
    expect(model.series[0]?.points).toHaveLength(4);
    expect(
      model.series[0]?.points.every(({ value, afterGap: cut }) => value === -2 && cut === undefined),
    ).toBe(true);
    expect(model.axis.extent.min).toBeLessThanOrEqual(-2);
  });

  test('[PLOT-2] where readings come every quarter of an hour fewer are averaged, or the line of a day would be flat', () => {
    const model = draw('battery', 'power', { 'battery-power': series(60, () => -2_000, 15) });
    expect(model.series[0]?.points).toHaveLength(12);
  });

  test('[PLOT-3] a series that failed is dropped, and the others are drawn', () => {
    const model = draw('tstat', 'temperature', {
      'thermostat-actual-temperature': series(10, () => 72),
      'thermostat-heat-setpoint': [],
    });
    expect(model.series.map(({ name }) => name)).toEqual(['actual']);
    expect(model.isEmpty).toBe(false);
    expect(draw('tstat', 'temperature', {}).isEmpty).toBe(true);
  });

  test('[PLOT-2] percent charged has the second axis, floored, 0 to 100', () => {
    const model = draw('ev', 'power', {
      'ev-home-power': series(10, () => 0),
      'ev-battery-level': series(10, () => 0.648),
    });
    expect(model.axis.extent).toEqual({ min: 0, max: 10 });
    expect(model.second?.extent).toEqual({ min: 0, max: 100 });
    expect(valuesAt(model, period.start)).toMatchObject([
      { name: 'home', second: false, point: { value: 0 } },
      { name: 'charged', second: true, point: { value: 64 } },
    ]);
  });

  test('[PLOT-1] what lies outside of the period is not drawn', () => {
    const model = draw('hwh', 'power', { power: series(400, (index) => index) });
    expect(model.series[0]?.points).toHaveLength(288);
  });

  test('[PLOT-3] equipment at rest is recorded as resting, also while the device is heard only in between', () => {
    const plot = plotsOf({ kind: 'tstat', mfg: 'ecobee', type: null }).find(({ id }) => id === 'equipment');
    if (!plot) throw new Error('no plot of equipment');
    const reportTimes = Array.from({ length: 12 }, (_, index) => period.start + index * 5 * MINUTE);
    const key = plot.series[0]?.key ?? '';
    const restOf = (values: readonly string[]) =>
      plotModel({
        plot,
        data: { [key]: series(values.length, (index) => values[index] ?? null, 20) },
        period,
        unit: 'F',
        levels: ['compHeat1'],
        reportTimes,
      });
    const heardUntil = period.start + 57.5 * MINUTE;
    expect(restOf(['', 'off'])).toMatchObject({
      isEmpty: true,
      levels: {
        spans: [],
        rest: [
          { from: period.start, to: period.start + 20 * MINUTE },
          { from: period.start + 20 * MINUTE, to: heardUntil },
        ],
      },
    });
    expect(restOf(['compHeat1', 'idle']).levels?.rest).toMatchObject([
      { from: period.start + 20 * MINUTE, to: heardUntil },
    ]);
    expect(restOf([]).levels?.rest).toEqual([]);
  });

  test('[PLOT-1] modes stand on lines of their own, and nothing is drawn where nothing was reported', () => {
    const modes = series(3, (index) => ['A', 'B', 'B'][index] ?? '', 60);
    const reportTimes = Array.from({ length: 13 }, (_, index) => period.start + index * 5 * MINUTE);
    const model = draw('hwh', 'mode', { 'hwh-set-mode': modes }, { levels: ['A', 'B', 'C'], reportTimes });
    expect(model.levels?.names).toEqual(['B', 'A']);
    expect(model.levels?.spans).toEqual([
      { name: 'A', from: period.start, to: period.start + 60 * MINUTE },
      // The last word stands for half the time to the next.
      { name: 'B', from: period.start + 60 * MINUTE, to: period.start + 62.5 * MINUTE },
    ]);
    expect(model.axis.ticks).toEqual([0, 1]);
    expect(levelsAt(model, period.start + 5 * MINUTE)).toEqual(['A']);
    expect(levelsAt(model, period.start + 90 * MINUTE)).toEqual([]);
  });
});

test('[PLOT-2] a battery is averaged over 15 points, in a long period over no more than 75 minutes', () => {
  const month = periodOf('month', { year: 2026, month: 10, day: 1 }, { zone: 'America/Denver', firstDay: 0 });
  const line = (start: number, count: number, minutes: number) =>
    Array.from({ length: count }, (_, index) => ({
      time: new Date(start + index * minutes * MINUTE).toISOString(),
      value: 1_000,
    }));
  const pointsOf = (data: ReturnType<typeof line>, over: typeof period) =>
    draw('battery', 'power', { 'battery-power': data }, { period: over }).series[0]?.points.length;
  expect(pointsOf(line(period.start, 60, 5), period)).toBe(4);
  expect(pointsOf(line(month.start, 1_500, 25), month)).toBe(500);
  expect(pointsOf(line(month.start, 700, 60), month)).toBe(700);
});

test('[UX-26] a day that is kept by the hour is a whole day', () => {
  const modes = series(24, () => 'A', 60);
  const reportTimes = Array.from({ length: 24 }, (_, index) => period.start + (index * 60 + 30) * MINUTE);
  const model = draw('hwh', 'mode', { 'hwh-set-mode': modes }, { levels: ['A'], reportTimes });
  expect(model.levels?.spans).toEqual([{ name: 'A', from: period.start, to: period.end }]);
});

describe('the cursor', () => {
  test('[UX-27] stops at points, in order and at most 288 times', () => {
    const model = draw('hwh', 'temperature', {
      'hwh-tank-temperature': series(1_440, (index) => 120 + (index % 7), 1),
      'hwh-set-temperature': series(288, () => 120),
    });
    const stops = cursorStops(model);
    expect(stops.length).toBeGreaterThan(200);
    expect(stops.length).toBeLessThanOrEqual(288);
    expect(stops).toEqual(stops.toSorted((a, b) => a - b));
    const moments = new Set(model.series.flatMap(({ points }) => points.map(({ time }) => time)));
    expect(stops.every((time) => moments.has(time))).toBe(true);
    expect(cursorStops(draw('hwh', 'power', {}))).toEqual([]);
  });
});

test('[PLOT-2] a plot of every kind can be drawn from nothing', () => {
  for (const kind of ['tstat', 'hwh', 'battery', 'evse', 'ev', 'rac'] as const) {
    for (const plot of plotsOf({ kind, mfg: 'acme', type: null })) {
      const model = plotModel({ plot, data: {}, period, unit: 'C', levels: [], reportTimes: null });
      expect(model.isEmpty).toBe(true);
      expect(model.axis.extent.max).toBeGreaterThan(model.axis.extent.min);
    }
  }
});
