import type { AxisRule } from '../kinds/plot.ts';
import { highOf, lowOf } from './point.ts';
import type { Point } from './point.ts';

export interface Extent {
  readonly min: number;
  readonly max: number;
}

const EMPTY_EXTENT: Extent = { min: 0, max: 1 };

/** A rounding error in the last digit must not cost a whole tick. */
const ROUNDING = 1e-9;

const extentOf = (series: readonly (readonly Point[])[]): Extent | null => {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const points of series) {
    for (const point of points) {
      min = Math.min(min, lowOf(point));
      max = Math.max(max, highOf(point));
    }
  }
  return min <= max ? { min, max } : null;
};

/** From zero to the values on both sides of it. */
export const axisReach = (series: readonly (readonly Point[])[]): Extent => {
  const { min, max } = extentOf(series) ?? EMPTY_EXTENT;
  return { min: Math.min(0, min), max: Math.max(0, max) };
};

const STEPS = [1, 2, 2.5, 5, 10];

/** A round distance between about `count` ticks. */
export const stepFor = ({ min, max }: Extent, count: number): number => {
  const rough = Math.max((max - min) / count, Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough * (1 - ROUNDING)) ?? 10) * power;
};

const TICK_COUNT = 5;

const roundOut = ({ min, max }: Extent): Extent => {
  const step = stepFor(
    min === max ? { min: Math.min(0, min), max: Math.max(1, max) } : { min, max },
    TICK_COUNT,
  );
  return {
    min: Math.floor(min / step + ROUNDING) * step,
    max: Math.max(Math.ceil(max / step - ROUNDING), Math.floor(min / step + ROUNDING) + 1) * step,
  };
};

/** The range of the axis. */
export const axisExtent = (rule: AxisRule, series: readonly (readonly Point[])[], names = 0): Extent => {
  if (rule.type === 'fixed') return { min: rule.range[0], max: rule.range[1] };
  if (rule.type === 'names') return { min: -0.5, max: Math.max(1, names) - 0.5 };
  const extent = extentOf(series);
  const above = Math.max(0, extent?.max ?? 0);
  switch (rule.type) {
    case 'padded':
      return extent
        ? { min: Math.floor(extent.min - rule.by), max: Math.ceil(extent.max + rule.by) }
        : EMPTY_EXTENT;
    case 'multiple':
      return { min: 0, max: Math.max(1, Math.ceil(above / rule.of - ROUNDING)) * rule.of };
    case 'rounded-up':
      return { min: 0, max: Math.ceil(above - ROUNDING) || rule.empty };
    default:
      return extent
        ? roundOut({ min: Math.min(0, extent.min), max: Math.max(above, rule.least ?? 0) })
        : EMPTY_EXTENT;
  }
};

/** Round values inside of the axis, both ends included. */
export const ticksOf = (extent: Extent, count = TICK_COUNT): number[] =>
  multiplesIn(extent, stepFor(extent, count));

/** The multiples of a step inside of the axis, both ends included. */
const multiplesIn = (extent: Extent, step: number): number[] => {
  const first = Math.ceil(extent.min / step - ROUNDING);
  const last = Math.floor(extent.max / step + ROUNDING);
  // Multiplied and rounded, because adding up would accumulate errors.
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => Number(((first + index) * step).toPrecision(12)) + 0,
  );
};

/** Finer than those of other axes: what hangs below zero takes a part of the height, and no more than it needs. */
const TICKS_OF_TWO_SIDES = 7;

/** An axis of amounts above zero and below, each side as long as its own values need. */
export const twoSidedAxis = (
  reach: Extent,
  count = TICKS_OF_TWO_SIDES,
): { readonly extent: Extent; readonly ticks: readonly number[] } => {
  const step = stepFor(reach, count);
  const extent = {
    min: Math.floor(reach.min / step + ROUNDING) * step,
    max: Math.ceil(reach.max / step - ROUNDING) * step,
  };
  return { extent, ticks: multiplesIn(extent, step) };
};

const SECONDS_OF_MINUTE = 60;
const SECONDS_OF_HOUR = 60 * SECONDS_OF_MINUTE;

/** s; distances of ticks that people divide an hour and a day into. */
const DURATION_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * SECONDS_OF_MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * SECONDS_OF_HOUR),
];

/** An axis of seconds from zero on, whose ticks are whole minutes or hours. */
export const durationAxis = (
  longest: number,
): { readonly max: number; readonly ticks: readonly number[] } => {
  const rough = longest / TICK_COUNT;
  const day = 24 * SECONDS_OF_HOUR;
  const step = DURATION_STEPS.find((one) => one >= rough - ROUNDING) ?? Math.ceil(rough / day) * day;
  const count = Math.max(1, Math.ceil(longest / step - ROUNDING));
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
};

/** Digits after the point that a tick needs. */
export const digitsOf = (ticks: readonly number[]): number =>
  Math.max(0, ...ticks.map((tick) => (String(tick).split('.')[1] ?? '').length));

/** From values, or times, to pixels. */
export const linear =
  ({ min, max }: Extent, [from, to]: readonly [from: number, to: number]) =>
  (value: number): number =>
    from + ((value - min) / (max - min || 1)) * (to - from);
