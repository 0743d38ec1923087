import type { Program } from '#contract/entities/program.ts';

/** °F; the largest move of a room's setpoint, whatever a program or an event says. */
const LARGEST_SHIFT = 4;

const clamp = (value: number, min: number, max: number): number =>
  // Not a number: the least.
  value >= min ? Math.min(value, max) : min;

/** Whole °F between 1 and the program's largest shift; eased: half of it, rounded towards the owner's own setting. */
export const shiftOf = ({ limits }: Pick<Program, 'limits'>, intensity: number, eased: boolean): number => {
  const largest = clamp(limits.largestShift, 1, LARGEST_SHIFT);
  const full = clamp(Math.round((largest * intensity) / 100), 1, largest);
  return eased ? Math.max(1, Math.floor(full / 2)) : full;
};
