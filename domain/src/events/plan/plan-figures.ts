import type { DemandEvent, Plan } from '../event.ts';
import type { Figures, Strategy } from './strategies/define.ts';
import { strategies } from './strategies/index.ts';

/** The strategy of an event with the figures of a plan in it; null: the plan has none. */
export const planFigures = (
  { kind }: Pick<DemandEvent, 'kind'>,
  plan: Plan,
): { readonly strategy: Strategy; readonly figures: Figures } | null => {
  const strategy = strategies[kind];
  if (strategy === null || 'excluded' in plan) return null;
  const figureIn = (phase: 'during' | 'after'): number | null => {
    const command = plan.steps.find((step) => step.phase === phase)?.command;
    return command === undefined ? null : strategy.figureOf(command, plan.moved);
  };
  const [target, original] = [figureIn('during'), figureIn('after')];
  return target === null || original === null ? null : { strategy, figures: { target, original } };
};
