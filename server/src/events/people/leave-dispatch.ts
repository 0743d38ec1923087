import type { HouseEvent } from '#contract/entities/event.ts';
import * as engine from '#domain/events/engine/people.ts';
import type { HomeRef } from '#domain/events/engine/rows.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { writeDepartureReason } from '../../stores/events/house-dispatches.ts';
import { readDispatch, writeOptOutReason } from '../../stores/events/house-events.ts';
import type { EventDeps } from '../deps.ts';
import { createEngineTx } from '../engine-ports.ts';
import { audit, eventsOfDispatch, refusal } from './home-acts.ts';
import type { AuditedAct } from './home-acts.ts';
import { leaveOnce } from './leave-once.ts';
import type { Leaving } from './leave-once.ts';
import { takesPart } from './to-house-event.ts';

const auditAll = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  action: AuditedAct,
  changed: readonly { readonly eventId: string; readonly deviceId?: string }[],
): Promise<void> => {
  for (const target of changed) await audit(tx, deps, scope, action, target);
};

/** The house in the dispatch of an event that it takes part in. */
const homeOf = async (tx: Db, scope: HouseScope, eventId: string): Promise<HomeRef> => {
  const [seen] = (await readDispatch(tx, scope, eventId)).events;
  if (!seen) throw new AppError('not_found');
  const { providerId, houseId } = scope;
  return { providerId, houseId, dispatchId: seen.event.dispatchId };
};

/** The events in which devices of the house take part; if none does in any, all of them. */
const answerOf = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  eventId: string,
): Promise<HouseEvent[]> => {
  const events = await eventsOfDispatch(tx, scope, eventId, deps.clock.now());
  return events.some(takesPart) ? events.filter(takesPart) : events;
};

const leaveIn = async (
  tx: Db,
  deps: EventDeps,
  scope: HouseScope,
  eventId: string,
  leaving: Leaving,
): Promise<HouseEvent[]> => {
  await waitForLocks(tx);
  const home = await homeOf(tx, scope, eventId);
  const left = await engine.leaveHouse(createEngineTx(tx, deps), home, scope.accountId, leaving);
  if ('refused' in left) throw refusal(left.refused);
  if (leaving.reason !== null) {
    await writeDepartureReason(tx, home, leaving.reason);
    await writeOptOutReason(tx, scope, left.done, leaving.reason);
  }
  await auditAll(tx, deps, scope, 'opted-out', left.isEmpty ? [{ eventId }] : left.changed);
  return answerOf(tx, deps, scope, eventId);
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
  const askedAt = deps.clock.now().getTime();
  return deps.db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    const home = await homeOf(tx, scope, eventId);
    const joined = await engine.rejoinHouse(createEngineTx(tx, deps), home, deviceIds, askedAt);
    if ('refused' in joined) throw refusal(joined.refused);
    const { changed } = joined;
    await writeOptOutReason(tx, scope, changed, null);
    await auditAll(tx, deps, scope, 'joined-again', changed.length === 0 ? [{ eventId }] : changed);
    return answerOf(tx, deps, scope, eventId);
  });
};
