import type { DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { planFigures } from './plan-figures.ts';

/** °F that a room would be set to if the home had no limits; null: its plan already goes as far, or it is no room. */
export const targetWithoutLimits = (event: DemandEvent, { plan, eased }: Participation): number | null => {
  const figured = planFigures(event, plan);
  return figured && figured.strategy.asksFor(event, figured.figures, eased);
};
