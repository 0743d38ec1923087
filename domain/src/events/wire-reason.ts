import type { EventStepReason } from '#contract/entities/command-reason.ts';
import type { StepReason } from './event.ts';

/** On the wire nothing is left out. */
export const toWireStepReason = (reason: StepReason): EventStepReason => {
  switch (reason.code) {
    case 'event': {
      const { until, again = false, exports = false } = reason;
      return { ...reason, until: new Date(until).toISOString(), again, exports };
    }
    case 'return':
      return { ...reason, after: reason.after ?? null };
    default:
      return reason;
  }
};
