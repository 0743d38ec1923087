import type { DemandEvent, Exclusion } from './event.ts';
import { findAction, hasResponded, isContacted, isTakenOut, PASSING_REASONS } from './participation.ts';
import type { DropReason, Participation } from './participation.ts';
import { endOf } from './timing.ts';

export const OUTCOMES = ['excluded', 'pending', 'responded', 'noResponse', 'optedOut'] as const;
export type ParticipationOutcome = (typeof OUTCOMES)[number];

const isExclusion = (reason: DropReason): reason is Exclusion =>
  !PASSING_REASONS.some((code) => code === reason.code);

/**
 * Why the device takes no part; null: it does. A step may find a reason that the plan did not know. What its provider took out has
 * taken part if it responded before.
 */
export const exclusionIn = (
  event: Pick<DemandEvent, 'cancelledAt'>,
  participation: Participation,
): Exclusion | null => {
  const { plan, round } = participation;
  if ('excluded' in plan) return plan.excluded;
  if (isTakenOut(participation)) return hasResponded(participation) ? null : { code: 'taken_out' };
  if (isContacted(participation)) return null;
  if (event.cancelledAt !== null) return { code: 'event_cancelled' };
  const reason = findAction(participation, round, 'during')?.reason ?? null;
  return reason !== null && isExclusion(reason) ? reason : null;
};

export const outcomeOf = (
  event: Pick<DemandEvent, 'cancelledAt' | 'endTime'>,
  participation: Participation,
  now: number,
): ParticipationOutcome => {
  if ('excluded' in participation.plan) return 'excluded';
  if (participation.optOut !== null && !isTakenOut(participation)) return 'optedOut';
  if (exclusionIn(event, participation) !== null) return 'excluded';
  if (hasResponded(participation)) return 'responded';
  return now >= endOf(event) ? 'noResponse' : 'pending';
};

/** As the operator counts: who left before anything was done with the device apart from who left during the event. */
export const COUNTED_OUTCOMES = [...OUTCOMES, 'leftBefore'] as const;
export type CountedOutcome = (typeof COUNTED_OUTCOMES)[number];

type CountedEvent = Pick<DemandEvent, 'cancelledAt' | 'startTime' | 'endTime'>;

export const countedOutcome = (
  event: CountedEvent,
  participation: Participation,
  now: number,
): CountedOutcome => {
  const outcome = outcomeOf(event, participation, now);
  const hasLeftBefore =
    outcome === 'optedOut' &&
    !isContacted(participation) &&
    participation.optOut !== null &&
    participation.optOut.at < event.startTime;
  return hasLeftBefore ? 'leftBefore' : outcome;
};

/** Whether the event has to do with the device: it takes part, or left while it did. */
export const countsAsContacted = (outcome: CountedOutcome): boolean =>
  outcome !== 'excluded' && outcome !== 'leftBefore';

export type OutcomeCounts = Readonly<Record<CountedOutcome | 'enrolled' | 'contacted', number>>;

/** enrolled - excluded - leftBefore = contacted = responded + pending + noResponse + optedOut */
export const countOutcomes = (
  event: CountedEvent,
  participations: readonly Participation[],
  now: number,
): OutcomeCounts => {
  const outcomes = participations.map((participation) => countedOutcome(event, participation, now));
  const count = (name: CountedOutcome): number => outcomes.filter((outcome) => outcome === name).length;
  return {
    enrolled: outcomes.length,
    excluded: count('excluded'),
    leftBefore: count('leftBefore'),
    contacted: outcomes.filter(countsAsContacted).length,
    responded: count('responded'),
    pending: count('pending'),
    noResponse: count('noResponse'),
    optedOut: count('optedOut'),
  };
};

/** Its return was begun before the event's end, as that of a battery in a storm or an outage, or at its reserve. */
const isLetGo = (participation: Participation): boolean =>
  findAction(participation, participation.round, 'after') !== undefined;

/** Persons and schedules may not change the device: the event runs on it, has not let it go, and nobody took it out. */
export const isLocked = (event: DemandEvent, participation: Participation, now: number): boolean =>
  participation.optOut === null &&
  !isLetGo(participation) &&
  exclusionIn(event, participation) === null &&
  now >= event.startTime &&
  now < endOf(event);
