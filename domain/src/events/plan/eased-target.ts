import type { DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { mayEase } from '../people/people.ts';
import { planFigures } from './plan-figures.ts';

/**
 * °F that a room would be held at once its owner has eased it, by the plan's figures; null: it cannot be eased, or a limit of
 * the home already holds it as close.
 */
export const easedTarget = (event: DemandEvent, participation: Participation, now: number): number | null => {
  const figured = planFigures(event, participation.plan);
  if (figured === null || !mayEase(event, participation, now)) return null;
  return figured.strategy.ease?.restsAt(event, figured.figures) ?? null;
};
