import type { DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { mayEase } from '../people/people.ts';
import { planSetpoints } from './plan-setpoints.ts';
import { shiftOf } from './shift.ts';

/**
 * °F that a room would be held at once its owner has eased it, by the plan's figures; null: it cannot be eased, or a limit of
 * the home already holds it as close.
 */
export const easedTarget = (event: DemandEvent, participation: Participation, now: number): number | null => {
  const setpoints = planSetpoints(participation.plan);
  if (setpoints === null || !mayEase(event, participation, now)) return null;
  const { target, original } = setpoints;
  const shift = shiftOf(event.program, event.intensity, true);
  return shift < Math.abs(target - original) ? original + Math.sign(target - original) * shift : null;
};
