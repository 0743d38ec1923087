import { hoursBetween } from '../time/time.ts';
import type { DrawnSeries } from './model.ts';
import { highOf, lowOf } from './point.ts';
import type { Point } from './point.ts';
import type { LevelSpan } from './levels.ts';
import { addDays } from '../time/calendar-day.ts';
import type { Calendar, Period } from './period.ts';
import { periodOf } from './period.ts';
import { meanOfParts } from './series.ts';

export interface Bucket {
  readonly start: number;
  readonly end: number;
}

/** The rows of the table: the hours of a day, the days of a week or month. */
export const bucketsOf = (period: Period, calendar: Calendar): Bucket[] => {
  const starts =
    period.range === 'day'
      ? hoursBetween(period.start, period.end, calendar.zone)
      : Array.from(
          { length: period.days },
          (_, index) => periodOf('day', addDays(period.first, index), calendar).start,
        );
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? period.end }));
};

export interface Cell {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** null: there is no point in it. */
export const cellOf = (points: readonly Point[], { start, end }: Bucket): Cell | null => {
  const inside = points.filter(({ time }) => time >= start && time < end);
  if (inside.length === 0) return null;
  const mean = meanOfParts(inside) ?? inside.reduce((sum, { value }) => sum + value, 0) / inside.length;
  return { mean, low: Math.min(...inside.map(lowOf)), high: Math.max(...inside.map(highOf)) };
};

/** The sum of the points in it; null: there is none. */
export const sumCellOf = (points: readonly Point[], { start, end }: Bucket): Cell | null => {
  const values = points.flatMap(({ time, value }) => (time >= start && time < end ? [value] : []));
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: sum, low: sum, high: sum };
};

export interface ValueRow {
  readonly time: number;
  /** One per series; null: it has no point at this time. */
  readonly values: readonly (number | null)[];
}

/** The points of all series by time, with the times that are known to be gaps. */
export const valueRows = (series: readonly Pick<DrawnSeries, 'points' | 'unheard'>[]): ValueRow[] => {
  const times = series.flatMap(({ points, unheard }) => [...points.map(({ time }) => time), ...unheard]);
  const columns = series.map(({ points }) => new Map(points.map(({ time, value }) => [time, value])));
  return [...new Set(times)]
    .toSorted((a, b) => a - b)
    .map((time) => ({ time, values: columns.map((column) => column.get(time) ?? null) }));
};

/** The levels that held in it, the longest first. */
export const levelsIn = (spans: readonly LevelSpan[], { start, end }: Bucket): string[] => {
  const held = new Map<string, number>();
  for (const { name, from, to } of spans) {
    const length = Math.min(to, end) - Math.max(from, start);
    if (length > 0) held.set(name, (held.get(name) ?? 0) + length);
  }
  return [...held].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
};
