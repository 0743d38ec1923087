import type { HouseEvent } from '#contract/entities/event.ts';
import type { Participation } from '#domain/events/participation.ts';
import { ease, joinAgain, optOut, takeBackEase } from '#domain/events/people/people.ts';
import type { ParticipationChange, PeopleRefusal } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { record } from '../../stores/system/audit.ts';
import { readDispatch, writeOptOutReason } from '../../stores/events/house-events.ts';
import type { ParticipationRef } from '../../stores/events/participations.ts';
import { lockDevicesOfHouse } from '../../stores/events/event-facts.ts';
import { listDispatch, lockEventsShared } from '../../stores/events/events.ts';
import {
  lockHouseDispatches,
  writeDeparture,
  writeDepartureReason,
  writeReturn,
} from '../../stores/events/house-dispatches.ts';
import type { StoredHouseDispatch } from '../../stores/events/house-dispatches.ts';
import { carryOut, lockParticipations, planAgain } from '../carry-out.ts';
import type { LockedParticipation } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';
import { keepOptOuts } from './keep-opt-outs.ts';
import { leaveOnce } from './leave-once.ts';
import type { Leaving } from './leave-once.ts';
import { takesPart, toHouseEvent } from './to-house-event.ts';

/** One device in one event, as the path names them. */
export interface DeviceInEvent {
  readonly eventId: string;
  readonly deviceId: string;
}

const refOf = (
  { providerId, houseId }: HouseScope,
  { eventId, deviceId }: DeviceInEvent,
): ParticipationRef => ({
  providerId,
  houseId,
  eventId,
  deviceId,
});

const eventsOfDispatch = async (
  tx: Db,
  scope: HouseScope,
  eventId: string,
  now: Date,
): Promise<HouseEvent[]> => {
  const rows = await readDispatch(tx, scope, eventId);
  return rows.events.map((row) => toHouseEvent(row, rows, now.getTime()));
};

const eventNow = async (tx: Db, scope: HouseScope, eventId: string, now: Date): Promise<HouseEvent> => {
  const event = (await eventsOfDispatch(tx, scope, eventId, now)).find(({ id }) => id === eventId);
  if (!event) throw new AppError('not_found');
  return event;
};

type AuditedAct = 'opted-out' | 'joined-again' | 'eased' | 'ease-taken-back';

const audit = (
  tx: Db,
  { random, clock }: Pick<EventDeps, 'random' | 'clock'>,
  { providerId, accountId, houseId }: HouseScope,
  action: AuditedAct,
  { eventId, deviceId }: DeviceInEvent,
): Promise<void> =>
  record(tx, random, clock.now(), { providerId, accountId, houseId, action, detail: { eventId, deviceId } });

/** A change that may be refused, under the lock of the device. */
type PersonsChange = (participant: LockedParticipation, now: number) => ParticipationChange;

/** Once a device is out, a reason is only added, also after the event's end. */
const leave =
  ({ reason, afterwards }: Leaving): PersonsChange =>
  ({ event, participation }, now) => {
    if (reason !== null && participation.optOut !== null) return { changed: participation };
    return afterwards ? { refused: { code: 'not_opted_out' } } : optOut(event, participation, 'person', now);
  };

/** With the plan of the new round, if one begins. */
const planned =
  (change: PersonsChange): PersonsChange =>
  (participant, now) => {
    const result = change(participant, now);
    const begins = 'changed' in result && result.changed !== participant.participation;
    return begins ? { changed: planAgain(participant, result.changed, now) } : result;
  };

const changedOrThrow = (change: ParticipationChange, deviceId: string): Participation => {
  if ('refused' in change) throw new AppError(change.refused.code, { deviceId });
  return change.changed;
};

/** A household that left the provider takes part in nothing any more. */
const assertOpen = (home: StoredHouseDispatch, locked: readonly LockedParticipation[]): void => {
  if (home.leftCause === 'closed' || locked.some(({ facts }) => facts.row.isClosed)) {
    throw new AppError('not_found');
  }
};

const lockHome = async (tx: Db, { providerId, houseId }: HouseScope, dispatchId: string) => {
  const [home] = await lockHouseDispatches(tx, [{ providerId, houseId, dispatchId }], 'update');
  if (!home) throw new AppError('not_found');
  return home;
};

/** Locks one device of the house in an event, and the house in its dispatch. */
const lockDevice = async (tx: Db, scope: HouseScope, target: DeviceInEvent, now: Date) => {
  await waitForLocks(tx);
  const [participant] = await lockParticipations(tx, [refOf(scope, target)], 'wait', now);
  if (!participant) throw new AppError('not_found');
  const home = await lockHome(tx, scope, participant.event.dispatchId);
  assertOpen(home, [participant]);
  return { participant, home };
};

const changeDeviceIn = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  action: AuditedAct,
  change: PersonsChange,
  reason?: string | null,
): Promise<HouseEvent> => {
  const { participant, home } = await lockDevice(tx, scope, target, deps.clock.now());
  // Waiting for the locks takes time.
  const now = deps.clock.now();
  const changed = changedOrThrow(change(participant, now.getTime()), target.deviceId);
  await carryOut(tx, deps, [participant], () => changed, now);
  await keepOptOuts(tx, home, 'person', now);
  if (action === 'joined-again') await writeReturn(tx, home, now);
  if (reason !== undefined) await writeOptOutReason(tx, scope, [target], reason);
  if (changed !== participant.participation) await audit(tx, deps, scope, action, target);
  return eventNow(tx, scope, target.eventId, now);
};

const changeDevice = (
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  action: AuditedAct,
  change: PersonsChange,
  reason?: string | null,
): Promise<HouseEvent> =>
  deps.db.transaction().execute((tx) => changeDeviceIn(tx, deps, scope, target, action, change, reason));

/** Takes one device out; what the event moved is put back by the same transaction. */
export const optOutDevice = (
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  leaving: Leaving,
): Promise<HouseEvent> =>
  deps.db
    .transaction()
    .execute((tx) =>
      leaveOnce(tx, deps, scope, { target, leaving }, () =>
        changeDeviceIn(tx, deps, scope, target, 'opted-out', leave(leaving), leaving.reason ?? undefined),
      ),
    );

export const easeDevice = (deps: EventDeps, scope: HouseScope, target: DeviceInEvent): Promise<HouseEvent> =>
  changeDevice(
    deps,
    scope,
    target,
    'eased',
    planned(({ event, participation }, now) => ease(event, participation, now)),
  );

export const takeBackEaseOfDevice = (
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
): Promise<HouseEvent> =>
  changeDevice(
    deps,
    scope,
    target,
    'ease-taken-back',
    planned(({ event, participation }, now) => takeBackEase(event, participation, now)),
  );

export const rejoinDevice = (
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
): Promise<HouseEvent> =>
  changeDevice(
    deps,
    scope,
    target,
    'joined-again',
    planned(({ event, participation }, now) => joinAgain(event, participation, now)),
    null,
  );

/** What the devices of the house do in the dispatch, when nobody else changes or adds anything any more. */
const lockHouse = async (tx: Db, scope: HouseScope, eventId: string, now: Date) => {
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

const leaveIn = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  eventId: string,
  leaving: Leaving,
): Promise<HouseEvent[]> => {
  const { home, locked } = await lockHouse(tx, scope, eventId, deps.clock.now());
  const now = deps.clock.now();
  const departed: DeviceInEvent[] = [];
  const out: DeviceInEvent[] = [];
  const refusals: PeopleRefusal['code'][] = [];
  const change = (participant: LockedParticipation): Participation => {
    const result = leave(leaving)(participant, now.getTime());
    if ('refused' in result) {
      refusals.push(result.refused.code);
      return participant.participation;
    }
    out.push(participant);
    if (result.changed !== participant.participation) departed.push(participant);
    return result.changed;
  };
  await carryOut(tx, deps, locked, change, now);
  if (out.length === 0) {
    const refusal = refusals.find((code) => code !== 'not_in_event');
    throw new AppError(refusal ?? 'no_devices_to_opt_out');
  }
  await keepOptOuts(tx, home, 'person', now);
  if (!leaving.afterwards) {
    await writeDeparture(tx, home, { at: now, by: scope.accountId, cause: 'person' });
  }
  if (leaving.reason !== null) {
    await writeDepartureReason(tx, home, leaving.reason);
    await writeOptOutReason(tx, scope, out, leaving.reason);
  }
  for (const participant of departed) await audit(tx, deps, scope, 'opted-out', participant);
  return (await eventsOfDispatch(tx, scope, eventId, now)).filter(takesPart);
};

/**
 * Takes every device of the house out of the dispatch, those of events that allow it, also such as join it later; refused only if
 * none can be.
 */
export const optOutHouse = (
  deps: EventDeps,
  scope: HouseScope,
  eventId: string,
  leaving: Leaving,
): Promise<HouseEvent[]> =>
  deps.db
    .transaction()
    .execute((tx) =>
      leaveOnce(tx, deps, scope, { target: { eventId }, leaving }, () =>
        leaveIn(tx, deps, scope, eventId, leaving),
      ),
    );
