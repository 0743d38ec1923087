import { MINUTE, SECOND } from '../../time/time.ts';
import type { DemandEvent, EventDevice, EventHome, Plan, PlanStep } from '../event.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { findAction, withAction } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { commandDuring } from '../plan/command-during.ts';
import { holdLimit } from '../plan/hold-limit.ts';
import { releaseTime, returnTime } from '../timing.ts';

/*
 * Some devices must be let go before the event's end: a battery that comes near its reserve. The device itself is told until when it may
 * be held, as if it gave all it can; readings that show more than that are a reason to tell it a later time.
 */

/** A device is told a later time this long before it would fall back by itself. */
const RENEW_AHEAD = 10 * MINUTE;
/** A later time is told only if it is so much later. */
const LEAST_RENEWAL = 5 * MINUTE;
/** An earlier one, if it is so much earlier. */
const TOLERANCE = 30 * SECOND;
/** Charged at full power meanwhile, a battery can be held for twice the time that has passed: a reading of more has jumped. */
const LARGEST_GAIN = 2;

const stepDuring = (plan: Plan): PlanStep | undefined =>
  'excluded' in plan ? undefined : plan.steps.find(({ phase }) => phase === 'during');

/** Until when the device may be held beside what the event says. */
const heldUntil = ({ plan, actions }: Participation): number => {
  const isBegun = actions.some(({ phase, sentAt }) => phase === 'during' && sentAt !== null);
  return isBegun ? (stepDuring(plan)?.holdUntil ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
};

/** When this device is let go: at the release of the event, or earlier. */
export const releaseOf = (event: DemandEvent, participation: Participation): number =>
  Math.min(releaseTime(event), heldUntil(participation));

/** When this device is put back, spread like the others unless it must be let go earlier. */
export const returnTimeOf = (event: DemandEvent, participation: Participation): number =>
  Math.min(returnTime(event, participation.deviceId), heldUntil(participation));

export const withHoldUntil = (participation: Participation, holdUntil: number): Participation => {
  const { plan } = participation;
  if ('excluded' in plan) return participation;
  const steps = plan.steps.map((step) => (step.phase === 'during' ? { ...step, holdUntil } : step));
  return { ...participation, plan: { ...plan, steps } };
};

/** What a device was told in this round stays until it is told otherwise, also where its plan is made anew. */
export const withHoldTold = (before: Participation, planned: Participation): Participation => {
  const told = stepDuring(before.plan)?.holdUntil;
  const isTold = (findAction(planned, planned.round, 'during')?.sentAt ?? null) !== null;
  return told !== undefined && isTold ? withHoldUntil(planned, told) : planned;
};

/** The step of the present round that holds the device; undefined: none does, or it is on its way back. */
const holdingAction = (
  event: DemandEvent,
  participation: Participation,
  now: number,
): EventAction | undefined => {
  const { round, optOut } = participation;
  const action = findAction(participation, round, 'during');
  const isHolding =
    action !== undefined &&
    action.sentAt !== null &&
    (action.state === 'sent' || action.state === 'delivered' || action.state === 'confirmed') &&
    findAction(participation, round, 'after') === undefined;
  return isHolding && optOut === null && event.cancelledAt === null && now < releaseTime(event)
    ? action
    : undefined;
};

/** The other time until which the device is to be held; null: what it was told stays. */
export const holdChange = (
  event: DemandEvent,
  participation: Participation,
  device: EventDevice,
  home: EventHome,
  now: number,
): number | null => {
  const action = holdingAction(event, participation, now);
  const told = stepDuring(participation.plan)?.holdUntil;
  const command = action?.command ?? commandDuring(participation.plan);
  if (action === undefined || told === undefined || command === null) return null;
  const limit = holdLimit(event, device, home, command, now);
  if (limit === null) return null;
  if (limit < told - TOLERANCE) return limit;
  if (now < told - RENEW_AHEAD) return null;
  const passed = now - (action.sentAt ?? now) + EVENT_TIMES.readingAge;
  const hasJumped = limit > told + LARGEST_GAIN * passed;
  return limit > told + LEAST_RENEWAL && !hasJumped ? limit : null;
};

/** With another time until which it is held, and the step to be sent again where the device has to be told. */
export const withHoldChange = (
  event: DemandEvent,
  participation: Participation,
  device: EventDevice,
  home: EventHome,
  now: number,
): Participation => {
  const holdUntil = holdChange(event, participation, device, home, now);
  const action = holdingAction(event, participation, now);
  if (holdUntil === null || action === undefined) return participation;
  const changed = withHoldUntil(participation, holdUntil);
  // A return follows at once, or the first command is still on its way.
  if (holdUntil <= now + MINUTE || action.state === 'sent') return changed;
  return withAction(changed, { ...action, state: 'open' });
};

/** When the device is to be looked at, to be told a later time; null: never. */
export const renewalTime = (event: DemandEvent, participation: Participation, now: number): number | null => {
  const told = stepDuring(participation.plan)?.holdUntil;
  if (told === undefined || holdingAction(event, participation, now) === undefined) return null;
  return told - RENEW_AHEAD > now ? told - RENEW_AHEAD : null;
};
