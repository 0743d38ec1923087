import type { Value } from '#contract/entities/device.ts';
import { HOUR, MINUTE } from '../time/time.ts';
import { fahrenheitToCelsius } from '../units.ts';
import type { TemperatureUnit } from '#contract/entities/account.ts';
import type { AxisMeasure } from '../kinds/plot.ts';
import type { Point } from './point.ts';
import type { Period } from './period.ts';

export interface RawPoint {
  /** ISO instant. */
  readonly time: string;
  /** null: the device was not heard; a gap. */
  readonly value: Value | null;
  readonly mean?: number;
  readonly seconds?: number;
}

/** Devices report every few minutes at most; of a long period the server sends about so many points. */
const LEAST_MAX_GAP = 20 * MINUTE;
const POINTS_OF_LONG_PERIOD = 750;

/** ms; a longer time without points is drawn as a gap. */
export const maxGapOf = ({ start, end }: Pick<Period, 'start' | 'end'>): number =>
  Math.max(LEAST_MAX_GAP, (4 * (end - start)) / POINTS_OF_LONG_PERIOD);

const CONVERT: Readonly<Record<AxisMeasure, (value: number, unit: TemperatureUnit) => number>> = {
  temperature: (value, unit) => (unit === 'C' ? fahrenheitToCelsius(value) : value),
  watts: (value) => value,
  kilowatts: (value) => value / 1_000,
  'kilowatt-hours': (value) => value / 1_000,
  // A fraction such as 0.29 is slightly less in binary, and would be floored to 28.
  percent: (value) => Math.floor(value * 100 + 1e-9),
  seconds: (value) => value,
  level: (value) => value,
};

const numberOf = (value: RawPoint['value']): number =>
  value === null || typeof value === 'boolean' || value === '' ? Number.NaN : Number(value);

const inOrder = (raw: readonly RawPoint[]): (RawPoint & { readonly at: number })[] =>
  raw
    .map((point) => ({ ...point, at: Date.parse(point.time) }))
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((a, b) => a.at - b.at);

/** Numbers in the unit of their axis, oldest first; other values are left out, and null makes a gap. */
export const pointsOf = (raw: readonly RawPoint[], measure: AxisMeasure, unit: TemperatureUnit): Point[] => {
  const points: Point[] = [];
  let isAfterGap = false;
  for (const { at, value, mean: average, seconds } of inOrder(raw)) {
    const number = numberOf(value);
    if (value === null) isAfterGap = points.length > 0;
    if (!Number.isFinite(number)) continue;
    const point = {
      time: at,
      value: CONVERT[measure](number, unit),
      ...(isAfterGap ? ({ afterGap: true } as const) : {}),
    };
    isAfterGap = false;
    if (average === undefined || seconds === undefined) points.push(point);
    else points.push({ ...point, part: { mean: CONVERT[measure](average, unit), seconds } });
  }
  return points;
};

/** ms at which the device was not heard. */
export const unheardTimes = (raw: readonly RawPoint[]): number[] =>
  inOrder(raw).flatMap(({ at, value }) => (value === null ? [at] : []));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** So many times the usual distance of two points is a gap, where that is more than the limit of the period. */
const GAP_FACTOR = 2.5;

/** ms between two times, as the median. */
export const usualGap = (times: readonly number[]): number =>
  median(times.slice(1).map((time, index) => time - (times[index] ?? time)));

/** Old readings are stored by the hour, new ones by the minute: what counts as a gap depends on their usual distance. */
export const maxGapIn = (times: readonly number[], least: number): number =>
  Math.max(least, GAP_FACTOR * usualGap(times));

/** Marks the points that follow a gap. */
export const withGapsMarked = (points: readonly Point[], least: number): Point[] => {
  const maxGap = maxGapIn(
    points.map(({ time }) => time),
    least,
  );
  return points.map((point, index) => {
    const before = points[index - 1];
    return before && point.time - before.time > maxGap ? { ...point, afterGap: true } : point;
  });
};

/** Pieces without a gap in them. */
export const splitAtGaps = (points: readonly Point[]): Point[][] => {
  const pieces: Point[][] = [];
  for (const point of points) {
    if (pieces.length === 0 || point.afterGap) pieces.push([]);
    pieces.at(-1)?.push(point);
  }
  return pieces;
};

/** The mean of the readings that the points summarize, weighted by time; null: they summarize nothing. */
export const meanOfParts = (points: readonly Point[]): number | null => {
  let [sum, seconds] = [0, 0];
  for (const { part } of points) {
    if (!part) continue;
    sum += part.mean * part.seconds;
    seconds += part.seconds;
  }
  return seconds > 0 ? sum / seconds : null;
};

/** kWh of each point of a series of means in W: it holds halfway to its neighbours, at a gap as far as the points usually do. */
export const energyPoints = (raw: readonly RawPoint[], period: Period): Point[] => {
  const points = withGapsMarked(pointsOf(raw, 'kilowatts', 'F'), maxGapOf(period));
  const usual = usualGap(points.map(({ time }) => time));
  return splitAtGaps(points).flatMap((piece) =>
    piece.map(({ time, value }, index) => {
      const before = time - (piece[index - 1]?.time ?? time - usual);
      const after = (piece[index + 1]?.time ?? time + usual) - time;
      return { time, value: (value * (before + after)) / 2 / HOUR };
    }),
  );
};

/** Each says what it stands for: what it summarizes, else its value until the next one. */
const withParts = (piece: readonly Point[]): Point[] => {
  const usual = usualGap(piece.map(({ time }) => time)) || 1;
  return piece.map((point, index) => {
    const seconds = ((piece[index + 1]?.time ?? point.time + usual) - point.time) / 1_000;
    return { part: { mean: point.value, seconds }, ...point };
  });
};

/**
 * One point for every `window` points, at the middle of their time: their mean, weighted by how long each held. A window never
 * spans a gap. The last one reaches back for what it lacks: the mean of one or two readings would be a spike at the end.
 */
export const averaged = (points: readonly Point[], window: number): Point[] =>
  splitAtGaps(points).flatMap((piece, number) => {
    const parts = withParts(piece);
    return Array.from({ length: Math.ceil(piece.length / window) }, (_, index): Point => {
      const from = Math.max(0, Math.min(index * window, piece.length - window));
      const inside = parts.slice(from, from + window);
      return {
        time: ((inside[0]?.time ?? 0) + (inside.at(-1)?.time ?? 0)) / 2,
        value: meanOfParts(inside) ?? 0,
        ...(number > 0 && index === 0 ? { afterGap: true } : {}),
      };
    });
  });

/** The point that holds at a time: the nearest, or of steps the last one before; null: the time lies in a gap. */
export const pointAt = (
  points: readonly Point[],
  time: number,
  steps: boolean,
  reach: number,
): Point | null => {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((points[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [points[low - 1], points[low]];
  const isNear = (point: Point | undefined): point is Point =>
    point !== undefined && Math.abs(point.time - time) <= reach;
  // Between two points that belong together one of them holds, however far apart they are.
  const isInside = before !== undefined && after !== undefined && !after.afterGap;
  if (steps) return before && (isInside || isNear(before)) ? before : null;
  const near = [before, after].filter((point) => point !== undefined && (isInside || isNear(point)));
  return (
    near.toSorted((a, b) => Math.abs((a?.time ?? 0) - time) - Math.abs((b?.time ?? 0) - time))[0] ?? null
  );
};
