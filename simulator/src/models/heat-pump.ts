import { clamp } from '../base/numbers.ts';

/** Heat moved per electricity at 95 °F and at 47 °F outdoors (GridLAB-D's defaults). */
const COOLING = 3.5;
const HEATING = 2.5;

/** Falls as it gets hotter outside: 1.27 of its rating at 75 °F, 1.00 at 95 °F, 0.90 at 105 °F. */
export const coolingPerformance = (outdoor: number): number =>
  clamp(COOLING / (-0.01363961 + 0.01066989 * Math.max(outdoor, 55)), 1, 8);

/** Falls as it gets colder outside, and never below 1, that of a resistance heater. */
export const heatingPerformance = (outdoor: number): number => {
  const to = clamp(outdoor, -20, 80);
  return clamp(HEATING / (2.03914613 - 0.03906753 * to + 0.00045617 * to ** 2 - 0.00000203 * to ** 3), 1, 6);
};
