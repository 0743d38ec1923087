import type { OrderedEvent } from '#contract/entities/operator.ts';
import { changeEvent } from '#domain/events/life/change.ts';
import type { EventChange, EventChangeResult } from '#domain/events/life/change.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import { requireFresh } from '../../auth/confirm-identity.ts';
import type { Db } from '../../db/connection.ts';
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
  await updateEvent(tx, { providerId, eventId }, changed);
  await audit.record(tx, random, now, { providerId, accountId, action, detail: { eventId, ...detail } });
};

const isSameWindow = (one: DemandEvent, other: DemandEvent): boolean =>
  one.startTime === other.startTime &&
  one.endTime === other.endTime &&
  one.intensity === other.intensity &&
  one.cancelledAt === other.cancelledAt;

/** null: somebody changed an event of the dispatch while its devices were counted, so they are to be counted again. */
const tryToChange = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  eventId: string,
  change: EventChange,
): Promise<OrderedEvent | null> => {
  const { db, clock } = deps;
  const { providerId } = scope;
  const seen = await findEvent(db, refOf(scope, eventId));
  if (!seen) throw new AppError('not_found');
  const { program, groups, dispatchId } = seen;
  const dispatch = await listDispatch(db, seen);
  const before = clock.now();
  const wanted = changedOrRefused(changeEvent(seen, change, before.getTime()));
  const others = dispatch.filter(({ id, cancelledAt }) => id !== eventId && cancelledAt === null);
  const reach = isShortened(seen, wanted, before.getTime())
    ? null
    : await countParticipants(db, { providerId, events: [wanted, ...others], groups }, before);
  return db.transaction().execute(async (tx) => {
    await lockPrograms(
      tx,
      scope,
      dispatch.map((one) => one.program.id),
    );
    const event = await lockEvent(tx, refOf(scope, eventId));
    if (!event) throw new AppError('not_found');
    const present = await listDispatch(tx, event);
    const isAsSeen = (one: StoredEvent) =>
      dispatch.some((earlier) => earlier.id === one.id && isSameWindow(earlier, one));
    if (!present.every(isAsSeen)) return null;
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

/**
 * Another window or intensity. It is checked like a new event, and its dispatch like a new order, unless it only ends earlier.
 * Devices are counted before the programs are locked, as for an order.
 */
export const changeOrderedEvent = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  eventId: string,
  change: EventChange,
): Promise<OrderedEvent> => {
  if (!(await findEvent(deps.db, refOf(scope, eventId)))) throw new AppError('not_found');
  await requireFresh(deps, scope);
  for (;;) {
    const changed = await tryToChange(deps, scope, eventId, change);
    if (changed) return changed;
  }
};
