import type { DayOrInstant } from '#contract/day-or-instant.ts';
import type { EventLogEntry, EventPlan, HouseEvent } from '#contract/entities/event.ts';
import { targetWithoutLimits } from '#domain/events/plan/target-without-limits.ts';
import { easedTarget } from '#domain/events/plan/eased-target.ts';
import {
  easedSavings,
  expectedSavings,
  rewardPlaces,
  savingsAsPlanned,
} from '#domain/events/plan/expected-savings.ts';
import type { RewardPlace } from '#domain/events/plan/expected-savings.ts';
import { mayEase } from '#domain/events/people/people.ts';
import { exclusionIn } from '#domain/events/outcome.ts';
import type { Participation } from '#domain/events/participation.ts';
import { endOf } from '#domain/events/timing.ts';
import { measuredBy } from '#domain/telemetry/measured-by.ts';
import { startOfDay, wallTime } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { requestedMoments } from '../../lib/clock/requested-days.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import * as devices from '../../stores/devices/devices.ts';
import * as houses from '../../stores/house/house.ts';
import { listHouseEvents, readDispatch } from '../../stores/events/house-events.ts';
import type { EventFilter, HouseEventRow } from '../../stores/events/house-events.ts';
import { expectedFrom, lastReductions } from '../../stores/results/receipts.ts';
import { iso, isLeft, isShown, takesPart, toHouseEvent, toPlanned } from './to-house-event.ts';

/** [first, next month) in ms, of the month of the house that a moment lies in. */
const monthOf = (now: Date, timezone: string): { readonly from: Date; readonly to: Date } => {
  const { year, month } = wallTime(now, timezone);
  return { from: startOfDay(year, month, 1, timezone), to: startOfDay(year, month + 1, 1, timezone) };
};

export interface EventQuery {
  readonly active: boolean | null;
  readonly start: Date | null;
  readonly end: Date | null;
  readonly includeAllPlatoonEvents: boolean;
}

const filterOf = async (db: Db, scope: HouseScope, query: EventQuery, now: Date): Promise<EventFilter> => {
  const { active, start, end, includeAllPlatoonEvents: ofGroups } = query;
  const soon = addMs(now, 1);
  if (active === true) return { from: start, to: soon, endAfter: now, ofGroups };
  if (active === false) {
    return { from: start !== null && start > now ? start : soon, to: end, endAfter: null, ofGroups };
  }
  const { timezone } = await houses.settings(db, scope);
  const month = monthOf(now, timezone);
  return { from: start ?? month.from, to: end ?? month.to, endAfter: null, ofGroups };
};

export const listEvents = async (
  db: Db,
  scope: HouseScope,
  query: EventQuery,
  now: Date,
): Promise<HouseEvent[]> => {
  const rows = await listHouseEvents(db, scope, await filterOf(db, scope, query, now));
  return rows.events
    .filter((row) => isShown(row) && (query.active === null || now.getTime() < endOf(row.event)))
    .map((row) => toHouseEvent(row, rows, now.getTime()))
    .filter(
      (event) =>
        (query.includeAllPlatoonEvents || takesPart(event)) && (query.active === null || !isLeft(event)),
    );
};

/** Events that have begun and that a device of the house took part in, the newest first. */
export const listEventLog = async (
  db: Db,
  scope: HouseScope,
  query: { readonly start: DayOrInstant; readonly end: DayOrInstant },
  now: Date,
): Promise<EventLogEntry[]> => {
  const { timezone } = await houses.settings(db, scope);
  const { start, end } = requestedMoments(query, timezone);
  const to = end !== null && end <= now ? end : addMs(now, 1);
  const rows = await listHouseEvents(db, scope, { from: start, to, endAfter: null, ofGroups: false });
  return rows.events
    .filter(
      (row) => isShown(row) && row.participations.some((entry) => exclusionIn(row.event, entry) === null),
    )
    .toReversed()
    .map(({ event }) => ({
      startTime: iso(event.startTime),
      endTime: endOf(event) <= now.getTime() ? iso(endOf(event)) : null,
    }));
};

/** The events of the dispatch of an event, over, cancelled or left ones too. */
export const showDispatch = async (
  db: Db,
  scope: HouseScope,
  eventId: string,
  now: Date,
): Promise<HouseEvent[]> => {
  const rows = await readDispatch(db, scope, eventId);
  return rows.events.map((row) => toHouseEvent(row, rows, now.getTime()));
};

interface OfDevice {
  readonly placeOf: (entry: Participation) => RewardPlace;
  readonly isMeasured: (entry: Participation) => boolean;
}

const NOTHING_MORE = { settings: false, commandModes: false } as const;

/** Whether anything measures what a device of the house uses. */
const measuredIn = async (db: Db, scope: HouseScope): Promise<OfDevice['isMeasured']> => {
  const measured = new Set(
    (await devices.list(db, scope, NOTHING_MORE))
      .filter((device) => measuredBy(device) !== null)
      .map(({ id }) => id),
  );
  return ({ deviceId }) => measured.has(deviceId);
};

const planOf = async (
  db: Db,
  scope: HouseScope,
  { event, participations }: HouseEventRow,
  { placeOf, isMeasured }: OfDevice,
  now: number,
): Promise<EventPlan[]> => {
  const planned = participations.map((entry) => ({
    ...toPlanned(event, entry),
    asks: targetWithoutLimits(event, entry),
    to: easedTarget(event, entry, now),
    entry,
  }));
  const lastResults = await lastReductions(db, scope.providerId, [scope.houseId], expectedFrom(event));
  return planned.map(({ to, entry, ...rest }) => {
    const full =
      rest.excluded === null
        ? expectedSavings(event, {
            place: placeOf(entry),
            isMeasured: isMeasured(entry),
            lastResults: lastResults(scope.houseId, entry.deviceId),
          })
        : null;
    const ease = mayEase(event, entry, now)
      ? { to, expected: easedSavings(event, entry.plan, full, now) }
      : null;
    const expected = savingsAsPlanned(event, entry, full);
    return { ...rest, eventId: event.id, type: event.kind, expected, ease };
  });
};

/** The stored plan of every device of the house in the dispatch of an event. */
export const planOfDispatch = async (
  db: Db,
  scope: HouseScope,
  eventId: string,
  now: Date,
): Promise<EventPlan[]> => {
  const { events } = await readDispatch(db, scope, eventId);
  const placeOf = rewardPlaces(
    events.flatMap(({ event, participations }) =>
      participations.map((entry) => ({
        entry,
        programId: event.program.id,
        isIn: exclusionIn(event, entry) === null && entry.optOut === null,
      })),
    ),
  );
  const isMeasured = await measuredIn(db, scope);
  const plans: EventPlan[] = [];
  for (const row of events) {
    plans.push(...(await planOf(db, scope, row, { placeOf, isMeasured }, now.getTime())));
  }
  return plans;
};
