import { MINUTE } from '../time.ts';
import type { TemperatureUnit } from '../units.ts';
import type { AxisMeasure, Plot } from '../kinds/plot.ts';
import type { Point } from './point.ts';
import { heardSpans, namesAt, namesShown, stretchesOf } from './levels.ts';
import type { Stretch } from './levels.ts';
import type { Period } from './period.ts';
import { axisExtent, ticksOf } from './scale.ts';
import type { Extent } from './scale.ts';
import { averaged, longestSilence, pointAt, pointsOf, silenceIn, usualGap, withCuts } from './series.ts';
import type { RawPoint } from './series.ts';

export interface DrawnSeries {
  readonly key: string;
  readonly name: string;
  readonly points: readonly Point[];
  readonly steps: boolean;
  readonly second: boolean;
}

export interface DrawnAxis {
  readonly measure: AxisMeasure;
  readonly extent: Extent;
  readonly ticks: readonly number[];
}

/** Everything that is drawn, told and downloaded of one plot. */
export interface PlotModel {
  readonly id: string;
  readonly period: Period;
  readonly silence: number;
  readonly axis: DrawnAxis;
  readonly second: DrawnAxis | null;
  readonly series: readonly DrawnSeries[];
  /** Instead of numbers: the names from below, and when each held. */
  readonly lanes: { readonly names: readonly string[]; readonly stretches: readonly Stretch[] } | null;
  readonly isEmpty: boolean;
}

export interface PlotInput {
  readonly plot: Plot;
  /** What came for each resource; one that failed is simply not there. */
  readonly data: Readonly<Record<string, readonly RawPoint[]>>;
  readonly period: Period;
  readonly unit: TemperatureUnit;
  /** The maker's names for the levels of the plot. */
  readonly levels: readonly string[];
  /** Moments at which the device was heard, in order; null: nobody knows. */
  readonly heard: readonly number[] | null;
}

const axisOf = (
  { measure, rule }: Plot['axis'],
  series: readonly DrawnSeries[],
  names: number,
): DrawnAxis => {
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

/** ms; where readings are rarer, or are means already, a window of many would wash the day away. */
const LONGEST_WINDOW = 75 * MINUTE;

const windowFor = (points: readonly Point[], window: number): number => {
  const gap = usualGap(points.map(({ time }) => time));
  return Math.min(window, Math.max(1, Math.round(LONGEST_WINDOW / Math.max(gap, 1))));
};

export const plotModel = ({ plot, data, period, unit, levels, heard }: PlotInput): PlotModel => {
  const silence = longestSilence(period);
  const base = { id: plot.id, period, silence };
  if (plot.levels !== undefined) {
    const several = plot.levels === 'equipment';
    const spans =
      heard === null
        ? null
        : heardSpans(heard, silenceIn(heard, silence), { from: period.start, to: period.end });
    const stretches = plot.series.flatMap(({ key }) =>
      stretchesOf(data[key] ?? [], { several, heard: spans }),
    );
    const names = namesShown(several ? [...levels].toReversed() : levels, stretches);
    return {
      ...base,
      axis: axisOf(plot.axis, [], names.length),
      second: null,
      series: [],
      lanes: { names, stretches },
      isEmpty: stretches.length === 0,
    };
  }
  const drawn = plot.series
    .map(({ key, name, steps = false, second = false, window }): DrawnSeries => {
      const measure = second && plot.second ? plot.second.measure : plot.axis.measure;
      const points = withCuts(inside(pointsOf(data[key] ?? [], measure, unit), period), silence);
      return {
        key,
        name,
        steps,
        second,
        points: window === undefined ? points : averaged(points, windowFor(points, window)),
      };
    })
    .filter(({ points }) => points.length > 0);
  const on = (second: boolean) => drawn.filter((series) => series.second === second);
  return {
    ...base,
    axis: axisOf(plot.axis, on(false), 0),
    second: plot.second ? axisOf(plot.second, on(true), 0) : null,
    series: drawn,
    lanes: null,
    isEmpty: drawn.length === 0,
  };
};

/** The cursor rests at most so often on its way through a period: every five minutes of a day. */
const STOPS = 288;

/** Where the cursor of the keyboard rests: moments at which something was told, not closer than one can hear. */
export const stopsOf = ({ period, series, lanes }: PlotModel): number[] => {
  const times = lanes
    ? lanes.stretches.flatMap(({ from, to }) => [from, to])
    : series.flatMap(({ points }) => points.map(({ time }) => time));
  const least = (period.end - period.start) / STOPS;
  const stops: number[] = [];
  for (const time of times.toSorted((a, b) => a - b)) {
    if (time - (stops.at(-1) ?? Number.NEGATIVE_INFINITY) >= least) stops.push(time);
  }
  return stops;
};

export interface ValueAt {
  readonly name: string;
  readonly second: boolean;
  readonly point: Point;
}

/** What each line says at a moment; a line that is silent then says nothing. */
export const valuesAt = ({ series, silence }: PlotModel, time: number): ValueAt[] =>
  series.flatMap(({ name, second, steps, points }) => {
    const point = pointAt(points, time, steps, silence);
    return point ? [{ name, second, point }] : [];
  });

/** The names that hold at a moment. */
export const levelsAt = ({ lanes }: PlotModel, time: number): string[] =>
  lanes ? namesAt(lanes.stretches, time) : [];
