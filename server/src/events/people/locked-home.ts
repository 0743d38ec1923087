import type { HouseEvent } from '#contract/entities/event.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import type { Participation } from '#domain/events/participation.ts';
import { joinAgain, joinRefusal, optOut } from '#domain/events/people/people.ts';
import type { ParticipationChange } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { record } from '../../stores/system/audit.ts';
import { lockDevicesOfHouse } from '../../stores/events/event-facts.ts';
import { listDispatch, lockEventsShared } from '../../stores/events/events.ts';
import { lockHouseDispatches } from '../../stores/events/house-dispatches.ts';
import type { StoredHouseDispatch } from '../../stores/events/house-dispatches.ts';
import { readDispatch } from '../../stores/events/house-events.ts';
import type { ParticipationRef } from '../../stores/events/participations.ts';
import { lockParticipations, planAgain } from '../carry-out.ts';
import type { LockedParticipation } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';
import { planByFacts } from '../load-facts.ts';
import type { Leaving } from './leave-once.ts';
import { toHouseEvent } from './to-house-event.ts';

/** One device in one event, as the path names them. */
export interface DeviceInEvent {
  readonly eventId: string;
  readonly deviceId: string;
}

/** Those of the dispatch of an event that concern the house. */
export const eventsOfDispatch = async (
  tx: Db,
  scope: HouseScope,
  eventId: string,
  now: Date,
): Promise<HouseEvent[]> => {
  const rows = await readDispatch(tx, scope, eventId);
  return rows.events.map((row) => toHouseEvent(row, rows, now.getTime()));
};

export type AuditedAct = 'opted-out' | 'joined-again' | 'eased' | 'ease-taken-back';

/** `target` without a device: the home left or joined with none. */
export const audit = (
  tx: Db,
  { random, clock }: Pick<EventDeps, 'random' | 'clock'>,
  { providerId, accountId, houseId }: HouseScope,
  action: AuditedAct,
  { eventId, deviceId }: { readonly eventId: string; readonly deviceId?: string },
): Promise<void> =>
  record(tx, random, clock.now(), {
    providerId,
    accountId,
    houseId,
    action,
    detail: { eventId, deviceId: deviceId ?? null },
  });

/** When a person's call is carried out, and when it arrived: it may have waited for its turn. All in ms. */
export interface CallTimes {
  readonly now: number;
  readonly askedAt: number;
}

/** A change that may be refused, under the lock of the device. */
export type PersonsChange = (participant: LockedParticipation, times: CallTimes) => ParticipationChange;

/** Once a device is out, a reason is only added, also after the event's end. */
export const leave =
  ({ reason, afterwards }: Leaving): PersonsChange =>
  ({ event, participation }, { now }) => {
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
export const planned =
  (rule: Rule): PersonsChange =>
  (participant, { now, askedAt }) => {
    const result = rule(participant.event, participant.participation, now, askedAt);
    const begins = 'changed' in result && result.changed !== participant.participation;
    return begins ? { changed: planAgain(participant, result.changed, now) } : result;
  };

/** A device that could take no part stays out. */
export const joinedAgain: PersonsChange = (participant, times) => {
  const result = planned(joinAgain)(participant, times);
  if ('refused' in result) return result;
  const refused = joinRefusal(planByFacts(participant.event, participant.facts, times.now, result.changed));
  return refused ? { refused } : result;
};

/** A household that left the provider takes part in nothing any more. */
const assertOpen = (home: StoredHouseDispatch, locked: readonly LockedParticipation[]): void => {
  if (home.leftCause === 'closed' || locked.some(({ facts }) => facts.row.isClosed)) {
    throw new AppError('not_found');
  }
};

const refOf = (
  { providerId, houseId }: HouseScope,
  { eventId, deviceId }: DeviceInEvent,
): ParticipationRef => ({
  providerId,
  houseId,
  eventId,
  deviceId,
});

const lockHome = async (tx: Db, { providerId, houseId }: HouseScope, dispatchId: string) => {
  const [home] = await lockHouseDispatches(tx, [{ providerId, houseId, dispatchId }], 'update');
  if (!home) throw new AppError('not_found');
  return home;
};

/** Locks one device of the house in an event, and the house in its dispatch. */
export const lockDevice = async (tx: Db, scope: HouseScope, target: DeviceInEvent, now: Date) => {
  await waitForLocks(tx);
  const [participant] = await lockParticipations(tx, [refOf(scope, target)], 'wait', now);
  if (!participant) throw new AppError('not_found');
  const home = await lockHome(tx, scope, participant.event.dispatchId);
  assertOpen(home, [participant]);
  return { participant, home };
};

/** What the devices of the house do in the dispatch, when nobody else changes or adds anything any more. */
export const lockHouse = async (tx: Db, scope: HouseScope, eventId: string, now: Date) => {
  await waitForLocks(tx);
  const [seen] = (await readDispatch(tx, scope, eventId)).events;
  if (!seen) throw new AppError('not_found');
  // Events before devices before the house in the dispatch, as everywhere.
  const refs = (await listDispatch(tx, seen.event)).map(({ providerId, id }) => ({
    providerId,
    eventId: id,
  }));
  await lockEventsShared(tx, refs, 'wait');
  await lockDevicesOfHouse(tx, scope);
  const home = await lockHome(tx, scope, seen.event.dispatchId);
  const { events } = await readDispatch(tx, scope, eventId);
  const own = events.flatMap(({ participations }) =>
    participations.map((participant) => refOf(scope, participant)),
  );
  const locked = await lockParticipations(tx, own, 'wait', now);
  assertOpen(home, locked);
  return { home, locked };
};
