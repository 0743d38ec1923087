import type { HouseEvent } from '#contract/entities/event.ts';
import { ease, takeBackEase } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { writeReturn } from '../../stores/events/house-dispatches.ts';
import { writeOptOutReason } from '../../stores/events/house-events.ts';
import { carryOut } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';
import { keepOptOuts } from './keep-opt-outs.ts';
import { leaveOnce } from './leave-once.ts';
import type { Leaving } from './leave-once.ts';
import { audit, eventsOfDispatch, joinedAgain, leave, lockDevice, planned } from './locked-home.ts';
import type { AuditedAct, DeviceInEvent, PersonsChange } from './locked-home.ts';

const changeDevice = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  { action, change, reason }: Change,
  askedAt: Date,
): Promise<HouseEvent> => {
  const { participant, home } = await lockDevice(tx, scope, target, askedAt);
  // Waiting for the locks takes time.
  const now = deps.clock.now();
  const result = change(participant, { now: now.getTime(), askedAt: askedAt.getTime() });
  if ('refused' in result) throw new AppError(result.refused.code, { deviceId: target.deviceId });
  const { changed } = result;
  await carryOut(tx, deps, [participant], () => changed, now);
  const hasLeft = action === 'opted-out' && changed !== participant.participation;
  await keepOptOuts(tx, home, hasLeft ? [participant] : [], 'person', now);
  if (action === 'joined-again') await writeReturn(tx, home, now);
  if (reason !== undefined) await writeOptOutReason(tx, scope, [target], reason);
  if (changed !== participant.participation) await audit(tx, deps, scope, action, target);
  const event = (await eventsOfDispatch(tx, scope, target.eventId, now)).find(
    ({ id }) => id === target.eventId,
  );
  if (!event) throw new AppError('not_found');
  return event;
};

interface Change {
  readonly action: AuditedAct;
  readonly change: PersonsChange;
  /** In the person's words; null: it is forgotten; none: it stays. */
  readonly reason?: string | null;
}

/** Takes one device out; what the event moved is put back by the same transaction. */
export const optOutDevice = (
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  leaving: Leaving,
): Promise<HouseEvent> => {
  const askedAt = deps.clock.now();
  const change: Change = {
    action: 'opted-out',
    change: leave(leaving),
    ...(leaving.reason !== null && { reason: leaving.reason }),
  };
  return deps.db
    .transaction()
    .execute((tx) =>
      leaveOnce(tx, deps, scope, { target, leaving }, () =>
        changeDevice(tx, deps, scope, target, change, askedAt),
      ),
    );
};

const deviceCall =
  (change: Change) =>
  (deps: EventDeps, scope: HouseScope, target: DeviceInEvent): Promise<HouseEvent> => {
    const askedAt = deps.clock.now();
    return deps.db.transaction().execute((tx) => changeDevice(tx, deps, scope, target, change, askedAt));
  };

export const easeDevice = deviceCall({ action: 'eased', change: planned(ease) });

export const takeBackEaseOfDevice = deviceCall({
  action: 'ease-taken-back',
  change: planned(takeBackEase),
});

export const rejoinDevice = deviceCall({
  action: 'joined-again',
  change: joinedAgain,
  reason: null,
});
