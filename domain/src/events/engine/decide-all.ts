import { passGate } from '../../control/gate/gate.ts';
import type { ApprovedCommand } from '../../control/gate/gate.ts';
import type { DemandEvent, StepReason } from '../event.ts';
import { decideAction } from '../life/decide.ts';
import type { Decision } from '../life/decide.ts';
import { isReturnLost, withDecision, withHurriedReturns } from '../life/delivery.ts';
import { actionsDue } from '../life/life.ts';
import { withAction } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { endOf } from '../timing.ts';
import { besideEvent, deviceIn } from './facts.ts';
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
 * Adds what is due by now, and decides on it, until one command is to be sent or nothing is left: the next one is made after the
 * device has its new version.
 */
export const decideAll = (
  { event, facts }: { readonly event: DemandEvent; readonly facts: DeviceFacts },
  before: Participation,
  now: number,
): Outcome => {
  let participation = withHurriedReturns(event, before);
  const waiting = new Map<EventAction, string>();
  for (;;) {
    for (const action of participation.actions.filter((candidate) => isReturnLost(candidate, now))) {
      participation = withAction(participation, { ...action, state: 'open' });
    }
    for (const action of actionsDue(event, participation, now)) {
      participation = withAction(participation, action);
    }
    const action = participation.actions.find(
      (candidate) => isOpenNow(candidate, now) && !waiting.has(candidate),
    );
    if (!action) {
      const awaitsReading = waiting.size > 0 && [...waiting.values()].every((why) => why === 'reading_old');
      return { participation, send: null, awaitsReading };
    }
    const seen = {
      device: deviceIn(facts, event.id),
      home: facts.home,
      history: facts.history,
      others: besideEvent(facts, event.id),
    };
    const [decision, send] = passed(decideAction(event, participation, action, seen, now), action, facts);
    if ('wait' in decision) waiting.set(action, decision.wait);
    participation = withDecision(participation, action, decision, now);
    if (send) return { participation, send, awaitsReading: false };
  }
};

/** Why the device is told so, for its owner. */
export const reasonOf = (
  event: DemandEvent,
  { plan, eased }: Participation,
  { phase }: EventAction,
): StepReason => {
  const step = 'steps' in plan ? plan.steps.find((candidate) => candidate.phase === phase) : undefined;
  return (
    step?.reason ?? (phase === 'after' ? { code: 'return' } : { code: 'event', until: endOf(event), eased })
  );
};
