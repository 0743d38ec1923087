import { HOUR } from '../time/time.ts';
import { highOf, lowOf } from './point.ts';
import type { Point } from './point.ts';
import type { LevelSpan } from './levels.ts';
import { meanOfParts, splitAtGaps } from './series.ts';

/** What the sentence about a line of numbers says. */
export interface LineSummary {
  readonly mean: number;
  /** Covered by readings. */
  readonly hours: number;
  readonly low: Point;
  readonly high: Point;
}

const area = (piece: readonly Point[]): number =>
  piece.reduce((sum, { time, value }, index) => {
    const before = piece[index - 1];
    return before ? sum + ((value + before.value) / 2) * ((time - before.time) / HOUR) : sum;
  }, 0);

/** null: there are no points. Gaps do not count. */
export const lineSummary = (points: readonly Point[]): LineSummary | null => {
  const [first] = points;
  if (first === undefined) return null;
  let [low, high] = [first, first];
  for (const point of points) {
    if (lowOf(point) < lowOf(low)) low = point;
    if (highOf(point) > highOf(high)) high = point;
  }
  const pieces = splitAtGaps(points);
  const total = pieces.reduce((sum, piece) => sum + area(piece), 0);
  const hours = pieces.reduce(
    (sum, piece) => sum + ((piece.at(-1)?.time ?? 0) - (piece[0]?.time ?? 0)) / HOUR,
    0,
  );
  const mean = meanOfParts(points) ?? (hours > 0 ? total / hours : first.value);
  // Summing many equal values must not give a mean outside of them by a rounding error.
  const [lowest, highest] = [lowOf(low), highOf(high)];
  return {
    mean: Math.min(highest, Math.max(lowest, mean)),
    hours,
    low: { time: low.time, value: lowest },
    high: { time: high.time, value: highest },
  };
};

export interface HeardEnergy {
  readonly kilowattHours: number;
  /** Seconds in which it was measured. */
  readonly heard: number;
}

export interface EnergyHour {
  readonly time: string;
  /** Wh; null: the device was not heard. */
  readonly value: number | null;
  /** Seconds. */
  readonly heard: number;
}

/** The energy of the hours in which the device was heard; of the hour that contains `until`, the part before it. null: none. */
export const energyUntil = (hours: readonly EnergyHour[], until: number): HeardEnergy | null => {
  let [kilowattHours, heard] = [0, 0];
  for (const { time, value, heard: seconds } of hours) {
    if (value === null) continue;
    const share = Math.min(1, Math.max(0, (until - Date.parse(time)) / HOUR));
    kilowattHours += (share * value) / 1_000;
    heard += share * seconds;
  }
  return heard > 0 ? { kilowattHours, heard } : null;
};

/** What a battery gave, whose meter counts what it takes. */
export const givenHours = (hours: readonly EnergyHour[]): EnergyHour[] =>
  hours.map((hour) => ({ ...hour, value: hour.value === null ? null : Math.max(0, -hour.value) }));

/** kWh to compare with; null: the device was heard for less than half as long as now. */
export const comparableEnergy = (now: HeardEnergy, before: HeardEnergy | null): number | null =>
  before !== null && before.heard >= now.heard / 2 ? before.kilowattHours : null;

/** Change in percent; null where there is nothing to compare with. */
export const changeInPercent = (now: number, before: number | undefined): number | null =>
  before === undefined || Math.abs(before) < 1e-6
    ? null
    : Math.round(((now - before) / Math.abs(before)) * 100) + 0;

export interface LevelSummary {
  /** The name that held longest, and for how many hours. */
  readonly longest: { readonly name: string; readonly hours: number };
  readonly changes: number;
}

/** Whether levels are known from the first half of a period on; less is too little to compare with. */
export const isCovered = (
  spans: readonly LevelSpan[],
  { start, end }: { readonly start: number; readonly end: number },
): boolean => spans.some(({ from }) => from < (start + end) / 2);

/** null: no level held. */
export const levelSummary = (spans: readonly LevelSpan[]): LevelSummary | null => {
  const hours = new Map<string, number>();
  for (const { name, from, to } of spans) hours.set(name, (hours.get(name) ?? 0) + (to - from) / HOUR);
  const [longest] = [...hours].toSorted((a, b) => b[1] - a[1]);
  if (longest === undefined) return null;
  // The same level before and after a gap is no change.
  const changes = spans.filter(({ name }, index) => index > 0 && spans[index - 1]?.name !== name).length;
  return { longest: { name: longest[0], hours: longest[1] }, changes };
};
