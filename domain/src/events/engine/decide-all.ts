import { passGate } from '../../control/gate/gate.ts';
import type { ApprovedCommand } from '../../control/gate/gate.ts';
import type { DemandEvent, ReturnCause, StepReason } from '../event.ts';
import { decideAction } from '../life/decide.ts';
import type { Decision } from '../life/decide.ts';
import { isReturnLost, withDecision, withHurriedReturns, withReturnsPutOff } from '../life/delivery.ts';
import { withHoldChange } from '../life/hold-until.ts';
import { actionsDue } from '../life/life.ts';
import { withAction } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { endOf } from '../timing.ts';
import { besideEvent, deviceIn, planByFacts } from './facts.ts';
import type { DeviceFacts } from './rows.ts';

export interface Send {
  readonly action: EventAction;
  readonly command: ApprovedCommand;
  readonly holdUntil: number | null;
}

export interface Outcome {
  readonly participation: Participation;
  readonly send: Send | null;
  /** A step waits for a reading, and for nothing else. */
  readonly awaitsReading: boolean;
}

const isOpenNow = ({ state, at }: EventAction, now: number): boolean => state === 'open' && at <= now;

/** The gate has the last word on what an event sends. */
const passed = (
  decision: Decision,
  action: EventAction,
  { device }: DeviceFacts,
): [Decision, Send | null] => {
  if (!('send' in decision)) return [decision, null];
  const result = passGate({
    device,
    command: { type: 'OPERATIONAL', kind: device.kind, body: decision.send },
    sender: { origin: action.phase === 'after' ? 'restore' : 'event' },
  });
  if ('refused' in result) return [{ drop: { code: 'refused' } }, null];
  return [decision, { action, command: result.approved, holdUntil: decision.holdUntil }];
};

/**
 * With the commands that follow from the facts by which a step was just sent: its owner may have set the device otherwise since it
 * was planned, and reads in the plan what holds and what comes back. The times stay, and so does what was moved before.
 */
const withPlanAsSent = (
  event: DemandEvent,
  facts: DeviceFacts,
  participation: Participation,
  now: number,
): Participation => {
  const [{ plan }, fresh] = [participation, planByFacts(event, facts, now, participation)];
  if ('excluded' in plan || 'excluded' in fresh) return participation;
  const steps = plan.steps.map((step) => ({
    ...step,
    command: fresh.steps.find(({ phase }) => phase === step.phase)?.command ?? step.command,
  }));
  const moved = [...new Set([...plan.moved, ...fresh.moved])];
  return { ...participation, plan: { ...plan, steps, moved } };
};

/**
 * Adds what is due by now, and decides on it, until one command is to be sent or nothing is left: the next one is made after the
 * device has its new version.
 */
export const decideAll = (
  { event, facts }: { readonly event: DemandEvent; readonly facts: DeviceFacts },
  before: Participation,
  now: number,
): Outcome => {
  const device = deviceIn(facts, event.id);
  let participation = withHoldChange(event, withHurriedReturns(event, before), device, facts.home, now);
  const waiting = new Map<EventAction, string>();
  for (;;) {
    for (const action of participation.actions.filter((candidate) => isReturnLost(candidate, now))) {
      participation = withAction(participation, { ...action, state: 'open' });
    }
    for (const action of actionsDue(event, participation, now)) {
      participation = withAction(participation, action);
    }
    participation = withReturnsPutOff(participation, device, now);
    const action = participation.actions.find(
      (candidate) => isOpenNow(candidate, now) && !waiting.has(candidate),
    );
    if (!action) {
      const awaitsReading = waiting.size > 0 && [...waiting.values()].every((why) => why === 'reading_old');
      return { participation, send: null, awaitsReading };
    }
    const seen = {
      device,
      home: facts.home,
      history: facts.history,
      others: besideEvent(facts, event.id),
    };
    const [decision, send] = passed(decideAction(event, participation, action, seen, now), action, facts);
    if ('wait' in decision) waiting.set(action, decision.wait);
    participation = withDecision(participation, action, decision, now);
    if (send) {
      const told =
        action.phase === 'after' ? participation : withPlanAsSent(event, facts, participation, now);
      return { participation: told, send, awaitsReading: false };
    }
  }
};

/** What a return follows; null: the event's end. A change at the wall is not put back. */
const returnCause = (
  { cancelledAt, endTime }: DemandEvent,
  { optOut }: Participation,
): ReturnCause | null => {
  if (optOut !== null) {
    return optOut.cause === 'limits' || optOut.cause === 'provider' ? optOut.cause : 'opt_out';
  }
  return cancelledAt !== null && cancelledAt < endTime ? 'cancelled' : null;
};

/** Why the device is told so, for its owner. */
export const reasonOf = (
  event: DemandEvent,
  participation: Participation,
  { phase, round }: EventAction,
): StepReason => {
  const { plan, eased, actions } = participation;
  if (phase === 'after') {
    const after = returnCause(event, participation);
    return after === null ? { code: 'return' } : { code: 'return', after };
  }
  const step = 'steps' in plan ? plan.steps.find((candidate) => candidate.phase === phase) : undefined;
  const reason = step?.reason ?? ({ code: 'event', until: endOf(event), eased } as const);
  const isAgain = actions.some((action) => action.phase === 'during' && action.round < round);
  return reason.code === 'event' && isAgain && !eased ? { ...reason, again: true } : reason;
};
