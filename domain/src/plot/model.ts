import { MINUTE } from '../time/time.ts';
import type { TemperatureUnit } from '#contract/entities/account.ts';
import type { AxisMeasure, Plot, Target } from '../kinds/plot.ts';
import type { Point } from './point.ts';
import { reportedSpans, namesAt, namesShown, levelSpansOf, restSpansOf } from './levels.ts';
import type { LevelSpan, TimeSpan } from './levels.ts';
import type { Period } from './period.ts';
import { axisExtent, durationAxis, ticksOf } from './scale.ts';
import type { Extent } from './scale.ts';
import {
  averaged,
  maxGapOf,
  pointAt,
  pointsOf,
  maxGapIn,
  unheardTimes,
  usualGap,
  withGapsMarked,
} from './series.ts';
import type { RawPoint } from './series.ts';

export interface DrawnSeries {
  readonly key: string;
  readonly name: string;
  readonly points: readonly Point[];
  /** ms for which the series says that the device was not heard. */
  readonly unheard: readonly number[];
  readonly steps: boolean;
  readonly second: boolean;
  readonly target?: Target;
  /** One bar for each day instead of a line. */
  readonly bars?: true;
  /** Drawn downwards from zero. */
  readonly below?: true;
  /** Of the energy of a home: no part of its sum. In a stack a narrow bar beside that of the others. */
  readonly beside?: true;
  /** Drawn only when asked for: its values are so high that the others would have little room. */
  readonly optional?: true;
  /** The place of its colour, where it is not its own. */
  readonly tone?: number;
  /** The place of its dashes, where it is not that of its colour. */
  readonly dash?: number;
}

/** The points of a series where they are drawn: amounts that hang below zero are negative there. */
export const drawnPoints = ({ points, below }: Pick<DrawnSeries, 'points' | 'below'>): readonly Point[] =>
  below ? points.map((point) => ({ ...point, value: 0 - point.value })) : points;

export interface DrawnAxis {
  readonly measure: AxisMeasure;
  readonly extent: Extent;
  readonly ticks: readonly number[];
  /** Of the second axis: what is on it has a row of its own below the others. */
  readonly apart?: true;
}

/** Levels by time: their names from below, when each held, and of equipment when all of it rested. */
export interface DrawnLevels {
  readonly names: readonly string[];
  readonly spans: readonly LevelSpan[];
  readonly rest: readonly TimeSpan[];
}

/** A line for comparison. */
export interface EarlierLine {
  /** None where the line would leave the series no height. */
  readonly points: readonly Point[];
  /** In the measure of the axis. */
  readonly most: number;
}

/** What one plot draws, says in words and offers for download. */
export interface PlotModel {
  readonly id: string;
  readonly period: Period;
  readonly maxGap: number;
  readonly axis: DrawnAxis;
  readonly second: DrawnAxis | null;
  /** Of what is no part of the home's sum, where it has a row of its own. */
  readonly stored?: DrawnAxis;
  readonly series: readonly DrawnSeries[];
  /** Of a plot of levels. */
  readonly levels: DrawnLevels | null;
  /** Another plot of levels, drawn as one lane above the values, and its id. */
  readonly lane?: DrawnLevels & { readonly id: string };
  /** Each point stands for the hour that begins with it; of the hour that is going on, for its time until now, in ms. */
  readonly hourly?: { readonly until: number };
  /** The sum of the period before, at the times of this one: drawn behind the series, and no part of them. */
  readonly earlier?: EarlierLine;
  /** Each point stands for the day that it is the middle of. */
  readonly daily?: true;
  /** The bars of a day stand on one another. */
  readonly stacked?: true;
  readonly isEmpty: boolean;
}

export interface PlotInput {
  readonly plot: Plot;
  /** The points of each resource; one that could not be fetched is absent. */
  readonly data: Readonly<Record<string, readonly RawPoint[]>>;
  readonly period: Period;
  readonly unit: TemperatureUnit;
  /** The maker's names for the levels of the plot. */
  readonly levels: readonly string[];
  /** Times of the device's readings, in order; null: not known. */
  readonly reportTimes: readonly number[] | null;
}

/** The axis of these series. */
export const axisOf = (
  { measure, rule }: Plot['axis'],
  series: readonly DrawnSeries[],
  names: number,
): DrawnAxis => {
  if (measure === 'seconds') {
    const values = series.flatMap(({ points }) => points.map(({ value }) => value));
    const { max, ticks } = durationAxis(Math.max(0, ...values));
    return { measure, extent: { min: 0, max }, ticks };
  }
  const extent = axisExtent(
    rule,
    series.map(({ points }) => points),
    names,
  );
  const ticks = rule.type === 'names' ? Array.from({ length: names }, (_, index) => index) : ticksOf(extent);
  return { measure, extent, ticks };
};

const inside = (points: readonly Point[], { start, end }: Period): Point[] =>
  points.filter(({ time }) => time >= start && time < end);

/** ms; where readings are rarer, or are means already, averaging over many would hide the course of the day. */
const LONGEST_WINDOW = 75 * MINUTE;

const windowFor = (points: readonly Point[], window: number): number => {
  const gap = usualGap(points.map(({ time }) => time));
  return Math.min(window, Math.max(1, Math.round(LONGEST_WINDOW / Math.max(gap, 1))));
};

export const plotModel = ({ plot, data, period, unit, levels, reportTimes }: PlotInput): PlotModel => {
  const maxGap = maxGapOf(period);
  const base = { id: plot.id, period, maxGap };
  if (plot.levels !== undefined) {
    const several = plot.levels === 'equipment';
    const spans =
      reportTimes === null
        ? null
        : reportedSpans(reportTimes, maxGapIn(reportTimes, maxGap), { from: period.start, to: period.end });
    const levelSpans = plot.series.flatMap(({ key }) =>
      levelSpansOf(data[key] ?? [], { several, reported: spans }),
    );
    const names = namesShown(several ? [...levels].toReversed() : levels, levelSpans);
    return {
      ...base,
      axis: axisOf(plot.axis, [], names.length),
      second: null,
      series: [],
      levels: {
        names,
        spans: levelSpans,
        rest: several ? plot.series.flatMap(({ key }) => restSpansOf(data[key] ?? [], spans)) : [],
      },
      isEmpty: levelSpans.length === 0,
    };
  }
  const drawn = plot.series
    .map(({ key, name, steps = false, second = false, window, target }): DrawnSeries => {
      const measure = second && plot.second ? plot.second.measure : plot.axis.measure;
      const points = withGapsMarked(inside(pointsOf(data[key] ?? [], measure, unit), period), maxGap);
      return {
        key,
        name,
        steps,
        second,
        ...(target ? { target } : {}),
        points: window === undefined ? points : averaged(points, windowFor(points, window)),
        unheard: unheardTimes(data[key] ?? []).filter((time) => time >= period.start && time < period.end),
      };
    })
    .filter(({ points }) => points.length > 0);
  const on = (second: boolean) => drawn.filter((series) => series.second === second);
  return {
    ...base,
    axis: axisOf(plot.axis, on(false), 0),
    second: plot.second ? axisOf(plot.second, on(true), 0) : null,
    series: drawn,
    levels: null,
    isEmpty: drawn.length === 0,
  };
};

/** Positions of the keyboard cursor within a period at most: every five minutes of a day. */
const MOST_STOPS = 288;

/** Positions of the keyboard cursor: times of points, not closer together than a screen reader can follow. */
export const cursorStops = ({ period, series, levels }: PlotModel): number[] => {
  const times = levels
    ? levels.spans.flatMap(({ from, to }) => [from, to])
    : series.flatMap(({ points }) => points.map(({ time }) => time));
  const least = (period.end - period.start) / MOST_STOPS;
  const stops: number[] = [];
  for (const time of times.toSorted((a, b) => a - b)) {
    if (time - (stops.at(-1) ?? Number.NEGATIVE_INFINITY) >= least) stops.push(time);
  }
  return stops;
};

export interface ValueAt {
  readonly name: string;
  readonly second: boolean;
  readonly below: boolean;
  readonly beside: boolean;
  readonly bars: boolean;
  readonly point: Point;
}

/** The value of each line at a time; a line with a gap there has none. */
export const valuesAt = ({ series, maxGap }: PlotModel, time: number): ValueAt[] =>
  series.flatMap(({ name, second, below = false, beside = false, bars = false, steps, points }) => {
    const point = pointAt(points, time, steps, maxGap);
    return point ? [{ name, second, below, beside, bars, point }] : [];
  });

/** The levels that hold at a time. */
export const levelsAt = ({ levels }: Pick<PlotModel, 'levels'>, time: number): string[] =>
  levels ? namesAt(levels.spans, time) : [];
