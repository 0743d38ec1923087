import { passGate } from '#domain/control/gate/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { decideAction } from '#domain/events/life/decide.ts';
import type { Decision } from '#domain/events/life/decide.ts';
import { isReturnLost, withDecision, withHurriedReturns } from '#domain/events/life/delivery.ts';
import type { DemandEvent, StepReason } from '#domain/events/event.ts';
import { actionsDue, lateReturns } from '#domain/events/life/life.ts';
import { nextDueTime } from '#domain/events/life/next-due-time.ts';
import { isContacted, withAction } from '#domain/events/participation.ts';
import type { EventAction, Participation } from '#domain/events/participation.ts';
import { asHomeDecided } from '#domain/events/people/house-dispatch.ts';
import { endOf, spanOf } from '#domain/events/timing.ts';
import { enqueueCommands } from '../commands/enqueue-command.ts';
import type { Db } from '../db/connection.ts';
import { systemHouseScope } from '../lib/scope/system-scope.ts';
import { lockEventsShared } from '../stores/events/events.ts';
import type { EventRef, StoredEvent } from '../stores/events/events.ts';
import { readParticipations, updateParticipations, writeActions } from '../stores/events/participations.ts';
import type { ParticipationRef, StoredParticipation } from '../stores/events/participations.ts';
import type { EventDeps } from './deps.ts';
import { besideEvent, deviceKey, lockFacts, planByFacts } from './load-facts.ts';
import type { DeviceFacts } from './load-facts.ts';
import { raiseAlarms } from './raise-alarms.ts';

/** A device in an event under the lock of the device, with the facts of this moment. */
export interface LockedParticipation extends StoredParticipation {
  readonly event: StoredEvent;
  readonly facts: DeviceFacts;
}

interface Send {
  readonly action: EventAction;
  readonly command: ApprovedCommand;
  readonly holdUntil: number | null;
}

interface Outcome {
  readonly participation: Participation;
  readonly send: Send | null;
}

const isOpenNow = ({ state, at }: EventAction, now: number): boolean => state === 'open' && at <= now;

/** The gate has the last word on what an event sends. */
const passed = (decision: Decision, action: EventAction, { row }: DeviceFacts): [Decision, Send | null] => {
  if (!('send' in decision)) return [decision, null];
  const result = passGate({
    device: { ...row, id: row.deviceId },
    command: { type: 'OPERATIONAL', kind: row.kind, body: decision.send },
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
  const waiting = new Set<EventAction>();
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
    if (!action) return { participation, send: null };
    const seen = {
      device: facts.deviceIn(event.id),
      home: facts.home,
      history: facts.history,
      others: besideEvent(facts, event.id),
    };
    const [decision, send] = passed(decideAction(event, participation, action, seen, now), action, facts);
    if ('wait' in decision) waiting.add(action);
    participation = withDecision(participation, action, decision, now);
    if (send) return { participation, send };
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

/**
 * With the plan that follows from the facts of this moment; a device that the event has moved stays in it. One that was left out is
 * taken in only if its home takes part in the dispatch. What was planned when the event was cancelled stays.
 */
export const planAgain = (
  { event, facts }: Pick<LockedParticipation, 'event' | 'facts'>,
  participation: Participation,
  now: number,
): Participation => {
  if (facts.row.isClosed || event.cancelledAt !== null) return participation;
  const plan = planByFacts(event, facts, now, participation);
  if ('excluded' in plan) return isContacted(participation) ? participation : { ...participation, plan };
  const planned = { ...participation, plan };
  const departure = facts.row.departures.find(({ dispatchId }) => dispatchId === event.dispatchId) ?? null;
  return 'excluded' in participation.plan ? asHomeDecided(event, departure, planned) : planned;
};

/** As they are once the device takes part in events that have taken it in since its facts were read. */
const besides = (facts: DeviceFacts, events: readonly StoredEvent[]): DeviceFacts =>
  events.length === 0
    ? facts
    : {
        ...facts,
        deviceIn: (eventId) => {
          const device = facts.deviceIn(eventId);
          const spans = events.filter(({ id }) => id !== eventId).map((event) => spanOf(event));
          return { ...device, otherEvents: [...device.otherEvents, ...spans] };
        },
      };

const isTakenIn = (before: Participation, { plan, optOut }: Participation): boolean =>
  'excluded' in before.plan && 'steps' in plan && optOut === null;

/**
 * Changes participations whose devices are locked, and carries out what is due: writes the rows, and the commands with their
 * jobs, in a few statements for all of them. A device gets one command at most.
 */
export const carryOut = async (
  tx: Db,
  deps: EventDeps,
  locked: readonly LockedParticipation[],
  change: (participant: LockedParticipation) => Participation,
  now: Date,
): Promise<Participation[]> => {
  const time = now.getTime();
  const commanded = new Set<string>();
  const taken = new Map<string, StoredEvent[]>();
  const outcomes = locked.map((read): Outcome & { readonly participant: LockedParticipation } => {
    const before = taken.get(deviceKey(read)) ?? [];
    const participant = { ...read, facts: besides(read.facts, before) };
    const changed =
      participant.planRevision === participant.event.revision
        ? change(participant)
        : planAgain(participant, change(participant), time);
    // A second event of the same device has its turn with the next look.
    const outcome: Outcome = commanded.has(deviceKey(participant))
      ? { participation: changed, send: null }
      : decideAll(participant, changed, time);
    if (outcome.send) commanded.add(deviceKey(participant));
    if (isTakenIn(read.participation, outcome.participation)) {
      taken.set(deviceKey(read), [...before, read.event]);
    }
    return { participant, ...outcome };
  });
  const sends = outcomes.flatMap(({ participant, participation, send }) =>
    send ? [{ participant, participation, send }] : [],
  );
  const accepted = await enqueueCommands(
    tx,
    deps,
    sends.map(({ participant, participation, send: { action, command, holdUntil } }) => ({
      scope: systemHouseScope(participant),
      device: { ...participant.facts.row, id: participant.deviceId },
      accountId: null,
      origin: action.phase === 'after' ? 'restore' : 'event',
      command,
      expiresAt: new Date(action.expiresAt),
      eventId: participant.eventId,
      because: reasonOf(participant.event, participation, action),
      ...(holdUntil === null ? {} : { holdUntil: new Date(holdUntil) }),
    })),
  );
  const commandIds = new Map(
    sends.map(({ participant, send }, index) => [
      `${participant.eventId}/${deviceKey(participant)}/${send.action.round}/${send.action.phase}`,
      accepted[index]?.commandId ?? null,
    ]),
  );
  const isUnchanged = ({ participant, participation }: (typeof outcomes)[number]) =>
    participation === participant.participation &&
    participant.planRevision === participant.event.revision &&
    participant.dueAt !== null &&
    participant.dueAt > time;
  const written = outcomes.filter((outcome) => !isUnchanged(outcome));
  await updateParticipations(
    tx,
    written.map(({ participant, participation }) => ({
      ...participant,
      participation,
      planRevision: participant.event.revision,
      dueAt: nextDueTime(participant.event, participation, time),
    })),
  );
  await writeActions(
    tx,
    written.flatMap(({ participant, participation }) =>
      participation.actions
        .filter((action) => !participant.participation.actions.includes(action))
        .map((action) => ({
          ...participant,
          action,
          commandId:
            commandIds.get(
              `${participant.eventId}/${deviceKey(participant)}/${action.round}/${action.phase}`,
            ) ?? null,
        })),
    ),
  );
  await raiseAlarms(
    tx,
    deps,
    written
      .filter(
        ({ participant, participation }) => lateReturns(participant.event, [participation], time).length > 0,
      )
      .map(({ participant }) => participant),
    now,
  );
  return outcomes.map(({ participation }) => participation);
};

const eventKey = ({ providerId, eventId }: EventRef): string => `${providerId}/${eventId}`;

/**
 * Locks events, so that nobody changes or cancels them meanwhile, and devices, and reads what the devices do in the events with
 * the facts of this moment. skip: without those that another transaction has locked.
 */
export const lockParticipations = async (
  tx: Db,
  refs: readonly ParticipationRef[],
  held: 'wait' | 'skip',
  now: Date,
): Promise<LockedParticipation[]> => {
  const distinct = new Map(refs.map((ref) => [eventKey(ref), ref]));
  const locked = await lockEventsShared(tx, [...distinct.values()], held);
  const events = new Map(locked.map((event) => [`${event.providerId}/${event.id}`, event]));
  const inEvents = refs.filter((ref) => events.has(eventKey(ref)));
  const facts = await lockFacts(tx, inEvents, held, now);
  const stored = await readParticipations(
    tx,
    inEvents.filter((ref) => facts.has(deviceKey(ref))),
  );
  return stored.flatMap((row) => {
    const [event, deviceFacts] = [events.get(eventKey(row)), facts.get(deviceKey(row))];
    return event && deviceFacts ? [{ ...row, event, facts: deviceFacts }] : [];
  });
};

/** Locks the devices, changes what they do in events, and carries out at once what follows from it. */
export const changeParticipations = async (
  tx: Db,
  deps: EventDeps,
  refs: readonly ParticipationRef[],
  change: (participant: LockedParticipation, now: number) => Participation,
): Promise<Participation[]> => {
  const now = deps.clock.now();
  const locked = await lockParticipations(tx, refs, 'wait', now);
  return carryOut(tx, deps, locked, (participant) => change(participant, now.getTime()), now);
};
