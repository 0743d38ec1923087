import type { HouseEvent } from '#contract/entities/event.ts';
import type { Participation } from '#domain/events/participation.ts';
import { departureOf, mayStillJoin } from '#domain/events/people/house-dispatch.ts';
import type { PeopleRefusal } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { writeDeparture, writeDepartureReason, writeReturn } from '../../stores/events/house-dispatches.ts';
import { writeOptOutReason } from '../../stores/events/house-events.ts';
import { carryOut } from '../carry-out.ts';
import type { LockedParticipation } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';
import { keepOptOuts } from './keep-opt-outs.ts';
import { leaveOnce } from './leave-once.ts';
import type { Leaving } from './leave-once.ts';
import { audit, eventsOfDispatch, joinedAgain, leave, lockHouse } from './locked-home.ts';
import type { AuditedAct, CallTimes, PersonsChange } from './locked-home.ts';
import { takesPart } from './to-house-event.ts';

interface ChangedDevices {
  /** Those that are as the person wants, whether they were before or not. */
  readonly done: readonly LockedParticipation[];
  readonly changed: readonly LockedParticipation[];
  readonly refusals: readonly PeopleRefusal['code'][];
}

/** Changes those of the devices that can be, at one moment. */
const changeDevices = async (
  tx: Db,
  deps: EventDeps,
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
  await carryOut(tx, deps, locked, changeOne, new Date(times.now));
  return { done, changed, refusals };
};

const auditAll = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  action: AuditedAct,
  changed: readonly { readonly eventId: string; readonly deviceId?: string }[],
): Promise<void> => {
  for (const target of changed) await audit(tx, deps, scope, action, target);
};

/** The events in which devices of the house take part; if none does in any, all of them. */
const answerOf = async (
  tx: Db,
  scope: HouseScope,
  eventId: string,
  { now }: CallTimes,
): Promise<HouseEvent[]> => {
  const events = await eventsOfDispatch(tx, scope, eventId, new Date(now));
  return events.some(takesPart) ? events.filter(takesPart) : events;
};

const leaveIn = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  eventId: string,
  leaving: Leaving,
): Promise<HouseEvent[]> => {
  const askedAt = deps.clock.now();
  const { home, locked } = await lockHouse(tx, scope, eventId, askedAt);
  const now = deps.clock.now();
  const times = { now: now.getTime(), askedAt: askedAt.getTime() };
  const { done, changed, refusals } = await changeDevices(tx, deps, locked, leave(leaving), times);
  const wasOut = departureOf(home) !== null;
  const mayLeave = leaving.afterwards
    ? wasOut
    : locked.some(({ event, participation }) => mayStillJoin(event, participation, times.now));
  if (done.length === 0 && !mayLeave) {
    const refusal = refusals.find((code) => code !== 'not_in_event');
    throw new AppError(refusal ?? 'no_devices_to_opt_out');
  }
  await keepOptOuts(tx, home, changed, 'person', now);
  if (!leaving.afterwards) {
    await writeDeparture(tx, home, { at: now, by: scope.accountId, cause: 'person' });
  }
  if (leaving.reason !== null) {
    await writeDepartureReason(tx, home, leaving.reason);
    await writeOptOutReason(tx, scope, done, leaving.reason);
  }
  // It left with none.
  const isNew = done.length === 0 && !wasOut;
  await auditAll(tx, deps, scope, 'opted-out', isNew ? [{ eventId }] : changed);
  return answerOf(tx, scope, eventId, times);
};

/**
 * Takes every device of the house out of the dispatch, those of events that allow it, also such as join it later; refused only if
 * none can be, nor may still join.
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

/**
 * Joins the dispatch again, at one moment, with devices that are out; null: with all of them. Refused only if none can, and there are
 * any. Once none is out any more, devices that become ready later join as well.
 */
export const rejoinHouse = (
  deps: EventDeps,
  scope: HouseScope,
  eventId: string,
  deviceIds: readonly string[] | null,
): Promise<HouseEvent[]> => {
  const askedAt = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const { home, locked } = await lockHouse(tx, scope, eventId, askedAt);
    const now = deps.clock.now();
    const times = { now: now.getTime(), askedAt: askedAt.getTime() };
    const out = locked.filter(
      ({ participation, deviceId }) =>
        participation.optOut !== null && (deviceIds === null || deviceIds.includes(deviceId)),
    );
    const { changed, refusals } = await changeDevices(tx, deps, out, joinedAgain, times);
    const [refusal] = refusals;
    if (changed.length === 0 && (refusal !== undefined || departureOf(home) === null)) {
      throw new AppError(refusal ?? 'not_opted_out');
    }
    await keepOptOuts(tx, home, [], 'person', now);
    await writeReturn(tx, home, now);
    await writeOptOutReason(tx, scope, changed, null);
    await auditAll(tx, deps, scope, 'joined-again', changed.length === 0 ? [{ eventId }] : changed);
    return answerOf(tx, scope, eventId, times);
  });
};
