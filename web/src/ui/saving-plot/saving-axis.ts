import { stepFor } from '#domain/plot/scale.ts';
import type { Extent } from '#domain/plot/scale.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';

const KILO = 1000;
const QUARTERS_PER_HOUR = 4;
/** Ticks of the power axis, about. */
export const POWER_TICKS = 5;

/** Wh of a quarter hour → kW. */
export const powerOf = (wh: number): number => (wh * QUARTERS_PER_HOUR) / KILO;

/** From zero, or from below it, to the next round value above all: no line runs along the edge. */
export const powerExtent = (values: readonly number[]): Extent => {
  const [min, max] = [Math.min(0, ...values), Math.max(0.1, ...values)];
  const step = stepFor({ min, max }, POWER_TICKS);
  return { min: Math.floor(min / step) * step, max: (Math.floor(max / step) + 1) * step };
};

/** Distances of labels that people divide hours into. */
const STEPS = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];

const stepsFrom = (first: number, to: number, step: number): readonly number[] =>
  Array.from(
    { length: Math.floor((to - first) / Math.max(step, 1)) + 1 },
    (_, index) => first + index * step,
  );

/**
 * Times to be named between two, both included where a step ends there: as many as there is room for. They fall on hours of a
 * clock on which one begins at `hour`, unless only one of them would.
 */
export const timeTicks = (from: number, to: number, room: number, hour = from): readonly number[] => {
  const most = Math.max(1, room - 1);
  const step = STEPS.find((one) => (to - from) / one <= most) ?? to - from;
  const first = hour + Math.ceil((from - hour) / Math.max(step, 1)) * step;
  const onClock = stepsFrom(first, to, step);
  return onClock.length > 1 ? onClock : stepsFrom(from, to, step);
};
