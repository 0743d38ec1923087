import type { Comfort, DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { isTakenOut } from '../participation.ts';
import { departureOf, mayStillJoin } from '../people/house-dispatch.ts';
import { joinAgain, joinRefusal, optOut, withLimits } from '../people/people.ts';
import type { ParticipationChange, PeopleRefusal } from '../people/people.ts';
import { carryOut, lockParticipations, planAgain } from './carry-out.ts';
import type { LockedParticipation } from './carry-out.ts';
import { deviceIn, deviceKey, planByFacts } from './facts.ts';
import { homesOf, lockAllOfHouse, withFacts } from './for-good.ts';
import type { HouseRef } from './for-good.ts';
import { keepOptOuts } from './opt-outs.ts';
import type { EngineTx } from './ports.ts';
import type { HomeRef, ParticipationRef, StoredHome } from './rows.ts';

/** When a person's call is carried out, and when it arrived: it may have waited for its turn. All in ms. */
export interface CallTimes {
  readonly now: number;
  readonly askedAt: number;
}

/** A change that may be refused, under the lock of the device. */
export type PersonsChange = (participant: LockedParticipation, times: CallTimes) => ParticipationChange;

export interface Leaving {
  readonly reason: string | null;
  /** Only the reason is added: the device may have joined again since. */
  readonly afterwards: boolean;
}

/** Once a device is out, a reason is only added, also after the event's end. */
export const leave =
  ({ reason, afterwards }: Leaving): PersonsChange =>
  ({ event, participation }, { now }) => {
    if (isTakenOut(participation)) return { refused: { code: 'taken_out' } };
    if (reason !== null && participation.optOut !== null) return { changed: participation };
    return afterwards ? { refused: { code: 'not_opted_out' } } : optOut(event, participation, 'person', now);
  };

type Rule = (
  event: DemandEvent,
  participation: Participation,
  now: number,
  askedAt: number,
) => ParticipationChange;

/** By a rule of the domain, with the plan of the new round, if one begins. */
export const withNewPlan =
  (rule: Rule): PersonsChange =>
  (participant, { now, askedAt }) => {
    const result = rule(participant.event, participant.participation, now, askedAt);
    const begins = 'changed' in result && result.changed !== participant.participation;
    return begins ? { changed: planAgain(participant, result.changed, now) } : result;
  };

/** A device that could take no part stays out. */
export const joinedAgain: PersonsChange = (participant, times) => {
  const result = withNewPlan(joinAgain)(participant, times);
  if ('refused' in result) return result;
  const refused = joinRefusal(planByFacts(participant.event, participant.facts, times.now, result.changed));
  return refused ? { refused } : result;
};

const keyOf = (participant: LockedParticipation): string =>
  `${participant.event.id}/${deviceKey(participant)}`;

/** Keys of those of devices that are not in the program of their event any more: nobody but the utility takes them in. */
const unenrolled = async (
  { store }: EngineTx,
  locked: readonly LockedParticipation[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const ofEvent of Map.groupBy(locked, ({ event }) => event.id).values()) {
    const [first] = ofEvent;
    if (first === undefined) continue;
    const enrolled = new Set((await store.stillEnrolled(first.event, ofEvent)).map(deviceKey));
    for (const one of ofEvent) if (!enrolled.has(deviceKey(one))) found.add(keyOf(one));
  }
  return found;
};

/** The change, refused to those that it must not bring back. */
const butFor =
  (gone: ReadonlySet<string>, change: PersonsChange): PersonsChange =>
  (participant, times) => {
    const result = change(participant, times);
    const isBack = 'changed' in result && gone.has(keyOf(participant));
    return isBack ? { refused: { code: 'not_enrolled' } } : result;
  };

/** unknown: the home has no such device or dispatch, or its household left the provider. */
export type Refused = { readonly refused: PeopleRefusal['code'] | 'unknown' };

const isClosed = (home: StoredHome, locked: readonly LockedParticipation[]): boolean =>
  home.leftCause === 'closed' || locked.some(({ facts }) => facts.isClosed);

export interface ChangedDevice {
  readonly participant: LockedParticipation;
  readonly isChanged: boolean;
}

/** Changes one device of a home in an event, and carries out at once what follows. */
export const changeDevice = async (
  tx: EngineTx,
  ref: ParticipationRef,
  act: 'leaves' | 'joins again' | 'eases',
  change: PersonsChange,
  askedAt: number,
): Promise<ChangedDevice | Refused> => {
  const [participant] = await lockParticipations(tx, [ref], 'wait', askedAt);
  if (!participant) return { refused: 'unknown' };
  const { providerId, houseId, event } = participant;
  const [home] = await tx.store.lockHomes([{ providerId, houseId, dispatchId: event.dispatchId }]);
  if (!home || isClosed(home, [participant])) return { refused: 'unknown' };
  const gone = act === 'joins again' ? await unenrolled(tx, [participant]) : new Set<string>();
  // Waiting for the locks takes time.
  const now = tx.now();
  const result = butFor(gone, change)(participant, { now, askedAt });
  if ('refused' in result) return { refused: result.refused.code };
  const isChanged = result.changed !== participant.participation;
  await carryOut(tx, [participant], () => result.changed, now);
  await keepOptOuts(tx, home, act === 'leaves' && isChanged ? [participant] : [], 'person', now);
  if (act === 'joins again') await tx.store.writeReturn(home, now);
  return { participant, isChanged };
};

interface ChangedDevices {
  /** Those that are as the person wants, whether they were before or not. */
  readonly done: readonly LockedParticipation[];
  readonly changed: readonly LockedParticipation[];
  readonly refusals: readonly PeopleRefusal['code'][];
}

/** Changes those of the devices that can be, at one moment. */
const changeDevices = async (
  tx: EngineTx,
  locked: readonly LockedParticipation[],
  change: PersonsChange,
  times: CallTimes,
): Promise<ChangedDevices> => {
  const done: LockedParticipation[] = [];
  const changed: LockedParticipation[] = [];
  const refusals: PeopleRefusal['code'][] = [];
  const changeOne = (participant: LockedParticipation): Participation => {
    const result = change(participant, times);
    if ('refused' in result) {
      refusals.push(result.refused.code);
      return participant.participation;
    }
    done.push(participant);
    if (result.changed !== participant.participation) changed.push(participant);
    return result.changed;
  };
  await carryOut(tx, locked, changeOne, times.now);
  return { done, changed, refusals };
};

/**
 * What the devices of a house do in a dispatch, when nobody else changes or adds anything any more. Devices come before events: one that
 * is taking them in has done so when they are locked.
 */
const lockHouse = async (tx: EngineTx, home: HomeRef, askedAt: number) => {
  const { store } = tx;
  await store.lockDevicesOfHouse(home);
  const refs = await store.participationsOfHouse(home, home.dispatchId);
  const locked = await lockParticipations(tx, refs, 'wait', askedAt);
  const [stored] = await store.lockHomes([home]);
  return stored && !isClosed(stored, locked) ? { stored, locked } : null;
};

export interface LeftHouse {
  readonly done: readonly LockedParticipation[];
  readonly changed: readonly LockedParticipation[];
  /** It left with no device, and had not left before. */
  readonly isEmpty: boolean;
}

/**
 * Takes every device of the house out of the dispatch, those of events that allow it, also such as join it later; refused only if
 * none can be, nor may still join.
 */
export const leaveHouse = async (
  tx: EngineTx,
  home: HomeRef,
  by: string | null,
  leaving: Leaving,
): Promise<LeftHouse | { readonly refused: PeopleRefusal['code'] | 'unknown' | 'no_devices_to_opt_out' }> => {
  const askedAt = tx.now();
  const house = await lockHouse(tx, home, askedAt);
  if (house === null) return { refused: 'unknown' };
  const now = tx.now();
  const times = { now, askedAt };
  const departure = { at: now, cause: 'person', dispatchId: home.dispatchId } as const;
  const locked = leaving.afterwards
    ? house.locked
    : withFacts(house.locked, ({ facts }) => ({ departures: [...facts.departures, departure] }));
  const { done, changed, refusals } = await changeDevices(tx, locked, leave(leaving), times);
  const wasOut = departureOf(house.stored) !== null;
  const mayLeave = leaving.afterwards
    ? wasOut
    : house.locked.some(({ event, participation }) => mayStillJoin(event, participation, now));
  if (done.length === 0 && !mayLeave) {
    return { refused: refusals.find((code) => code !== 'not_in_event') ?? 'no_devices_to_opt_out' };
  }
  await keepOptOuts(tx, house.stored, changed, 'person', now);
  if (!leaving.afterwards) await tx.store.writeDeparture(home, { at: now, by, cause: 'person' });
  return { done, changed, isEmpty: done.length === 0 && !wasOut };
};

/**
 * Joins the dispatch again, at one moment, with devices that are out; null: with all of them. Refused only if none can, and there are
 * any. Once none is out any more, devices that become ready later join as well.
 */
export const rejoinHouse = async (
  tx: EngineTx,
  home: HomeRef,
  deviceIds: readonly string[] | null,
  askedAt: number,
): Promise<Pick<LeftHouse, 'changed'> | Refused> => {
  const house = await lockHouse(tx, home, askedAt);
  if (house === null) return { refused: 'unknown' };
  const out = house.locked.filter(
    ({ participation, deviceId }) =>
      participation.optOut !== null && (deviceIds === null || deviceIds.includes(deviceId)),
  );
  const gone = await unenrolled(tx, out);
  const now = tx.now();
  const { changed, refusals } = await changeDevices(tx, out, butFor(gone, joinedAgain), { now, askedAt });
  const [refusal] = refusals;
  if (changed.length === 0 && (refusal !== undefined || departureOf(house.stored) === null)) {
    return { refused: refusal ?? 'not_opted_out' };
  }
  await keepOptOuts(tx, house.stored, [], 'person', now);
  await tx.store.writeReturn(home, now);
  return { changed };
};

/** From its start on an event cannot hold a device beyond its limits any more: it leaves. Before, it is planned anew. */
const underLimits = (participant: LockedParticipation, comfort: Comfort, now: number): Participation => {
  const { event, facts, participation } = participant;
  if (now >= event.startTime) {
    return withLimits(event, participation, deviceIn(facts, event.id), comfort, now);
  }
  return participation.optOut === null ? planAgain(participant, participation, now) : participation;
};

/**
 * The home changes its limits, which `write` stores, under the locks of all its devices: no step by the old ones is decided later.
 * Devices that an event holds beyond them leave it.
 */
export const changeLimits = async (
  tx: EngineTx,
  house: HouseRef,
  write: () => Promise<Comfort>,
): Promise<Comfort> => {
  await lockAllOfHouse(tx, house);
  const comfort = await write();
  const locked = await lockAllOfHouse(tx, house);
  const now = tx.now();
  const homes = await tx.store.lockHomes(homesOf(locked));
  const left: LockedParticipation[] = [];
  const change = (participant: LockedParticipation): Participation => {
    const participation = underLimits(participant, comfort, now);
    if (participation.optOut !== null && participant.participation.optOut === null) {
      left.push({ ...participant, participation });
    }
    return participation;
  };
  await carryOut(tx, locked, change, now);
  for (const home of homes) {
    const ofHome = left.filter(({ event }) => event.dispatchId === home.dispatchId);
    for (const { device, told } of await keepOptOuts(tx, home, ofHome, 'limits', now)) {
      await tx.notices.tellUnasked(device.event, device.participation, told, now);
    }
  }
  return comfort;
};
