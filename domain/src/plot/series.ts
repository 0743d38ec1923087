import type { Value } from '#contract/entities/device.ts';
import { MINUTE } from '../time.ts';
import { fahrenheitToCelsius } from '../units.ts';
import type { TemperatureUnit } from '../units.ts';
import type { AxisMeasure } from '../kinds/plot.ts';
import type { Point } from './point.ts';
import type { Period } from './period.ts';

export interface RawPoint {
  /** ISO instant. */
  readonly time: string;
  readonly value: Value;
  readonly mean?: number;
  readonly seconds?: number;
}

/** A device reports every minute or every few; of a long period the server tells about so many moments. */
const SILENCE = 20 * MINUTE;
const MOMENTS = 750;

/** Without a word for this long there is nothing to draw. */
export const longestSilence = ({ start, end }: Pick<Period, 'start' | 'end'>): number =>
  Math.max(SILENCE, (4 * (end - start)) / MOMENTS);

const CONVERT: Readonly<Record<AxisMeasure, (value: number, unit: TemperatureUnit) => number>> = {
  temperature: (value, unit) => (unit === 'C' ? fahrenheitToCelsius(value) : value),
  watts: (value) => value,
  kilowatts: (value) => value / 1_000,
  'kilowatt-hours': (value) => value / 1_000,
  // A share such as 0.29 is a little less than it says.
  percent: (value) => Math.floor(value * 100 + 1e-9),
  seconds: (value) => value,
  level: (value) => value,
};

/** Numbers in the unit of their axis, oldest first; what is no number says nothing. */
export const pointsOf = (raw: readonly RawPoint[], measure: AxisMeasure, unit: TemperatureUnit): Point[] =>
  raw
    .flatMap(({ time, value, mean: average, seconds }): Point[] => {
      const number = typeof value === 'boolean' || value === '' ? Number.NaN : Number(value);
      const at = Date.parse(time);
      if (!Number.isFinite(number) || !Number.isFinite(at)) return [];
      const point = { time: at, value: CONVERT[measure](number, unit) };
      if (average === undefined || seconds === undefined) return [point];
      return [{ ...point, part: { mean: CONVERT[measure](average, unit), seconds } }];
    })
    .toSorted((a, b) => a.time - b.time);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** So many times what is usual between two points is a silence, where that is more than the period's own measure. */
const UNUSUAL = 2.5;

/** ms between two moments, most of the time. */
export const usualGap = (times: readonly number[]): number =>
  median(times.slice(1).map((time, index) => time - (times[index] ?? time)));

/** Older readings are kept by the hour, others come by the minute: what is a silence depends on them too. */
export const silenceIn = (times: readonly number[], least: number): number =>
  Math.max(least, UNUSUAL * usualGap(times));

/** Marks where a silence ends. */
export const withCuts = (points: readonly Point[], least: number): Point[] => {
  const silence = silenceIn(
    points.map(({ time }) => time),
    least,
  );
  return points.map((point, index) => {
    const before = points[index - 1];
    return before && point.time - before.time > silence ? { ...point, cut: true } : point;
  });
};

/** Pieces without a silence in them. */
export const piecesOf = (points: readonly Point[]): Point[][] => {
  const pieces: Point[][] = [];
  for (const point of points) {
    if (pieces.length === 0 || point.cut) pieces.push([]);
    pieces.at(-1)?.push(point);
  }
  return pieces;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of the readings that points stand for, by how long they held; null: they stand for themselves. */
export const meanOfParts = (points: readonly Point[]): number | null => {
  let [sum, seconds] = [0, 0];
  for (const { part } of points) {
    if (!part) continue;
    sum += part.mean * part.seconds;
    seconds += part.seconds;
  }
  return seconds > 0 ? sum / seconds : null;
};

/** One point for every `window` of them, at the middle of their time; a window never spans a silence. */
export const averaged = (points: readonly Point[], window: number): Point[] =>
  piecesOf(points).flatMap((piece, number) =>
    Array.from({ length: Math.ceil(piece.length / window) }, (_, index): Point => {
      const part = piece.slice(index * window, (index + 1) * window);
      return {
        time: ((part[0]?.time ?? 0) + (part.at(-1)?.time ?? 0)) / 2,
        value: mean(part.map(({ value }) => value)),
        ...(number > 0 && index === 0 ? { cut: true } : {}),
      };
    }),
  );

/** The point that holds at a moment: the nearest, or of steps the last one before; null: nothing was heard then. */
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
  const isInside = before !== undefined && after !== undefined && !after.cut;
  if (steps) return before && (isInside || isNear(before)) ? before : null;
  const near = [before, after].filter((point) => point !== undefined && (isInside || isNear(point)));
  return (
    near.toSorted((a, b) => Math.abs((a?.time ?? 0) - time) - Math.abs((b?.time ?? 0) - time))[0] ?? null
  );
};
