import { MINUTE } from '../../time/time.ts';
import type { EventState } from '#contract/entities/event.ts';
import type { DemandEvent } from '../event.ts';
import { exclusionIn } from '../outcome.ts';
import { findAction, isSettled, isTakenOut, needsReturn, newAction } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { preparationTime, releaseTime, returnSpread } from '../timing.ts';
import { releaseOf, returnTimeOf } from './hold-until.ts';

/** What the state of an event depends on beside its own row; it can be counted by the database. */
export interface EventSummary {
  /** Another event of its dispatch has been announced: homes hear of all of them at once. */
  readonly isDispatchNotified: boolean;
  readonly hasSentSteps: boolean;
  /** Devices whose return is due and not settled. */
  readonly openReturns: number;
  readonly hasProvisionalResults: boolean;
  readonly hasFinalResults: boolean;
}

/** Everything has been put back, or the time for it is over: stragglers are returned all the same. */
const isReturned = (event: DemandEvent, { openReturns }: EventSummary, now: number): boolean =>
  openReturns === 0 || now >= releaseTime(event) + returnSpread(event) + EVENT_TIMES.fallbackMargin;

const stateAfterCancelling = (event: DemandEvent, summary: EventSummary, now: number): EventState | null => {
  switch (event.state) {
    case 'scheduled':
    case 'notified':
    case 'preparing':
    case 'active':
      return summary.hasSentSteps ? 'returning' : 'cancelled';
    case 'returning':
      return isReturned(event, summary, now) ? 'cancelled' : null;
    default:
      return null;
  }
};

/** The state that follows at this moment; null: it stays. States without duration are passed one by one. */
export const nextState = (event: DemandEvent, summary: EventSummary, now: number): EventState | null => {
  if (event.cancelledAt !== null) return stateAfterCancelling(event, summary, now);
  const { startTime, program } = event;
  switch (event.state) {
    case 'scheduled':
      return summary.isDispatchNotified || now >= startTime - program.notice.aheadMinutes * MINUTE
        ? 'notified'
        : null;
    case 'notified':
      return now >= preparationTime(event, now) ? 'preparing' : null;
    case 'preparing':
      return now >= startTime ? 'active' : null;
    case 'active':
      return now >= event.endTime ? 'returning' : null;
    case 'returning':
      return isReturned(event, summary, now) ? 'ended' : null;
    case 'ended':
      return summary.hasProvisionalResults ? 'provisional' : null;
    case 'provisional':
      return summary.hasFinalResults ? 'final' : null;
    default:
      return null;
  }
};

/** Whether a step of this phase may be written now. */
const isStepOpen = (
  event: DemandEvent,
  participation: Participation,
  phase: 'before' | 'during',
): boolean => {
  if (event.cancelledAt !== null || participation.optOut !== null) return false;
  return phase === 'before'
    ? event.state === 'preparing' && !participation.preparationCancelled
    : event.state === 'active';
};

/** When the device is to be put back; null: not yet, or nothing is to be put back. */
const returnDueAt = (event: DemandEvent, participation: Participation, now: number): number | null => {
  if (!needsReturn(participation)) return null;
  const { optOut, round } = participation;
  if (optOut !== null) return optOut.at;
  if (now >= releaseOf(event, participation)) return returnTimeOf(event, participation);
  // Prepared for an event that it then takes no part in.
  const during = findAction(participation, round, 'during');
  return during?.state === 'dropped' ? now : null;
};

/** The actions of one device to be written now: the steps of its plan, and its return. */
export const actionsDue = (event: DemandEvent, participation: Participation, now: number): EventAction[] => {
  const { plan, round } = participation;
  if ('excluded' in plan) return [];
  const steps = plan.steps.flatMap(({ phase, at, until }) =>
    phase !== 'after' &&
    now < until &&
    isStepOpen(event, participation, phase) &&
    findAction(participation, round, phase) === undefined
      ? [newAction({ round, phase, at, expiresAt: until })]
      : [],
  );
  const dueAt = returnDueAt(event, participation, now);
  if (dueAt === null || findAction(participation, round, 'after') !== undefined) return steps;
  return [
    ...steps,
    newAction({ round, phase: 'after', at: dueAt, expiresAt: dueAt + EVENT_TIMES.returnTries }),
  ];
};

/** States in which enrolled devices are taken in. */
export const JOINING_STATES: readonly EventState[] = ['notified', 'preparing', 'active'];

/** Whether the device has not been put back by this action: it still tries, or has failed. */
const isReturnMissing = (action: EventAction, { round }: Participation): boolean =>
  !isSettled(action) ||
  (action.round === round && (action.state === 'expired' || action.reason?.code === 'refused'));

/** Devices whose return is late enough for an alarm: due for five minutes and not confirmed, also if it was refused. */
export const lateReturns = (
  event: DemandEvent,
  participations: readonly Participation[],
  now: number,
): Participation[] =>
  participations.filter(
    (participation) =>
      (isTakenOut(participation) || exclusionIn(event, participation) === null) &&
      participation.actions.some(
        (action) =>
          action.phase === 'after' &&
          isReturnMissing(action, participation) &&
          now - action.at > EVENT_TIMES.returnAlarm,
      ),
  );
