import type { CommandBody } from '../../control/command/command.ts';
import { MINUTE } from '../../time/time.ts';
import type { DemandEvent, EventDevice, EventHome, Exclusion, Phase, Plan, PlanStep } from '../event.ts';
import { exclusionOf } from './exclusions.ts';
import { holdLimit } from './hold-limit.ts';
import { returnBody } from '../life/return-target.ts';
import { settingOf } from '../device-readings.ts';
import { reportedMode } from '../setting.ts';
import { spreadDelay } from './spread-delay.ts';
import type { Targets } from './strategies/define.ts';
import { strategies } from './strategies/index.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { endOf, preparationTime, releaseTime, returnTime, spanOf, stepTime } from '../timing.ts';

export interface PlanOptions {
  /** The owner asked for half the shift. */
  readonly eased?: boolean;
  /** What holds without any event; absent: what the readings show, because none holds the device. */
  readonly setting?: CommandBody;
}

const targetsOf = (
  event: DemandEvent,
  device: EventDevice,
  home: EventHome,
  now: number,
  { eased = false, setting = settingOf(device) }: PlanOptions,
): Targets | { readonly excluded: Exclusion } => {
  const excluded = exclusionOf(event, device, home, spanOf(event), now);
  if (excluded !== null) return { excluded };
  const mode = reportedMode(device, device.readings);
  return (
    strategies[event.kind]?.targetsOf({ event, now, device, home, setting, mode, eased }) ?? {
      excluded: { code: 'kind_not_supported' },
    }
  );
};

const stepsOf = (
  event: DemandEvent,
  device: EventDevice,
  home: EventHome,
  { before, during, moved, exports }: Targets,
  now: number,
  { eased = false, setting = settingOf(device) }: PlanOptions,
): PlanStep[] => {
  const { id, startTime, program } = event;
  const delay = spreadDelay(id, device.id, program.spread.startMinutes * MINUTE);
  const [preparation, release] = [preparationTime(event, now), releaseTime(event)];
  const limit = holdLimit(event, device, home, during, now);
  const steps: PlanStep[] = [];
  if (before !== null && preparation < startTime) {
    const at = Math.min(preparation + delay, startTime - 1);
    steps.push({ phase: 'before', at, until: startTime, ...before });
  }
  steps.push({
    phase: 'during',
    at: stepTime(event, device.id),
    until: release,
    command: during,
    reason: { code: 'event', until: endOf(event), eased, ...(exports && { exports }) },
    ...(limit === null ? {} : { holdUntil: limit }),
  });
  steps.push({
    phase: 'after',
    at: returnTime(event, device.id),
    until: release + EVENT_TIMES.returnTries,
    command: returnBody(device, setting, moved),
    reason: { code: 'return' },
  });
  return steps;
};

/**
 * What will be done with the device in the event, or why nothing. The same for the same facts: people read it, the
 * dispatcher sends it, a dry run counts it.
 */
export const planFor = (
  event: DemandEvent,
  device: EventDevice,
  home: EventHome,
  now: number,
  options: PlanOptions = {},
): Plan => {
  const targets = targetsOf(event, device, home, now, options);
  return 'excluded' in targets
    ? targets
    : { steps: stepsOf(event, device, home, targets, now, options), moved: targets.moved };
};

export type StepCheck =
  /** `limit`: it is held no longer than this, in ms; absent: only the event limits it. */
  | { readonly send: CommandBody; readonly limit?: number }
  /** The device has not reported for too long, or not enough to begin: a new reading may come before the step ends. */
  | { readonly wait: 'reading_old' }
  | { readonly leaveOut: Exclusion | { readonly code: 'step_over' | 'not_needed' } };

/**
 * The command of a step by the facts of this moment, which may have changed since the plan was made. `setting` is what
 * holds without the event now: after a first step the readings show the event's own value.
 */
export const recheckStep = (
  event: DemandEvent,
  device: EventDevice,
  home: EventHome,
  step: { readonly phase: Exclude<Phase, 'after'>; readonly until: number },
  now: number,
  options: PlanOptions = {},
): StepCheck => {
  if (now >= step.until) return { leaveOut: { code: 'step_over' } };
  const { reportedAt, status } = device.readings;
  const age = reportedAt === null ? Number.POSITIVE_INFINITY : now - reportedAt.getTime();
  if (age > EVENT_TIMES.readingAge || status === 'OFFLINE') return { wait: 'reading_old' };
  const targets = targetsOf(event, device, home, now, options);
  if ('excluded' in targets) return { leaveOut: targets.excluded };
  if (step.phase === 'before') {
    const { before } = targets;
    return before === null ? { leaveOut: { code: 'not_needed' } } : { send: before.command };
  }
  const limit = holdLimit(event, device, home, targets.during, now);
  if (limit === null) return { send: targets.during };
  return limit <= now ? { wait: 'reading_old' } : { send: targets.during, limit };
};
