import type { CommandBody } from '../control/command/command.ts';
import type { Exclusion, Phase, Plan } from './event.ts';
import type { Snapshot } from './life/return-target.ts';

/** Reasons for dropping an action that say nothing about the device itself. */
export const PASSING_REASONS = [
  'step_over',
  'not_needed',
  'event_over',
  'opted_out',
  /** A later round of the device, or a newer command, took its place. */
  'superseded',
  'joined_again',
  /** Somebody changed the device while it was being prepared. */
  'edited',
  /** People or schedules have set everything that the event had moved. */
  'acted_since',
  'wall_change',
  /** The device went back by itself. */
  'fell_back',
  'nothing_known',
  'refused',
] as const;
export type PassingReason = (typeof PASSING_REASONS)[number];

/** Why an action was not carried out, or need not be any more. */
export type DropReason = Exclusion | { readonly code: PassingReason };

/**
 * open → sent (a command with a sequence exists; it may reach the device from here on) → delivered (the link has taken
 * it) → confirmed (a reading shows it); dropped and expired end it.
 */
export type ActionState = 'open' | 'sent' | 'delivered' | 'confirmed' | 'dropped' | 'expired';

/** One step of one round, or its return; (event, device, round, phase) is unique. All times in ms. */
export interface EventAction {
  readonly round: number;
  readonly phase: Phase;
  /** Not sent before. */
  readonly at: number;
  /** Not sent from here on. */
  readonly expiresAt: number;
  readonly state: ActionState;
  /** What was sent; null: nothing yet. */
  readonly command: CommandBody | null;
  /** Of a return that was sent again: the last time. */
  readonly sentAt: number | null;
  /** When its link had taken it; null: it has not. */
  readonly deliveredAt: number | null;
  /** The device's time of the reading that showed it. */
  readonly confirmedAt: number | null;
  readonly reason: DropReason | null;
}

/**
 * limits: the home tightened its limits below what the event needs. provider: the utility removed the device or ended its part in the
 * program, which is no opt-out: it counts for nothing, and nobody but the utility takes it back.
 */
export type OptOutCause = 'person' | 'wall' | 'limits' | 'provider';

export interface OptOut {
  readonly at: number;
  readonly cause: OptOutCause;
}

/** One device in one event. */
export interface Participation {
  readonly eventId: string;
  readonly houseId: string;
  readonly deviceId: string;
  readonly plan: Plan;
  /** Begins at 1; easing and joining again begin another. */
  readonly round: number;
  readonly eased: boolean;
  /** null: it takes part, or joined again. */
  readonly optOut: OptOut | null;
  readonly optOutCounted: boolean;
  /** It joined again later than the time for undoing: that opt-out is counted, whatever is undone afterwards. */
  readonly optOutStays: boolean;
  readonly preparationCancelled: boolean;
  /** When a step of its schedule was not sent because of the event; null: none. */
  readonly scheduleSkippedAt: number | null;
  /** The reading before the first step. */
  readonly before: Snapshot | null;
  readonly actions: readonly EventAction[];
}

export const newParticipation = (
  ids: Pick<Participation, 'eventId' | 'houseId' | 'deviceId'>,
  plan: Plan,
): Participation => ({
  ...ids,
  plan,
  round: 1,
  eased: false,
  optOut: null,
  optOutCounted: false,
  optOutStays: false,
  preparationCancelled: false,
  scheduleSkippedAt: null,
  before: null,
  actions: [],
});

export const newAction = (
  action: Pick<EventAction, 'round' | 'phase' | 'at' | 'expiresAt'>,
): EventAction => ({
  ...action,
  state: 'open',
  command: null,
  sentAt: null,
  deliveredAt: null,
  confirmedAt: null,
  reason: null,
});

export const isSettled = ({ state }: EventAction): boolean =>
  state === 'confirmed' || state === 'dropped' || state === 'expired';

export const findAction = (
  { actions }: Participation,
  round: number,
  phase: Phase,
): EventAction | undefined => actions.find((action) => action.round === round && action.phase === phase);

const isReturn = ({ phase }: EventAction): boolean => phase === 'after';

/** Steps that may have reached the device. */
export const stepsSent = ({ actions }: Participation): readonly EventAction[] =>
  actions.filter((action) => !isReturn(action) && action.sentAt !== null);

/** Its provider has taken it out of the event. */
export const isTakenOut = ({ optOut }: Pick<Participation, 'optOut'>): boolean =>
  optOut?.cause === 'provider';

/** A reading showed the step of the event. */
export const hasResponded = ({ actions }: Pick<Participation, 'actions'>): boolean =>
  actions.some(({ phase, confirmedAt }) => phase === 'during' && confirmedAt !== null);

/** Whether a step was sent to the device. */
export const isContacted = (participation: Participation): boolean => stepsSent(participation).length > 0;

/** A return that was given up for a later round leaves it to that one. */
const isReturnFrom = (action: EventAction, round: number): boolean =>
  isReturn(action) && action.round >= round && action.reason?.code !== 'joined_again';

/** Whether the device may stand where the event put it, or missed its schedule, and nothing is written to put it back. */
export const needsReturn = (participation: Participation): boolean => {
  const { actions, round, scheduleSkippedAt } = participation;
  const last = stepsSent(participation).at(-1);
  const isCovered = (from: number) => actions.some((action) => isReturnFrom(action, from));
  return (last !== undefined && !isCovered(last.round)) || (scheduleSkippedAt !== null && !isCovered(round));
};

/** The device stands where the event put it, or missed its schedule, or its return is not confirmed yet. */
export const isInForce = (participation: Participation): boolean =>
  needsReturn(participation) ||
  participation.actions.some((action) => isReturn(action) && !isSettled(action));

/** With the action added, or put in the place of the one with its round and phase. */
export const withAction = (participation: Participation, action: EventAction): Participation => {
  const isSame = (candidate: EventAction) =>
    candidate.round === action.round && candidate.phase === action.phase;
  const { actions } = participation;
  return {
    ...participation,
    actions: actions.some(isSame)
      ? actions.map((candidate) => (isSame(candidate) ? action : candidate))
      : [...actions, action],
  };
};

/** With every unsettled return dropped. */
export const withoutReturns = (
  participation: Participation,
  code: 'joined_again' | 'wall_change',
): Participation => ({
  ...participation,
  actions: participation.actions.map((action) =>
    isReturn(action) && !isSettled(action) ? { ...action, state: 'dropped', reason: { code } } : action,
  ),
});
