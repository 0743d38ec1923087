import type { DemandEvent, MovedField, PlanStep } from '../event.ts';
import { strategies } from '../plan/strategies/index.ts';
import type { Sentence } from './sentences.ts';

/** What a step of the plan does with the device; `isTimeSaid`: from when to when stands before it. */
export const stepSentence = (
  { kind, startTime }: Pick<DemandEvent, 'kind' | 'startTime'>,
  device: string,
  step: PlanStep,
  moved: readonly MovedField[],
  isTimeSaid = false,
): Sentence => {
  const strategy = strategies[kind];
  const figure = strategy?.figureOf(step.command, moved) ?? null;
  const { phase, reason, at, until } = step;
  const words = strategy?.stepWords(step) ?? 'after';
  return {
    key: `event.step.${isTimeSaid ? words.replace(/^during/, 'all') : words}`,
    values: {
      device,
      ...(figure === null ? {} : { temperature: { temperature: figure } }),
      ...(reason.code === 'prepare' ? { shift: { difference: reason.shift } } : {}),
      // Each device has its own turn within some minutes of the start; people read the start.
      from: { time: phase === 'during' ? startTime : at },
      to: { time: until },
    },
  };
};
