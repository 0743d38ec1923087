import type { DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { planSetpoints } from './plan-setpoints.ts';
import { shiftOf } from './shift.ts';

/** °F; less is the rounding of a device that counts in other units. */
const LEAST_DIFFERENCE = 0.5;

/** °F that the event asks of a room; null: the plan goes as far, so that no limit holds it back, or it is no room. */
export const askedTarget = (event: DemandEvent, { plan, eased }: Participation): number | null => {
  const setpoints = planSetpoints(plan);
  if (setpoints === null || event.program.side === null) return null;
  const { target, own } = setpoints;
  const shift = shiftOf(event.program, event.intensity, eased);
  return shift - Math.abs(target - own) >= LEAST_DIFFERENCE ? own + Math.sign(target - own) * shift : null;
};
