import { HOUR } from '../time/time.ts';
import type { DrawnSeries, PlotModel } from './model.ts';
import type { Point } from './point.ts';

export interface Hours {
  /** Hours that are over. */
  readonly over: readonly Point[];
  /** The hour that is going on, which is known in part. */
  readonly running: Point | null;
  /** From the hour before to the one that is going on; empty: one of them was not heard. */
  readonly join: readonly Point[];
}

/** Parts the hours of a line at an instant, in ms. */
export const hoursUntil = (points: readonly Point[], until: number): Hours => {
  const over = points.filter(({ time }) => time + HOUR <= until);
  const running = points.find(({ time }) => time + HOUR > until) ?? null;
  const last = over.at(-1);
  const join =
    running && last && last.time + HOUR === running.time
      ? [last, { time: running.time, value: running.value }]
      : [];
  return { over, running, join };
};

/** kWh; less is shown as 0.00. */
const SHOWN_MIN = 0.005;

/** Whether a device did nothing in the hours of a day that were heard. */
export const isRested = ({ hourly, period }: PlotModel, { points, second }: DrawnSeries): boolean =>
  hourly !== undefined &&
  period.range === 'day' &&
  !second &&
  points.length > 0 &&
  points.reduce((sum, { value }) => sum + value, 0) < SHOWN_MIN;

/** The names of what rested; a battery that neither gave nor took is named once. */
export const restedNames = (model: PlotModel): string[] => {
  const rested = model.series.filter((line) => isRested(model, line));
  const stored = rested.filter(({ beside }) => beside);
  const isWhole = stored.length > 1;
  return [
    ...rested.filter((line) => !(isWhole && line.beside)).map(({ name }) => name),
    ...(isWhole ? ['use-battery'] : []),
  ];
};
