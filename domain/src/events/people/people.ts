import { breaksLimits } from '../plan/breaks-limits.ts';
import { commandDuring } from '../plan/command-during.ts';
import type { Comfort, DemandEvent, EventDevice, Exclusion, Plan } from '../event.ts';
import { mayPass } from '../may-pass.ts';
import { exclusionIn, isLocked } from '../outcome.ts';
import { isTakenOut, withoutReturns } from '../participation.ts';
import type { OptOut, Participation } from '../participation.ts';
import { strategies } from '../plan/strategies/index.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { endOf } from '../timing.ts';

export type PeopleRefusal = {
  readonly code:
    | 'not_in_event'
    | 'taken_out'
    | 'not_enrolled'
    | 'event_over'
    | 'opt_out_not_allowed'
    | 'opted_out'
    | 'not_opted_out'
    | 'too_late_to_join'
    | 'no_room_to_join'
    | 'ease_not_supported'
    | 'nothing_to_ease';
};

export type ParticipationChange = { readonly changed: Participation } | { readonly refused: PeopleRefusal };

const refuse = (code: PeopleRefusal['code']): ParticipationChange => ({ refused: { code } });

const hasEnded = (event: DemandEvent, now: number): boolean => now >= endOf(event);

/** Takes the device out; once it is out, asking again changes nothing. The home's own limits hold in every event. */
export const optOut = (
  event: DemandEvent,
  participation: Participation,
  cause: 'person' | 'limits',
  now: number,
): ParticipationChange => {
  if (isTakenOut(participation)) return refuse('taken_out');
  if (exclusionIn({ cancelledAt: null }, participation) !== null) return refuse('not_in_event');
  if (hasEnded(event, now)) return refuse('event_over');
  if (participation.optOut !== null) return { changed: participation };
  if (cause === 'person' && !event.optOutAllowed) return refuse('opt_out_not_allowed');
  return { changed: { ...participation, optOut: { at: now, cause }, optOutCounted: true } };
};

/** The household closes: the device leaves, also where people may not, and nobody is charged for it. */
export const leaveForGood = (event: DemandEvent, participation: Participation, now: number): Participation =>
  hasEnded(event, now) || participation.optOut !== null || exclusionIn({ cancelledAt: null }, participation)
    ? participation
    : { ...participation, optOut: { at: now, cause: 'person' } };

/**
 * The device is removed, or its part in the program ends: it leaves, whatever people may do, and nobody is charged for it. So does one
 * that is left out for a reason that may pass, or it would join later. person: an owner ended it.
 */
export const takeOut = (
  event: DemandEvent,
  participation: Participation,
  cause: 'provider' | 'person',
  now: number,
): Participation => {
  const { plan, optOut: lastOptOut } = participation;
  const mayHold = 'steps' in plan || mayPass(plan.excluded);
  return hasEnded(event, now) || lastOptOut !== null || !mayHold
    ? participation
    : { ...participation, optOut: { at: now, cause } };
};

/** Nobody was asked beforehand about what a change at the wall or of the limits costs: it can be undone until the event's end. */
const isUndoneBy = ({ at, cause }: OptOut, askedAt: number): boolean =>
  cause !== 'person' || askedAt - at <= EVENT_TIMES.undo + EVENT_TIMES.undoTransit;

/**
 * Begins another round; asked for within the time for undoing, the opt-out is not counted. An earlier one that was stays so.
 * `askedAt`: when the request arrived, which may have waited for its turn since.
 */
export const joinAgain = (
  event: DemandEvent,
  participation: Participation,
  now: number,
  askedAt: number = now,
): ParticipationChange => {
  const { optOut: lastOptOut, optOutCounted, round } = participation;
  if (hasEnded(event, now)) return refuse('event_over');
  if (lastOptOut === null) return refuse('not_opted_out');
  if (isTakenOut(participation)) return refuse('taken_out');
  const isUndone = isUndoneBy(lastOptOut, askedAt);
  if (!isUndone && now > event.endTime - EVENT_TIMES.rejoinMargin) return refuse('too_late_to_join');
  const optOutStays = participation.optOutStays || (optOutCounted && !isUndone);
  return {
    changed: {
      ...withoutReturns(participation, 'joined_again'),
      round: round + 1,
      optOut: null,
      optOutCounted: optOutStays,
      optOutStays,
    },
  };
};

/** Of these its owner can change something. */
const OWN_LIMITS: readonly Exclusion['code'][] = ['already_beyond', 'left_out_by_owner', 'below_reserve'];

/**
 * Why a device that joins again could take no part; null: it can, or what keeps it out may pass by itself. It would be in by name
 * only, and have left at no cost.
 */
export const joinRefusal = (plan: Plan): PeopleRefusal | null => {
  if ('steps' in plan) return null;
  if (OWN_LIMITS.includes(plan.excluded.code)) return { code: 'no_room_to_join' };
  return mayPass(plan.excluded) ? null : { code: 'not_in_event' };
};

/** Halves what the event does for the rest of the event; once it is eased, asking again changes nothing. The caller makes the plan of the new round. */
export const ease = (event: DemandEvent, participation: Participation, now: number): ParticipationChange => {
  if (isTakenOut(participation)) return refuse('taken_out');
  if (exclusionIn({ cancelledAt: null }, participation) !== null) return refuse('not_in_event');
  if (hasEnded(event, now)) return refuse('event_over');
  if (participation.optOut !== null) return refuse('opted_out');
  const rules = strategies[event.kind]?.ease ?? null;
  if (rules === null) return refuse('ease_not_supported');
  if (participation.eased) return { changed: participation };
  if (rules.shareLeft(event, commandDuring(participation.plan) ?? {}) >= 1) return refuse('nothing_to_ease');
  return {
    changed: {
      ...withoutReturns(participation, 'joined_again'),
      round: participation.round + 1,
      eased: true,
    },
  };
};

/** The whole event again; a device that is not eased stays as it is. The caller makes the plan of the new round. */
export const takeBackEase = (
  event: DemandEvent,
  participation: Participation,
  now: number,
): ParticipationChange => {
  if (isTakenOut(participation)) return refuse('taken_out');
  if (exclusionIn({ cancelledAt: null }, participation) !== null) return refuse('not_in_event');
  if (hasEnded(event, now)) return refuse('event_over');
  if (participation.optOut !== null) return refuse('opted_out');
  if (!participation.eased) return { changed: participation };
  return {
    changed: {
      ...withoutReturns(participation, 'joined_again'),
      round: participation.round + 1,
      eased: false,
    },
  };
};

export const mayEase = (event: DemandEvent, participation: Participation, now: number): boolean =>
  !participation.eased && 'changed' in ease(event, participation, now);

/** A command of a person or schedule was accepted: before the start it ends the preparation of the device. */
export const withEdit = (event: DemandEvent, participation: Participation, now: number): Participation =>
  event.state === 'preparing' && now < event.startTime && participation.optOut === null
    ? { ...participation, preparationCancelled: true }
    : participation;

/** A schedule's step fell due while the event runs on the device: it is not sent, and made up for by the return. */
export const withSkippedSchedule = (
  event: DemandEvent,
  participation: Participation,
  now: number,
): Participation =>
  isLocked(event, participation, now) ? { ...participation, scheduleSkippedAt: now } : participation;

/** The home changed its limits: a device that the event holds beyond them leaves it. */
export const withLimits = (
  event: DemandEvent,
  participation: Participation,
  device: EventDevice,
  comfort: Comfort,
  now: number,
): Participation => {
  if (!breaksLimits(event, participation.plan, device, comfort)) return participation;
  const change = optOut(event, participation, 'limits', now);
  return 'changed' in change ? change.changed : participation;
};
