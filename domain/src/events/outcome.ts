import type { DemandEvent, Exclusion } from './event.ts';
import { findAction, isContacted, PASSING_REASONS } from './participation.ts';
import type { DropReason, Participation } from './participation.ts';
import { endOf } from './timing.ts';

export const OUTCOMES = ['excluded', 'pending', 'responded', 'noResponse', 'optedOut'] as const;
export type ParticipationOutcome = (typeof OUTCOMES)[number];

const isExclusion = (reason: DropReason): reason is Exclusion =>
  !PASSING_REASONS.some((code) => code === reason.code);

/** Why the device takes no part; null: it does. A step may find a reason that the plan did not know. */
export const exclusionIn = (
  event: Pick<DemandEvent, 'cancelledAt'>,
  participation: Participation,
): Exclusion | null => {
  const { plan, round } = participation;
  if ('excluded' in plan) return plan.excluded;
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
  if (participation.optOut !== null) return 'optedOut';
  if (exclusionIn(event, participation) !== null) return 'excluded';
  const hasResponded = participation.actions.some(
    ({ phase, confirmedAt }) => phase === 'during' && confirmedAt !== null,
  );
  if (hasResponded) return 'responded';
  return now >= endOf(event) ? 'noResponse' : 'pending';
};

export type OutcomeCounts = Readonly<Record<ParticipationOutcome | 'contacted', number>>;

/** The five outcomes add up to the number of participations. */
export const countOutcomes = (
  event: Pick<DemandEvent, 'cancelledAt' | 'endTime'>,
  participations: readonly Participation[],
  now: number,
): OutcomeCounts => {
  const counts = { excluded: 0, pending: 0, responded: 0, noResponse: 0, optedOut: 0, contacted: 0 };
  for (const participation of participations) {
    counts[outcomeOf(event, participation, now)] += 1;
    if (isContacted(participation)) counts.contacted += 1;
  }
  return counts;
};

/** Persons and schedules may not change the device: the event runs on it and nobody took it out. */
export const isLocked = (event: DemandEvent, participation: Participation, now: number): boolean =>
  participation.optOut === null &&
  exclusionIn(event, participation) === null &&
  now >= event.startTime &&
  now < endOf(event);
