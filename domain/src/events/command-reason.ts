import type { StepReason } from './event.ts';

/** Why the server sent a command by itself: a step of an event or its return, a schedule, or a limit that was lowered. */
export type CommandReason = StepReason | { readonly code: 'schedule' | 'safety' };
