import type { DrawnSeries, PlotModel } from './model.ts';
import type { Point } from './point.ts';

export interface StackedBar {
  /** The place of its series. */
  readonly series: number;
  readonly point: Point;
  /** Where it begins and ends on the axis; it hangs below zero where the end is less. */
  readonly from: number;
  readonly to: number;
}

/** Bars of one day stand on one another, those below zero hang from one another; each axis and each place for itself. */
export const stackedBars = (series: readonly DrawnSeries[]): StackedBar[] => {
  const ends = new Map<string, number>();
  return series.flatMap(({ points, second, below = false, beside = false, bars: isBars }, index) =>
    isBars
      ? points.map((point) => {
          const place = [point.time, second, beside, below].join(' ');
          const from = ends.get(place) ?? 0;
          const to = from + (below ? -point.value : point.value);
          ends.set(place, to);
          return { series: index, point, from, to };
        })
      : [],
  );
};

/** Of the energy of a home, the series that make up its sum: neither what a battery stores nor a runtime. */
export const isSummedUp = ({ beside, second }: DrawnSeries): boolean => beside === undefined && !second;

/** The day with the highest sum, and that sum; null: there is none above zero. */
export const highestDay = ({ series }: PlotModel): Point | null => {
  const sums = new Map<number, number>();
  for (const { points } of series.filter(isSummedUp)) {
    for (const { time, value } of points) sums.set(time, (sums.get(time) ?? 0) + value);
  }
  const [highest] = [...sums].toSorted((one, other) => other[1] - one[1]);
  return highest && highest[1] > 0 ? { time: highest[0], value: highest[1] } : null;
};

export interface AddedUp {
  readonly parts: readonly number[];
  readonly sum: number;
}

/** Rounds amounts so that the parts add up to the sum as they are shown: those with the largest remainders are rounded up. */
export const addUpRounded = (amounts: readonly number[], digits: number): AddedUp => {
  const scale = 10 ** digits;
  const sum = Math.round(amounts.reduce((total, amount) => total + amount, 0) * scale);
  const floors = amounts.map((amount) => Math.floor(amount * scale));
  const missing = sum - floors.reduce((total, floor) => total + floor, 0);
  const raised = new Set(
    amounts
      .map((amount, index) => ({ index, remainder: amount * scale - (floors[index] ?? 0) }))
      .toSorted((one, other) => other.remainder - one.remainder)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return {
    parts: floors.map((floor, index) => (floor + (raised.has(index) ? 1 : 0)) / scale),
    sum: sum / scale,
  };
};
