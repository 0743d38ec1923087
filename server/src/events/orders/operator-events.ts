import type { OrderedEvent } from '#contract/entities/operator.ts';
import { changeEvent } from '#domain/events/life/change.ts';
import type { EventChange, EventChangeResult } from '#domain/events/life/change.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import { requireFresh } from '../../auth/confirm-identity.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperatorScope } from '../../lib/scope/scope.ts';
import * as audit from '../../stores/system/audit.ts';
import { findEvent, listDispatch, lockEvent, updateEvent } from '../../stores/events/events.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { programHistory } from '../../stores/events/operator-events.ts';
import { lockPrograms } from '../../stores/auth/operators.ts';
import { assertAllowed, assertWithinLimits } from './event-rules.ts';
import { countParticipants } from './count-participants.ts';
import type { OperatorDeps } from './schedule-events.ts';
import { isoOf, refOf, toOrdered } from './show-events.ts';

const changedOrRefused = (result: EventChangeResult): DemandEvent => {
  if ('refused' in result) throw new AppError(result.refused.code);
  return result.changed;
};

/** It only ends earlier, which no rule forbids. */
const isShortened = (before: DemandEvent, after: DemandEvent, now: number): boolean =>
  after.startTime === before.startTime &&
  after.intensity === before.intensity &&
  after.endTime <= before.endTime &&
  after.endTime > now;

const write = async (
  tx: Db,
  { random }: OperatorDeps,
  { providerId, accountId }: OperatorScope,
  changed: DemandEvent,
  {
    action,
    detail = {},
    now,
  }: Pick<audit.AuditEntry, 'action' | 'detail'> & {
    readonly now: Date;
  },
): Promise<void> => {
  const eventId = changed.id;
  await updateEvent(tx, { providerId, eventId }, changed, now);
  await audit.record(tx, random, now, { providerId, accountId, action, detail: { eventId, ...detail } });
};

const isSameWindow = (one: DemandEvent, other: DemandEvent): boolean =>
  one.startTime === other.startTime &&
  one.endTime === other.endTime &&
  one.intensity === other.intensity &&
  one.cancelledAt === other.cancelledAt;

/** The changed event and the rest of its dispatch as they are now, with what they reach; null: it only ends earlier. */
const countChange = async (
  { clock, runningLinks }: OperatorDeps,
  db: Db,
  { event, change }: { readonly event: StoredEvent; readonly change: EventChange },
) => {
  const now = clock.now();
  const dispatch = await listDispatch(db, event);
  const seen = dispatch.find(({ id }) => id === event.id) ?? event;
  const wanted = changedOrRefused(changeEvent(seen, change, now.getTime()));
  const others = dispatch.filter(({ id, cancelledAt }) => id !== event.id && cancelledAt === null);
  const { providerId, groups } = event;
  const reach = isShortened(seen, wanted, now.getTime())
    ? null
    : await countParticipants(db, { providerId, events: [wanted, ...others], groups, runningLinks }, now);
  return { dispatch, reach };
};

/**
 * Another window or intensity. It is checked like a new event, and its dispatch like a new order, unless it only ends earlier.
 * Devices are counted before the programs are locked, and again under the lock if an event of the dispatch changed since, as for an
 * order.
 */
export const changeOrderedEvent = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  eventId: string,
  change: EventChange,
): Promise<OrderedEvent> => {
  const { db, clock } = deps;
  const { providerId } = scope;
  const stored = await findEvent(db, refOf(scope, eventId));
  if (!stored) throw new AppError('not_found');
  await requireFresh(deps, scope);
  const { program, dispatchId } = stored;
  const before = await countChange(deps, db, { event: stored, change });
  return db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    await lockPrograms(
      tx,
      scope,
      before.dispatch.map((one) => one.program.id),
    );
    const isAsSeen = (one: StoredEvent) =>
      before.dispatch.some((earlier) => earlier.id === one.id && isSameWindow(earlier, one));
    const isAsCounted = (await listDispatch(tx, stored)).every(isAsSeen);
    // Before the event itself is locked: people wait for that.
    const { reach } = isAsCounted ? before : await countChange(deps, tx, { event: stored, change });
    const event = await lockEvent(tx, refOf(scope, eventId));
    if (!event) throw new AppError('not_found');
    const now = clock.now();
    const changed = changedOrRefused(changeEvent(event, change, now.getTime()));
    if (changed === event) return toOrdered(event);
    if (!isShortened(event, changed, now.getTime())) {
      const events = await programHistory(tx, {
        providerId,
        programId: program.id,
        except: dispatchId,
        now,
      });
      const eligibleDevices = reach?.byEvent.get(eventId)?.devices ?? null;
      // Its groups were known when it was ordered.
      const request = { ...changed, groups: null };
      assertAllowed(program, request, { events, groups: [], eligibleDevices }, now);
      if (reach) assertWithinLimits(scope.limits, reach);
    }
    const detail = {
      startTime: isoOf(changed.startTime),
      endTime: isoOf(changed.endTime),
      intensity: changed.intensity,
    };
    await write(tx, deps, scope, changed, { action: 'event-changed', detail, now });
    return toOrdered(changed);
  });
};
