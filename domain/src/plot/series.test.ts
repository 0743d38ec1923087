import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../time/time.ts';
import { reportedSpans, namesAt, namesShown, levelSpansOf } from './levels.ts';
import { POINT_RADIUS, areaPath, linePath, marksOf, marksPath, signsPath, thinned } from './path.ts';
import type { Sign } from './path.ts';
import {
  averaged,
  maxGapOf,
  splitAtGaps,
  pointAt,
  pointsOf,
  maxGapIn,
  unheardTimes,
  withGapsMarked,
} from './series.ts';
import {
  changeInPercent,
  comparableEnergy,
  energyUntil,
  isCovered,
  levelSummary,
  lineSummary,
} from './summary.ts';
import { bucketsOf, cellOf, levelsIn, valueRows } from './table.ts';
import { periodOf } from './period.ts';

const START = Date.UTC(2026, 10, 15);
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
const raw = (...pairs: [minutes: number, value: number | string | boolean | null][]) =>
  pairs.map(([minutes, value]) => ({ time: at(minutes), value }));
const line = (...pairs: [minutes: number, value: number][]) =>
  pairs.map(([minutes, value]) => ({ time: START + minutes * MINUTE, value }));
const MAX_GAP = 20 * MINUTE;

describe('points', () => {
  test('[PLOT-2] come in the unit of their axis', () => {
    const pointOf = (measure: Parameters<typeof pointsOf>[1], value: number, unit: 'F' | 'C' = 'F') =>
      pointsOf(raw([0, value]), measure, unit)[0]?.value;
    expect(pointOf('watts', 4_500)).toBe(4_500);
    expect(pointOf('kilowatts', 4_500)).toBe(4.5);
    expect(pointOf('kilowatt-hours', 13_500)).toBe(13.5);
    expect(pointOf('temperature', 212, 'C')).toBe(100);
    expect(pointOf('temperature', 120)).toBe(120);
    expect(pointOf('seconds', 3_600)).toBe(3_600);
  });

  test('[PLOT-2] [DEV-9] a charge level is floored', () => {
    const levels = pointsOf(raw([0, 0.299], [1, 0.29], [2, 1], [3, 0.999]), 'percent', 'F');
    expect(levels.map(({ value }) => value)).toEqual([29, 29, 100, 99]);
  });

  test('[PLOT-3] values that are no numbers are left out, and late ones sorted in', () => {
    const points = pointsOf(raw([5, 2], [0, '1.5'], [3, 'ERROR'], [4, true], [2, '']), 'watts', 'F');
    expect(points).toEqual(line([0, 1.5], [5, 2]));
  });

  test('[GRAPH-2] [PLOT-1] an hour in which nobody heard the device is a gap, never 0', () => {
    const hours = raw([-60, null], [0, 900], [60, 800], [120, null], [180, null], [240, 0], [300, 700]);
    const points = withGapsMarked(pointsOf(hours, 'watts', 'F'), MAX_GAP);
    expect(splitAtGaps(points).map((piece) => piece.map(({ value }) => value))).toEqual([
      [900, 800],
      [0, 700],
    ]);
    expect(unheardTimes(hours)).toEqual([-60, 120, 180].map((minutes) => START + minutes * MINUTE));
    const drawing = {
      x: (time: number) => (time - START) / MINUTE,
      y: (value: number) => value,
      steps: false,
    };
    expect(linePath(points, drawing)).toBe('M0 900L60 800M240 0L300 700');
    expect(valueRows([{ points, unheard: unheardTimes(hours) }]).map(({ values }) => values[0])).toEqual([
      null,
      900,
      800,
      null,
      null,
      0,
      700,
    ]);
    const bucket = { start: START + 120 * MINUTE, end: START + 180 * MINUTE };
    expect(cellOf(points, bucket)).toBeNull();
    // An hour between two that were heard is a gap too, though its neighbours are not far apart.
    expect(linePath(pointsOf(raw([0, 1], [60, null], [120, 3]), 'watts', 'F'), drawing)).toBe('M0 1M120 3');
    expect(
      levelSpansOf(raw([0, 'cool'], [60, null], [120, 'cool'], [180, 'cool']), {
        several: false,
        reported: null,
      }),
    ).toEqual([
      { name: 'cool', from: START, to: START + 60 * MINUTE },
      { name: 'cool', from: START + 120 * MINUTE, to: START + 180 * MINUTE },
    ]);
  });

  test('[PLOT-2] windows of 15 points are averaged, and none spans a gap', () => {
    const points = line(...Array.from({ length: 30 }, (_, i): [number, number] => [i, i < 15 ? 1 : 3]));
    expect(averaged(points, 15)).toEqual(line([7, 1], [22, 3]));
    const broken = withGapsMarked(line([0, 1], [1, 3], [300, 10]), MAX_GAP);
    expect(averaged(broken, 15)).toEqual([...line([0.5, 2]), { ...line([300, 10])[0], afterGap: true }]);
  });

  test('[PLOT-2] the last window is as long as the others, so that one high reading makes no spike at the end', () => {
    const points = line(...Array.from({ length: 31 }, (_, i): [number, number] => [i, i === 30 ? 15 : 0]));
    expect(averaged(points, 15)).toEqual(line([7, 0], [22, 0], [23, 1]));
    expect(averaged(points.slice(-3), 15)).toEqual(line([29, 5]));
  });

  test('[PLOT-2] a mean counts each reading for as long as it holds, and a summary with its own mean', () => {
    expect(averaged(line([0, 9], [1, 1], [5, 1], [9, 1]), 4)[0]?.value).toBeCloseTo((9 + 12) / 13);
    // A pump that ran for a tenth of each part: its lowest and highest are no mean.
    const parts = pointsOf(
      [0, 9, 10, 19].map((minutes, index) => ({
        time: new Date(START + minutes * MINUTE).toISOString(),
        value: index % 2 === 0 ? 500 : 9_500,
        mean: 1_400,
        seconds: 300,
      })),
      'watts',
      'F',
    );
    expect(averaged(parts, 4).map(({ value }) => value)).toEqual([1_400]);
  });

  test('[PLOT-1] a long time without points is a gap; how long depends on the period', () => {
    expect(
      splitAtGaps(withGapsMarked(line([0, 1], [5, 1], [10, 1], [31, 1]), MAX_GAP)).map(
        (piece) => piece.length,
      ),
    ).toEqual([3, 1]);
    expect(maxGapOf({ start: 0, end: 24 * HOUR })).toBe(MAX_GAP);
    expect(maxGapOf({ start: 0, end: 30 * 24 * HOUR })).toBeGreaterThan(3 * HOUR);
  });

  test('[PLOT-1] readings that are stored by the hour leave no gaps', () => {
    const hourly = line([0, 1], [60, 1], [120, 1], [180, 1], [600, 1], [660, 1]);
    expect(
      maxGapIn(
        hourly.map(({ time }) => time),
        MAX_GAP,
      ),
    ).toBe(150 * MINUTE);
    expect(splitAtGaps(withGapsMarked(hourly, MAX_GAP)).map((piece) => piece.length)).toEqual([4, 2]);
  });

  test('[UX-27] at a time the nearest point holds, of steps the one before, and inside a gap none', () => {
    const points = withGapsMarked(line([0, 1], [10, 2], [60, 3], [65, 3], [70, 3]), MAX_GAP);
    const value = (minutes: number, steps: boolean) =>
      pointAt(points, START + minutes * MINUTE, steps, MAX_GAP)?.value ?? null;
    expect([value(9, false), value(9, true)]).toEqual([2, 1]);
    expect([value(35, false), value(35, true)]).toEqual([null, null]);
    expect([value(45, false), value(45, true)]).toEqual([3, null]);
    expect(value(-1, true)).toBeNull();
  });
});

describe('lines', () => {
  const drawing = {
    x: (time: number) => (time - START) / MINUTE,
    y: (value: number) => 100 - value,
    steps: false,
  };

  test('[PLOT-1] gaps stay gaps, and steps are steps', () => {
    const points = withGapsMarked(line([0, 10], [10, 20], [60, 5], [70, 6]), MAX_GAP);
    expect(linePath(points, drawing)).toBe('M0 90L10 80M60 95L70 94');
    expect(linePath(points, { ...drawing, steps: true })).toBe('M0 90H10V80M60 95H70V94');
    expect(areaPath(points, drawing, 100)).toBe('M0 90L10 80L10 100L0 100ZM60 95L70 94L70 100L60 100Z');
  });

  test('[PLOT-1] thinning keeps every peak, the ends, and at most four points in a column of pixels', () => {
    const values = fc.array(fc.double({ min: -1e4, max: 1e4, noNaN: true }), {
      minLength: 1,
      maxLength: 400,
    });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 20 }), (list, width) => {
        const points = list.map((value, index) => ({ time: index, value }));
        const x = (time: number) => (time / list.length) * width;
        const kept = thinned(points, x);
        expect(Math.max(...kept.map(({ value }) => value))).toBe(Math.max(...list));
        expect(Math.min(...kept.map(({ value }) => value))).toBe(Math.min(...list));
        expect(kept[0]).toBe(points[0]);
        expect(kept.at(-1)).toBe(points.at(-1));
        expect(kept.length).toBeLessThanOrEqual(Math.max(4, 4 * width));
        expect(kept.map(({ time }) => time)).toEqual(kept.map(({ time }) => time).toSorted((a, b) => a - b));
      }),
    );
  });

  test('[PLOT-1] marks have radius 4 in a day, else 1, do not run into one another, and none that stands alone is lost', () => {
    expect(POINT_RADIUS).toEqual({ day: 4, week: 1, month: 1 });
    const dense = withGapsMarked(
      line(...Array.from({ length: 100 }, (_, i): [number, number] => [i, 1]), [300, 1]),
      MAX_GAP,
    );
    const marks = marksOf(dense, drawing.x, 4).map(({ time }) => drawing.x(time));
    expect(marks).toEqual([0, 28, 56, 84, 300]);
    const hourly = [0, 13, 26, 39].map((time) => ({ time, value: 1 }));
    expect(marksOf(hourly, (time) => time, 4, 3)).toHaveLength(4);
    const same = (value: number) => value;
    expect(marksPath(hourly.slice(1, 3), { x: same, y: same }, 4)).toBe(
      'M9 1a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M22 1a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
    );
  });
});

test('[GRAPH-1] [UX-28] points that coincide are told apart by the signs around them', () => {
  const same = (value: number) => value;
  const path = (sign: Sign) => signsPath([{ time: 10, value: 7 }], { x: same, y: same }, sign);
  expect(path('stick')).toBe('M10 7m0 -2.5v5');
  expect(path('ring')).toBe('M10 7m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0');
  expect(path('cross')).toBe('M10 7m-2.5 -2.5l5 5m0 -5l-5 5');
});

describe('named levels', () => {
  test('[PLOT-1] each holds until the next, and is clipped where nothing was reported', () => {
    const modes = raw([0, 'A'], [60, 'B'], [180, 'B']);
    const all = levelSpansOf(modes, { several: false, reported: null });
    expect(all.map(({ name, from, to }) => [name, from - START, to - START])).toEqual([
      ['A', 0, HOUR],
      ['B', HOUR, 3 * HOUR],
    ]);
    const reported = reportedSpans(
      [0, 15, 30, 90, 105, 180].map((m) => START + m * MINUTE),
      MAX_GAP,
      { from: START, to: START + 4 * HOUR },
    );
    const clipped = levelSpansOf(modes, { several: false, reported });
    expect(
      clipped.map(({ name, from, to }) => [name, (from - START) / MINUTE, (to - START) / MINUTE]),
    ).toEqual([
      ['A', 0, 37.5],
      ['B', 82.5, 112.5],
      ['B', 172.5, 187.5],
    ]);
  });

  test('[PLOT-3] parts that run side by side each have a span of their own', () => {
    const spans = levelSpansOf(raw([0, 'compCool1,fan'], [30, 'fan'], [60, 'off'], [90, '']), {
      several: true,
      reported: null,
    });
    expect(spans.map(({ name, from, to }) => [name, (from - START) / MINUTE, (to - START) / MINUTE])).toEqual(
      [
        ['compCool1', 0, 30],
        ['fan', 0, 60],
      ],
    );
    expect(namesAt(spans, START + 10 * MINUTE)).toEqual(['compCool1', 'fan']);
  });

  test('[PLOT-1] what occurs is shown in the order of the list, and what no list has; the whole list where nothing occurs', () => {
    const spans = [
      { name: 'X', from: 0, to: 1 },
      { name: 'b', from: 1, to: 2 },
    ];
    expect(namesShown(['a', 'b'], spans)).toEqual(['X', 'b']);
    expect(namesShown(['b', 'X', 'c'], spans)).toEqual(['X', 'b']);
    expect(namesShown(['a', 'b'], [])).toEqual(['b', 'a']);
  });
});

describe('summaries', () => {
  test('[UX-26] mean, lowest and highest; gaps do not count', () => {
    const facts = lineSummary(
      withGapsMarked(line([0, 2], [30, 2], [60, 4], [600, 1], [610, 1]), 40 * MINUTE),
    );
    expect(facts?.mean).toBeCloseTo((2.5 + 1 / 6) / (70 / 60));
    expect([facts?.low.value, facts?.high.value]).toEqual([1, 4]);
    expect(lineSummary([])).toBeNull();
  });

  test('[UX-26] points that summarize many readings count with their mean and their time', () => {
    const points = [
      { time: START, value: 0, part: { mean: 10, seconds: 300 } },
      { time: START + MINUTE, value: 90, part: { mean: 10, seconds: 300 } },
      { time: START + HOUR, value: 40, part: { mean: 40, seconds: 600 } },
    ];
    expect(lineSummary(points)?.mean).toBe(25);
    expect(cellOf(points, { start: START, end: START + HOUR })).toEqual({ mean: 10, low: 0, high: 90 });
    const raw = [{ time: new Date(START).toISOString(), value: 1_000, mean: 1_500, seconds: 60 }];
    expect(pointsOf(raw, 'kilowatts', 'F')).toEqual([
      { time: START, value: 1, part: { mean: 1.5, seconds: 60 } },
    ]);
  });

  test('[UX-26] the mean of many equal values is that value', () => {
    const facts = lineSummary(
      line(...Array.from({ length: 97 }, (_, index) => [index * 15, 1.35] as [number, number])),
    );
    expect(facts?.mean).toBe(1.35);
  });

  test('[UX-26] half a period without readings is nothing to compare with', () => {
    const period = { start: 0, end: 10 };
    expect(isCovered([{ name: 'A', from: 4, to: 10 }], period)).toBe(true);
    expect(isCovered([{ name: 'A', from: 5, to: 10 }], period)).toBe(false);
    expect(isCovered([], period)).toBe(false);
  });

  test('[UX-26] energy comes from the hours that the server adds up, the last of them in part', () => {
    const hours = [0, 1, 2].map((hour) => ({
      time: new Date(START + hour * HOUR).toISOString(),
      value: 1_500,
      heard: 3_600,
    }));
    expect(energyUntil(hours, START + 3 * HOUR)).toEqual({ kilowattHours: 4.5, heard: 10_800 });
    expect(energyUntil(hours, START + 1.5 * HOUR)).toEqual({ kilowattHours: 2.25, heard: 5_400 });
    expect(energyUntil(hours, START - HOUR)).toBeNull();
  });

  test('[UX-26] [GRAPH-2] hours in which nobody heard the device are neither counted nor compared', () => {
    const hour = (index: number, value: number | null, heard: number) => ({
      time: new Date(START + index * HOUR).toISOString(),
      value,
      heard,
    });
    const now = energyUntil([hour(0, 500, 3_600), hour(1, null, 0), hour(2, 250, 1_800)], START + 3 * HOUR);
    expect(now).toEqual({ kilowattHours: 0.75, heard: 5_400 });
    expect(energyUntil([hour(0, null, 0)], START + HOUR)).toBeNull();
    if (!now) throw new Error('nothing was heard');
    expect(comparableEnergy(now, { kilowattHours: 0.6, heard: 2_700 })).toBe(0.6);
    expect(comparableEnergy(now, { kilowattHours: 0.6, heard: 2_699 })).toBeNull();
    expect(comparableEnergy(now, null)).toBeNull();
  });

  test('[UX-26] change to the period before, where there is one', () => {
    expect(changeInPercent(88, 100)).toBe(-12);
    expect(changeInPercent(1, 0)).toBeNull();
    expect(changeInPercent(1, undefined)).toBeNull();
    expect(Object.is(changeInPercent(99.9, 100), 0)).toBe(true);
  });

  test('[UX-26] what held longest and how often it changed; the same level after a gap is no change', () => {
    const span = (name: string, from: number, to: number) => ({ name, from: from * HOUR, to: to * HOUR });
    expect(levelSummary([span('A', 0, 3), span('A', 5, 6), span('B', 6, 7)])).toEqual({
      longest: { name: 'A', hours: 4 },
      changes: 1,
    });
    expect(levelSummary([])).toBeNull();
  });
});

describe('tables', () => {
  const calendar = { zone: 'America/Denver', firstDay: 0 } as const;
  test('[UX-26] the hours of a day, the days of a week and month', () => {
    const rows = (range: 'day' | 'week' | 'month', day: number) =>
      bucketsOf(periodOf(range, { year: 2026, month: 11, day }, calendar), calendar);
    expect(rows('day', 15)).toHaveLength(24);
    expect(rows('day', 1)).toHaveLength(25);
    expect(rows('week', 15)).toHaveLength(7);
    const month = rows('month', 15);
    expect(month).toHaveLength(30);
    expect(month.every(({ end }, index) => end === (month[index + 1]?.start ?? end))).toBe(true);
  });

  test('[UX-26] a cell tells mean, lowest and highest of its time, or nothing', () => {
    const points = line([0, 1], [30, 3], [60, 9]);
    expect(cellOf(points, { start: START, end: START + HOUR })).toEqual({ mean: 2, low: 1, high: 3 });
    expect(cellOf(points, { start: START + 2 * HOUR, end: START + 3 * HOUR })).toBeNull();
    const spans = [
      { name: 'A', from: 0, to: 10 },
      { name: 'B', from: 10, to: 40 },
    ];
    expect(levelsIn(spans, { start: 0, end: 40 })).toEqual(['B', 'A']);
    expect(levelsIn(spans, { start: 0, end: 10 })).toEqual(['A']);
  });
});
