import type { CommandBody } from '../../control/command/command.ts';
import type { Plan } from '../event.ts';

/** What the plan tells the device in the event itself; null: it takes no part. */
export const commandDuring = (plan: Plan): CommandBody | null =>
  'excluded' in plan ? null : (plan.steps.find(({ phase }) => phase === 'during')?.command ?? null);
