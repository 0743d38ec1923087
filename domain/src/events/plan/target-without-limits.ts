import type { DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { planSetpoints } from './plan-setpoints.ts';
import { shiftOf } from './shift.ts';

/** °F; a smaller difference comes from devices that round in other units. */
const LEAST_DIFFERENCE = 0.5;

/** °F that a room would be set to if the home had no limits; null: its plan already goes as far, or it is no room. */
export const targetWithoutLimits = (event: DemandEvent, { plan, eased }: Participation): number | null => {
  const setpoints = planSetpoints(plan);
  if (setpoints === null || event.program.side === null) return null;
  const { target, original } = setpoints;
  const shift = shiftOf(event.program, event.intensity, eased);
  return shift - Math.abs(target - original) >= LEAST_DIFFERENCE
    ? original + Math.sign(target - original) * shift
    : null;
};
