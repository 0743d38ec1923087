import type { OrderedEvent } from '#contract/entities/operator.ts';
import type { EventRef } from '#domain/events/engine/rows.ts';
import * as engine from '#domain/events/engine/stops.ts';
import { cancelEvent } from '#domain/events/life/change.ts';
import { requireFresh } from '../../auth/confirm-identity.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperatorScope } from '../../lib/scope/scope.ts';
import * as audit from '../../stores/system/audit.ts';
import { findEvent, findEvents, listDispatch } from '../../stores/events/events.ts';
import { openEventIds } from '../../stores/events/operator-events.ts';
import { createEngineStore } from '../engine-ports.ts';
import { toOrdered } from './show-events.ts';
import type { OperatorDeps } from './schedule-events.ts';

const stopTx = (tx: Db, deps: OperatorDeps) => ({
  store: createEngineStore(tx, deps),
  now: () => deps.clock.now().getTime(),
});

const auditAll = async (
  tx: Db,
  { random }: OperatorDeps,
  { providerId, accountId }: OperatorScope,
  cancelled: readonly string[],
  { now, detail = {} }: { readonly now: Date; readonly detail?: audit.AuditEntry['detail'] },
): Promise<void> => {
  for (const eventId of cancelled.toSorted()) {
    const entry = {
      providerId,
      accountId,
      action: 'event-cancelled',
      detail: { eventId, ...detail },
    } as const;
    await audit.record(tx, random, now, entry);
  }
};

const cancelledOf = async (tx: Db, refs: readonly EventRef[]): Promise<OrderedEvent[]> =>
  (await findEvents(tx, refs))
    .filter(({ cancelledAt }) => cancelledAt !== null)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(toOrdered);

const cancelAll = async (
  tx: Db,
  deps: OperatorDeps,
  scope: OperatorScope,
  eventIds: readonly string[],
  now: Date,
): Promise<OrderedEvent[]> => {
  const refs = eventIds.map((eventId) => ({ providerId: scope.providerId, eventId }));
  const cancelled = await createEngineStore(tx, deps).cancelEvents(refs, now.getTime());
  await auditAll(tx, deps, scope, cancelled, { now });
  return cancelledOf(tx, refs);
};

/** What was moved is put back by the loop of returns, which is told of the cancellation. */
export const cancelOrderedEvent = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  eventId: string,
): Promise<OrderedEvent> => {
  const { db, clock } = deps;
  const event = await findEvent(db, { providerId: scope.providerId, eventId });
  if (!event) throw new AppError('not_found');
  await requireFresh(deps, scope);
  return db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    const now = clock.now();
    const result = cancelEvent(event, now.getTime());
    if ('refused' in result) throw new AppError(result.refused.code);
    const [cancelled] = await cancelAll(tx, deps, scope, [eventId], now);
    if (!cancelled) throw new AppError('event_over');
    return cancelled;
  });
};

export interface CancelledDispatch {
  readonly id: string;
  readonly state: OrderedEvent['state'];
  readonly events: OrderedEvent[];
}

/** Cancels all events that one order made, at one moment, so that homes are told of it once. */
export const cancelDispatch = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  dispatchId: string,
): Promise<CancelledDispatch> => {
  const { db, clock } = deps;
  const { providerId } = scope;
  const ids = (await listDispatch(db, { providerId, dispatchId })).map(({ id }) => id);
  if (ids.length === 0) throw new AppError('not_found');
  await requireFresh(deps, scope);
  return db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    const events = await cancelAll(tx, deps, scope, ids, clock.now());
    const [first] = events;
    if (!first) throw new AppError('event_over');
    return { id: dispatchId, state: first.state, events };
  });
};

export interface StopOrder {
  /** returnNow: something is wrong, and devices return at once. */
  readonly way: 'calledOff' | 'returnNow';
  readonly reason: string | null;
}

/** Cancels every event of the provider that is not over, also such as are being written at this moment. */
export const stopAll = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  { way, reason }: StopOrder,
): Promise<{ events: OrderedEvent[] }> => {
  const { db, clock, random } = deps;
  await requireFresh(deps, scope);
  return db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    const now = clock.now();
    const { providerId, accountId } = scope;
    const listOpen = async () => (await openEventIds(tx, scope)).map((eventId) => ({ providerId, eventId }));
    const stop = { reason, isUrgent: way === 'returnNow' };
    const { open, cancelled } = await engine.stopAll(stopTx(tx, deps), providerId, listOpen, stop);
    await auditAll(tx, deps, scope, cancelled, { now, detail: { stopAll: true, way } });
    const events = await cancelledOf(tx, open);
    await audit.record(tx, random, now, {
      providerId,
      accountId,
      action: 'events-stopped',
      detail: { events: events.length, way, reason },
    });
    return { events };
  });
};
