import type { MovedField, Plan } from '../event.ts';

type SetpointField = Exclude<MovedField, 'mode'>;
const isSetpoint = (field: MovedField): field is SetpointField => field !== 'mode';

/** °F that a plan moves the device to (`target`) and back to (`original`); null: it moves no setpoint. */
export const planSetpoints = (plan: Plan): { readonly target: number; readonly original: number } | null => {
  if ('excluded' in plan) return null;
  const field = plan.moved.find(isSetpoint);
  const setpointIn = (phase: 'during' | 'after') => {
    const command = plan.steps.find((step) => step.phase === phase)?.command;
    return field === undefined ? undefined : command?.[field];
  };
  const [target, original] = [setpointIn('during'), setpointIn('after')];
  return target === undefined || original === undefined ? null : { target, original };
};
