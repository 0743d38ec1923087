import type { DeviceRef } from '../../ports/device-link.ts';
import { MINUTE, SECOND } from '../../time/time.ts';
import { JOINING_STATES, nextState } from '../life/life.ts';
import { nextLook } from '../life/next-look.ts';
import { newParticipation } from '../participation.ts';
import { asHomeDecided, departureOf } from '../people/house-dispatch.ts';
import { preparationTime, releaseTime } from '../timing.ts';
import { deviceKey, planByFacts } from './facts.ts';
import { FIRST, eventRefOf } from './rows.ts';
import type { EngineTx } from './ports.ts';
import type { EngineEvent, Joining, ParticipationWrite } from './rows.ts';

/** Devices of one transaction: people may wait for them. */
const PAGE = 100;
/** Homes that are made due at once. */
const HOMES = 1_000;
/** Until it starts, an event looks for changed enrolments so often. */
const LOOK_FOR_CHANGES = 5 * MINUTE;
/** An enrolment may be committed so much later than its time says. */
const SLOWEST_COMMIT = 2 * MINUTE;
/** While devices return, it is asked so often whether all are back, and ever less often: where none is left, all rows are read to see it. */
const LOOK_FOR_RETURNS = 15 * SECOND;
const SHARE_OF_RETURNING = 1 / 8;

/** How long the first notice of a dispatch waits at most until the devices of its events are planned. */
export const LONGEST_WAIT = 5 * MINUTE;

/** When enrolled devices are looked for next; null: never again. Who is enrolled after the start stays out. */
const nextJoining = (event: EngineEvent, now: number): number | null => {
  const { state, cancelledAt, joining, startTime } = event;
  if (cancelledAt !== null || !JOINING_STATES.includes(state)) return null;
  if (joining.phase !== 'joined' || joining.since === null) return now;
  if (joining.since >= startTime + SLOWEST_COMMIT) return null;
  const next = joining.since + LOOK_FOR_CHANGES;
  return joining.since < startTime ? Math.min(next, startTime) : next;
};

/** Whether enrolled devices have to be looked for now. */
const mustJoin = (event: EngineEvent, now: number): boolean => {
  const at = nextJoining(event, now);
  return at !== null && at <= now;
};

/** Whether all devices that were enrolled when it began to take them in are planned. */
export const hasJoined = ({ state, cancelledAt, joining }: EngineEvent): boolean =>
  cancelledAt !== null || (state !== 'scheduled' && joining.phase !== 'devices');

const transitionTime = (event: EngineEvent, now: number): number | null => {
  switch (event.state) {
    case 'scheduled':
      return event.startTime - event.program.notice.aheadMinutes * MINUTE;
    case 'notified':
      return preparationTime(event, now);
    case 'preparing':
      return event.startTime;
    case 'active':
      return event.endTime;
    case 'returning':
      return now + Math.max(LOOK_FOR_RETURNS, (now - releaseTime(event)) * SHARE_OF_RETURNING);
    default:
      return null;
  }
};

/** When the event has to be looked at next; null: never again. */
const nextEventLook = (event: EngineEvent, now: number): number | null => {
  const at = event.cancelledAt === null || event.state === 'returning' ? transitionTime(event, now) : null;
  return at === null ? null : Math.max(now, Math.min(at, nextJoining(event, now) ?? at));
};

/** Plans devices and takes them into the event, as their homes have decided about its dispatch. */
const takeIn = async (
  { store }: EngineTx,
  event: EngineEvent,
  devices: readonly DeviceRef[],
  now: number,
): Promise<void> => {
  if (devices.length === 0) return;
  const locked = await store.lockDevices(devices, 'wait');
  const facts = new Map((await store.readFacts(locked, now)).map((one) => [deviceKey(one), one]));
  // While the locks were waited for, enrolments may have ended; those of a household do when it closes.
  const enrolled = await store.stillEnrolled(event, locked);
  const { providerId, dispatchId } = event;
  const homes = await store.lockHomes(enrolled.map(({ houseId }) => ({ providerId, houseId, dispatchId })));
  const departures = new Map(homes.map((home) => [home.houseId, departureOf(home)]));
  const rows = enrolled.flatMap((device): ParticipationWrite[] => {
    const deviceFacts = facts.get(deviceKey(device));
    if (!deviceFacts) return [];
    const plan = planByFacts(event, deviceFacts, now);
    const planned = newParticipation({ eventId: event.id, ...device }, plan);
    const participation = asHomeDecided(event, departures.get(device.houseId) ?? null, planned);
    const next = nextLook(event, participation, now);
    return [
      { ...device, eventId: event.id, participation, planRevision: event.revision, ...next, actions: [] },
    ];
  });
  await store.insertParticipations(rows, now);
};

/** Homes wait for the plans of all their devices, and not for ever. */
const noticeTime = ({ joining, notifiedAt }: EngineEvent, now: number): number =>
  joining.phase === 'joined' ? now : (notifiedAt ?? now) + LONGEST_WAIT;

const joinHomes = async ({ store }: EngineTx, event: EngineEvent, now: number): Promise<Joining> => {
  const last = await store.hastenHomesAfter(event, event.joining.after.houseId, HOMES, now);
  return last === null
    ? { ...event.joining, phase: 'joined', after: FIRST }
    : { ...event.joining, after: { houseId: last, deviceId: '' } };
};

const findEnrolled = ({ store }: EngineTx, event: EngineEvent): Promise<DeviceRef[]> => {
  const { phase, after, since } = event.joining;
  return phase === 'joined' && since !== null
    ? store.enrolledSince(event, since - SLOWEST_COMMIT, PAGE)
    : store.enrolledAfter(event, after, PAGE);
};

const joinDevices = async (tx: EngineTx, event: EngineEvent, now: number): Promise<Joining> => {
  const { phase, since } = event.joining;
  const enrolled = await findEnrolled(tx, event);
  await takeIn(tx, event, enrolled, now);
  const { dispatchId } = event;
  const homes = enrolled.map(({ providerId, houseId }) => ({ providerId, houseId, dispatchId }));
  await tx.store.hastenHomes(homes, noticeTime(event, now));
  const last = enrolled.at(-1);
  const isOver = enrolled.length < PAGE || last === undefined;
  if (phase === 'joined') return isOver ? { ...event.joining, since: now } : event.joining;
  const began = since ?? now;
  return isOver
    ? { phase: 'homes', after: FIRST, since: began }
    : { phase, after: { houseId: last.houseId, deviceId: last.deviceId }, since: began };
};

/** Takes in the next page of devices, unless the event was cancelled or moved on meanwhile. */
const join = async (tx: EngineTx, claimed: EngineEvent): Promise<void> => {
  const [event] = await tx.store.lockEvents([eventRefOf(claimed)], 'carry', 'wait');
  const now = tx.now();
  if (!event || !mustJoin(event, now)) return;
  const next = event.joining.phase === 'homes' ? joinHomes : joinDevices;
  // Events that have waited longer come before its next page.
  await tx.store.setJoining(eventRefOf(event), await next(tx, event, now), tx.now());
};

/** Moves the event on if its time has come, and says when it is looked at next. `joining`: how far it is by now. */
const moveOn = async (
  { store, now: clock }: EngineTx,
  claimed: EngineEvent,
  joining: Joining = claimed.joining,
): Promise<void> => {
  const ref = eventRefOf(claimed);
  // The announcement of one event brings on the others of its dispatch: all are locked at once, in one order.
  const dispatch = claimed.state === 'scheduled' ? await store.dispatchOf(claimed) : [claimed];
  const all = await store.lockEvents(dispatch.map(eventRefOf), 'change', 'wait');
  const locked = all.find(({ id }) => id === claimed.id);
  if (!locked) return;
  const event = { ...locked, joining };
  if (joining !== claimed.joining) await store.setJoining(ref, joining, clock());
  const now = clock();
  const to = nextState(event, await store.summarize(ref), now);
  const isMoved = to !== null && (await store.writeTransition(ref, to, now));
  const after: EngineEvent = isMoved
    ? { ...event, state: to, notifiedAt: to === 'notified' ? now : event.notifiedAt }
    : event;
  const next = nextEventLook(after, now);
  // The states that follow without duration are passed at once.
  await store.setEventDue([ref], isMoved && next !== null ? now : next);
  if (!isMoved || to !== 'notified') return;
  const others = all.filter(({ id, state }) => id !== event.id && state === 'scheduled');
  await store.hastenEvents(others.map(eventRefOf), now);
};

/** Its time has come, whatever its devices do. */
const isOverdue = (event: EngineEvent, now: number): boolean => {
  const at = event.state === 'returning' ? null : transitionTime(event, now);
  return at !== null && at <= now;
};

/** Takes devices into a claimed event, or moves it on. */
export const lookAtEvent = async (tx: EngineTx, event: EngineEvent): Promise<void> => {
  const now = tx.now();
  if (!mustJoin(event, now) || isOverdue(event, now)) return moveOn(tx, event);
  const { joining } = event;
  const isQuiet = joining.phase === 'joined' && (await findEnrolled(tx, event)).length === 0;
  return isQuiet ? moveOn(tx, event, { ...joining, since: now }) : join(tx, event);
};
