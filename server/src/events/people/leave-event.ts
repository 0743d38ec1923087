import type { HouseEvent } from '#contract/entities/event.ts';
import type { Participation } from '#domain/events/participation.ts';
import { ease, joinAgain, optOut } from '#domain/events/people/people.ts';
import type { ParticipationChange, PeopleRefusal } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { record } from '../../stores/system/audit.ts';
import { readDispatch, writeOptOutReason } from '../../stores/events/house-events.ts';
import type { ParticipationRef } from '../../stores/events/participations.ts';
import { changeParticipations, planAgain } from '../carry-out.ts';
import type { LockedParticipation } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';
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

type AuditedAct = 'opted-out' | 'joined-again' | 'eased';

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

/** What a person says while or after leaving. */
export interface Leaving {
  readonly reason: string | null;
  /** Only the reason is added: the device may have joined again since. */
  readonly afterwards: boolean;
}

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

const changeDevice = (
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  action: AuditedAct,
  change: PersonsChange,
  reason?: string | null,
): Promise<HouseEvent> =>
  deps.db.transaction().execute(async (tx) => {
    let isChanged = false;
    const found = await changeParticipations(tx, deps, [refOf(scope, target)], (participant, now) => {
      const changed = changedOrThrow(change(participant, now), target.deviceId);
      isChanged = changed !== participant.participation;
      return changed;
    });
    if (found.length === 0) throw new AppError('not_found');
    if (reason !== undefined) await writeOptOutReason(tx, scope, [target], reason);
    if (isChanged) await audit(tx, deps, scope, action, target);
    return eventNow(tx, scope, target.eventId, deps.clock.now());
  });

/** Takes one device out; what the event moved is put back by the same transaction. */
export const optOutDevice = (
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  leaving: Leaving,
): Promise<HouseEvent> =>
  changeDevice(deps, scope, target, 'opted-out', leave(leaving), leaving.reason ?? undefined);

export const easeDevice = (deps: EventDeps, scope: HouseScope, target: DeviceInEvent): Promise<HouseEvent> =>
  changeDevice(
    deps,
    scope,
    target,
    'eased',
    planned(({ event, participation }, now) => ease(event, participation, now)),
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

/** Takes every device of the house out of the dispatch, those of events that allow it; refused only if none can be. */
export const optOutHouse = (
  deps: EventDeps,
  scope: HouseScope,
  eventId: string,
  leaving: Leaving,
): Promise<HouseEvent[]> =>
  deps.db.transaction().execute(async (tx) => {
    const { events } = await readDispatch(tx, scope, eventId);
    const refs = events.flatMap(({ participations }) =>
      participations.map((participant) => refOf(scope, participant)),
    );
    const departed: DeviceInEvent[] = [];
    const out: DeviceInEvent[] = [];
    const refusals: PeopleRefusal['code'][] = [];
    await changeParticipations(tx, deps, refs, (participant, now) => {
      const change = leave(leaving)(participant, now);
      if ('refused' in change) {
        refusals.push(change.refused.code);
        return participant.participation;
      }
      out.push(participant);
      if (change.changed !== participant.participation) departed.push(participant);
      return change.changed;
    });
    if (out.length === 0) {
      const refusal = refusals.find((code) => code !== 'not_in_event');
      throw new AppError(refusal ?? 'no_devices_to_opt_out');
    }
    if (leaving.reason !== null) await writeOptOutReason(tx, scope, out, leaving.reason);
    for (const participant of departed) await audit(tx, deps, scope, 'opted-out', participant);
    return (await eventsOfDispatch(tx, scope, eventId, deps.clock.now())).filter(takesPart);
  });
