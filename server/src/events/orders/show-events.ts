import type {
  EventCounts,
  EventCurvePoint,
  OperatorEvent,
  OperatorProgram,
  OrderedEvent,
} from '#contract/entities/operator.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import { endOf } from '#domain/events/timing.ts';
import { deliveredIn, quarterKw } from '#domain/results/event-curve.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperatorScope } from '../../lib/scope/scope.ts';
import { listGroups } from '../../stores/auth/operators.ts';
import { findEvent, findEvents } from '../../stores/events/events.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { eventProgress, latestEventIds } from '../../stores/events/operator-events.ts';
import { curvesOf } from '../../stores/results/event-curve.ts';
import type { StoredPoint } from '../../stores/results/event-curve.ts';
import type { OperatorDeps } from './schedule-events.ts';

export const listPrograms = async (
  { db, providers }: OperatorDeps,
  scope: OperatorScope,
): Promise<OperatorProgram[]> => {
  const groups = await listGroups(db, scope);
  return (providers.byId(scope.providerId)?.programs ?? []).map(
    ({ id, name, kinds, zone, season, hours, limits, notice }) => ({
      id,
      name,
      kinds,
      zone,
      season,
      hours,
      limits: { ...limits, leastNoticeMinutes: notice.leastMinutes },
      groups: [...(groups.get(id) ?? [])],
    }),
  );
};

export const isoOf = (time: number): string => new Date(time).toISOString();
const isoOrNull = (time: number | null): string | null => (time === null ? null : isoOf(time));

export const toOrdered = ({ id, kind, state, cancelledAt }: DemandEvent): OrderedEvent => ({
  id,
  type: kind,
  state,
  cancelledAt: isoOrNull(cancelledAt),
});

const NOBODY: EventCounts = {
  enrolled: 0,
  excluded: 0,
  leftBefore: 0,
  contacted: 0,
  responded: 0,
  pending: 0,
  noResponse: 0,
  optedOut: 0,
};

/** By its newest measured quarter hour, as long as it runs. */
const cutNowOf = (
  event: StoredEvent,
  curve: readonly StoredPoint[],
  now: number,
): OperatorEvent['cutNow'] => {
  const newest = curve.at(-1);
  if (!newest || now >= endOf(event)) return null;
  const { expectedWh, measuredWh, heard, devices } = newest;
  return { kw: quarterKw(expectedWh - measuredWh), heard, of: devices };
};

interface Figures {
  readonly progress: ReadonlyMap<string, EventCounts>;
  readonly curves: ReadonlyMap<string, readonly StoredPoint[]>;
  readonly now: number;
}

const toOperatorEvent = (event: StoredEvent, { progress, curves, now }: Figures): OperatorEvent => ({
  ...toOrdered(event),
  dispatchId: event.dispatchId,
  programId: event.program.id,
  programName: event.program.name,
  startTime: isoOf(event.startTime),
  endTime: isoOf(event.endTime),
  groups: event.groups && [...event.groups],
  intensity: event.intensity,
  origin: event.origin,
  cause: event.cause,
  targetKw: event.targetKw,
  counts: progress.get(event.id) ?? NOBODY,
  cutNow: cutNowOf(event, curves.get(event.id) ?? [], now),
  delivered:
    event.deliveredWh === null ? null : deliveredIn(event.deliveredWh, endOf(event) - event.startTime),
});

export const refOf = ({ providerId }: OperatorScope, eventId: string) => ({ providerId, eventId });

const figuresOf = async (
  db: Db,
  scope: OperatorScope,
  events: readonly StoredEvent[],
  now: Date,
): Promise<Figures> => {
  const running = events.filter((event) => event.startTime <= now.getTime() && now.getTime() < endOf(event));
  const idOf = ({ id }: StoredEvent) => id;
  return {
    progress: await eventProgress(db, scope, events.map(idOf), now),
    curves: await curvesOf(db, scope.providerId, running.map(idOf)),
    now: now.getTime(),
  };
};

const LISTED = 100;

export const listEvents = async (
  { db, clock }: OperatorDeps,
  scope: OperatorScope,
): Promise<OperatorEvent[]> => {
  const ids = await latestEventIds(db, scope, LISTED);
  const events = await findEvents(
    db,
    ids.map((id) => refOf(scope, id)),
  );
  const figures = await figuresOf(db, scope, events, clock.now());
  return events
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map((event) => toOperatorEvent(event, figures));
};

const requireEvent = async (db: Db, scope: OperatorScope, eventId: string): Promise<StoredEvent> => {
  const event = await findEvent(db, refOf(scope, eventId));
  if (!event) throw new AppError('not_found');
  return event;
};

export const showEvent = async (
  { db, clock }: OperatorDeps,
  scope: OperatorScope,
  eventId: string,
): Promise<OperatorEvent> => {
  const event = await requireEvent(db, scope, eventId);
  return toOperatorEvent(event, await figuresOf(db, scope, [event], clock.now()));
};

export const showCurve = async (
  { db }: OperatorDeps,
  scope: OperatorScope,
  eventId: string,
): Promise<EventCurvePoint[]> => {
  const { id } = await requireEvent(db, scope, eventId);
  const points = (await curvesOf(db, scope.providerId, [id])).get(id) ?? [];
  return points.map(({ time, expectedWh, measuredWh, heard }) => ({
    time: isoOf(time),
    expectedKw: quarterKw(expectedWh),
    measuredKw: quarterKw(measuredWh),
    heard,
  }));
};
