/** Points in a square of 100, y downwards. */
type Point = readonly [x: number, y: number];

export interface DayPath {
  /** Runs of points; where nothing was reported there is none. */
  readonly runs: readonly (readonly Point[])[];
  /** The present value; null: it is not known. */
  readonly now: Point | null;
  /** Height of the value that the device holds to; null: none. */
  readonly target: number | null;
}

interface Values {
  /** Means of equal steps, oldest first; the last step runs. */
  readonly values: readonly (number | null)[];
  readonly value: number | null;
  readonly target: number | null;
  /** A line that moves by less stays flat. */
  readonly leastSpan: number;
}

const SIZE = 100;

/** Where the values of a day lie. */
export const dayPath = ({ values, value, target, leastSpan }: Values): DayPath => {
  const known = [...values, value, target].filter((one) => one !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = Math.max(high - low, leastSpan);
  const bottom = (low + high - span) / 2;
  const heightOf = (one: number): number => Math.round(10 * SIZE * (1 - (one - bottom) / span)) / 10;
  const points = values.map((one, index): Point | null =>
    one === null ? null : [(SIZE * index) / (values.length - 1), heightOf(one)],
  );
  // The running step is as good as now.
  const last: Point | null = value === null ? null : [SIZE, heightOf(value)];
  const all = last ? [...points.slice(0, -1), last] : points;
  const runs: Point[][] = [[]];
  for (const point of all) {
    if (point) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return {
    runs: runs.filter(({ length }) => length > 1),
    now: last,
    target: target === null ? null : heightOf(target),
  };
};
