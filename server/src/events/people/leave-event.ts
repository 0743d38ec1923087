import type { HouseEvent } from '#contract/entities/event.ts';
import { changeDevice, joinedAgain, leave, withNewPlan } from '#domain/events/engine/people.ts';
import type { PersonsChange } from '#domain/events/engine/people.ts';
import { ease, takeBackEase } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { writeOptOutReason } from '../../stores/events/house-events.ts';
import type { EventDeps } from '../deps.ts';
import { createEngineTx } from '../engine-ports.ts';
import { audit, eventsOfDispatch, refusal } from './home-acts.ts';
import type { AuditedAct, DeviceInEvent } from './home-acts.ts';
import { leaveOnce } from './leave-once.ts';
import type { Leaving } from './leave-once.ts';

interface Change {
  readonly action: AuditedAct;
  readonly change: PersonsChange;
  /** In the person's words; null: it is forgotten; none: it stays. */
  readonly reason?: string | null;
}

const ACTS = {
  'opted-out': 'leaves',
  'joined-again': 'joins again',
  eased: 'eases',
  'ease-taken-back': 'eases',
} as const satisfies Record<AuditedAct, string>;

const carryOutChange = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  target: DeviceInEvent,
  { action, change, reason }: Change,
  askedAt: Date,
): Promise<HouseEvent> => {
  await waitForLocks(tx);
  const { providerId, houseId } = scope;
  const { eventId, deviceId } = target;
  const ref = { providerId, houseId, eventId, deviceId };
  const result = await changeDevice(createEngineTx(tx, deps), ref, ACTS[action], change, askedAt.getTime());
  if ('refused' in result) throw refusal(result.refused, { deviceId });
  if (reason !== undefined) await writeOptOutReason(tx, scope, [target], reason);
  if (result.isChanged) await audit(tx, deps, scope, action, target);
  const event = (await eventsOfDispatch(tx, scope, eventId, deps.clock.now())).find(
    ({ id }) => id === eventId,
  );
  if (!event) throw new AppError('not_found');
  return event;
};

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
        carryOutChange(tx, deps, scope, target, change, askedAt),
      ),
    );
};

const deviceCall =
  (change: Change) =>
  (deps: EventDeps, scope: HouseScope, target: DeviceInEvent): Promise<HouseEvent> => {
    const askedAt = deps.clock.now();
    return deps.db.transaction().execute((tx) => carryOutChange(tx, deps, scope, target, change, askedAt));
  };

export const easeDevice = deviceCall({ action: 'eased', change: withNewPlan(ease) });

export const takeBackEaseOfDevice = deviceCall({
  action: 'ease-taken-back',
  change: withNewPlan(takeBackEase),
});

export const rejoinDevice = deviceCall({
  action: 'joined-again',
  change: joinedAgain,
  reason: null,
});
