import { withHoldTold } from '../life/hold-until.ts';
import { lateReturns } from '../life/life.ts';
import { nextLook } from '../life/next-look.ts';
import { mayPass } from '../may-pass.ts';
import { isContacted } from '../participation.ts';
import type { Participation } from '../participation.ts';
import { asHomeDecided } from '../people/house-dispatch.ts';
import { endOf } from '../timing.ts';
import { decideAll, reasonOf } from './decide-all.ts';
import type { Outcome, Send } from './decide-all.ts';
import { deviceKey, planByFacts } from './facts.ts';
import type { EngineTx, Held } from './ports.ts';
import { eventKey, eventRefOf } from './rows.ts';
import type {
  DeviceFacts,
  EngineEvent,
  ParticipationRef,
  ParticipationWrite,
  StoredParticipation,
} from './rows.ts';

/** A device in an event under the locks of both, with the facts of this moment. */
export interface LockedParticipation extends StoredParticipation {
  readonly event: EngineEvent;
  readonly facts: DeviceFacts;
}

const isOf =
  (ref: ParticipationRef) =>
  ({ eventId }: StoredParticipation): boolean =>
    eventId === ref.eventId;

/** As they are stored: most are known from the facts of their devices, those in events that are over for these are not. */
const readAll = async (
  { store }: EngineTx,
  refs: readonly ParticipationRef[],
  facts: ReadonlyMap<string, DeviceFacts>,
): Promise<StoredParticipation[]> => {
  const openOf = (ref: ParticipationRef) => facts.get(deviceKey(ref))?.open.filter(isOf(ref)) ?? [];
  const over = refs.filter((ref) => openOf(ref).length === 0);
  return [...refs.flatMap(openOf), ...(await store.readParticipations(over))];
};

/**
 * Locks events, devices and what these do in those, with the facts of this moment. skip: without those that another transaction has
 * locked.
 */
export const lockParticipations = async (
  tx: EngineTx,
  refs: readonly ParticipationRef[],
  held: Held,
  now: number,
): Promise<LockedParticipation[]> => {
  const { store } = tx;
  const distinct = new Map(refs.map((ref) => [eventKey(ref), ref]));
  const locked = await store.lockEvents([...distinct.values()], 'carry', held);
  const events = new Map(locked.map((event) => [eventKey(eventRefOf(event)), event]));
  const inEvents = refs.filter((ref) => events.has(eventKey(ref)));
  const devices = await store.lockDevices(inEvents, held);
  const free = new Set(devices.map(deviceKey));
  const withLockedDevice = inEvents.filter((ref) => free.has(deviceKey(ref)));
  await store.lockParticipations(withLockedDevice);
  const facts = new Map((await store.readFacts(devices, now, locked)).map((one) => [deviceKey(one), one]));
  return (await readAll(tx, withLockedDevice, facts)).flatMap((row) => {
    const [event, deviceFacts] = [events.get(eventKey(row)), facts.get(deviceKey(row))];
    return event && deviceFacts ? [{ ...row, event, facts: deviceFacts }] : [];
  });
};

/**
 * With the plan that follows from the facts of this moment; a device that the event has moved stays in it. One that was left out is
 * taken in only if its home takes part in the dispatch. What was planned when the event ended or was cancelled stays.
 */
export const planAgain = (
  { event, facts }: Pick<LockedParticipation, 'event' | 'facts'>,
  participation: Participation,
  now: number,
): Participation => {
  if (facts.isClosed || now >= endOf(event)) return participation;
  const plan = planByFacts(event, facts, now, participation);
  if ('excluded' in plan) return isContacted(participation) ? participation : { ...participation, plan };
  const planned = withHoldTold(participation, { ...participation, plan });
  const departure = facts.departures.find(({ dispatchId }) => dispatchId === event.dispatchId) ?? null;
  return 'excluded' in participation.plan ? asHomeDecided(event, departure, planned) : planned;
};

/** As they are once the device takes part in events that have taken it in since its facts were read. */
const besides = (facts: DeviceFacts, events: readonly EngineEvent[]): DeviceFacts =>
  events.length === 0 ? facts : { ...facts, events: [...facts.events, ...events] };

/**
 * Whether its plan has to be made anew: the event was changed since, or the device was left out for a reason that may have passed, and
 * is due, whoever looks at it.
 */
const isOutdated = (
  { event, planRevision, dueAt }: LockedParticipation,
  { plan }: Participation,
  now: number,
): boolean => {
  const isDue = dueAt !== null && dueAt <= now;
  const isMissed = event.cancelledAt === null && 'excluded' in plan && mayPass(plan.excluded);
  return planRevision !== event.revision || (isDue && isMissed);
};

const isTakenIn = (before: Participation, { plan, optOut }: Participation): boolean =>
  'excluded' in before.plan && 'steps' in plan && optOut === null;

interface Looked extends Outcome {
  readonly participant: LockedParticipation;
}

/** Changes and decides one after the other: a device gets one command at most, and is taken in by one event at a time. */
const decide = (
  locked: readonly LockedParticipation[],
  change: (participant: LockedParticipation) => Participation,
  now: number,
): Looked[] => {
  const commanded = new Set<string>();
  const taken = new Map<string, EngineEvent[]>();
  return locked.map((read): Looked => {
    const before = taken.get(deviceKey(read)) ?? [];
    const participant = { ...read, facts: besides(read.facts, before) };
    const wanted = change(participant);
    const changed = isOutdated(participant, wanted, now) ? planAgain(participant, wanted, now) : wanted;
    // A second event of the same device has its turn with the next look.
    const outcome: Outcome = commanded.has(deviceKey(participant))
      ? { participation: changed, send: null, awaitsReading: false }
      : decideAll(participant, changed, now);
    if (outcome.send) commanded.add(deviceKey(participant));
    if (isTakenIn(read.participation, outcome.participation)) {
      taken.set(deviceKey(read), [...before, read.event]);
    }
    return { participant, ...outcome };
  });
};

/** Stores the commands that are to be sent; by what sends them. */
const enqueue = async (
  { queue }: EngineTx,
  looked: readonly Looked[],
): Promise<ReadonlyMap<Send, string>> => {
  const sends = looked.flatMap(({ participant, participation, send }) =>
    send ? [{ participant, participation, send }] : [],
  );
  const ids = await queue.enqueue(
    sends.map(({ participant, participation, send }) => ({
      ...participant,
      ...send,
      because: reasonOf(participant.event, participation, send.action),
    })),
  );
  return new Map(sends.map(({ send }, index) => [send, ids[index] ?? '']));
};

const writeOf = (
  { participant, participation, send, awaitsReading }: Looked,
  commandIds: ReadonlyMap<Send, string>,
  now: number,
): ParticipationWrite => {
  const { providerId, eventId, houseId, deviceId, event } = participant;
  const isSent = ({ round, phase }: Send['action']) =>
    send !== null && send.action.round === round && send.action.phase === phase;
  return {
    providerId,
    eventId,
    houseId,
    deviceId,
    participation,
    planRevision: event.revision,
    ...nextLook(event, participation, now, awaitsReading),
    actions: participation.actions
      .filter((action) => !participant.participation.actions.includes(action))
      .map((action) => ({
        action,
        commandId: send && isSent(action) ? (commandIds.get(send) ?? null) : null,
      })),
  };
};

const isUnchanged = ({ participant, participation }: Looked, now: number): boolean =>
  participation === participant.participation &&
  participant.planRevision === participant.event.revision &&
  participant.dueAt !== null &&
  participant.dueAt > now;

/**
 * Changes participations whose events and devices are locked, and carries out what is due, with a few calls for all of them. Homes
 * of devices that are looked at for the first time since their event changed become due to be told.
 */
export const carryOut = async (
  tx: EngineTx,
  locked: readonly LockedParticipation[],
  change: (participant: LockedParticipation) => Participation,
  now: number,
): Promise<Participation[]> => {
  const looked = decide(locked, change, now);
  const commandIds = await enqueue(tx, looked);
  const written = looked.filter((outcome) => !isUnchanged(outcome, now));
  await tx.store.updateParticipations(written.map((outcome) => writeOf(outcome, commandIds, now)));
  const news = written.filter(
    ({ participant, participation }) =>
      participant.planRevision !== participant.event.revision ||
      ('excluded' in participant.participation.plan && 'steps' in participation.plan),
  );
  await tx.store.hastenHomes(
    news.map(({ participant: { providerId, houseId, event } }) => ({
      providerId,
      houseId,
      dispatchId: event.dispatchId,
    })),
    now,
  );
  const late = written.filter(
    ({ participant, participation }) => lateReturns(participant.event, [participation], now).length > 0,
  );
  await tx.notices.reportLate(
    late.map(({ participant }) => participant),
    now,
  );
  return looked.map(({ participation }) => participation);
};

/** Locks the devices, changes what they do in events, and carries out at once what follows from it. */
export const changeParticipations = async (
  tx: EngineTx,
  refs: readonly ParticipationRef[],
  change: (participant: LockedParticipation, now: number) => Participation,
): Promise<Participation[]> => {
  const locked = await lockParticipations(tx, refs, 'wait', tx.now());
  const now = tx.now();
  return carryOut(tx, locked, (participant) => change(participant, now), now);
};
