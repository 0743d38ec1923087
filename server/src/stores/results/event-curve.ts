import { sql } from 'kysely';
import type { CurvePoint } from '#domain/results/event-curve.ts';
import type { Db } from '../../db/connection.ts';
import type { EventRef } from '../events/events.ts';

export interface StoredPoint extends CurvePoint {
  /** In the event; none: whoever measures the quarter hour has not finished. */
  readonly devices: number;
}

/** Events with the quarter hour from `from` to `to` in their window, which nobody measures yet. */
export const unmeasuredEvents = async (db: Db, from: Date, to: Date): Promise<EventRef[]> => {
  const { rows } = await sql<EventRef>`
    select e.provider_id, e.id as event_id from demand_event e
    where e.state in ('active', 'returning', 'ended') and e.cancelled_at is null
      and e.start_time <= ${from.toISOString()} and e.end_time >= ${to.toISOString()} and not exists (
        select from event_curve c
        where c.provider_id = e.provider_id and c.event_id = e.id and c.quarter = ${from.toISOString()})
    order by e.start_time`.execute(db);
  return rows;
};

/** Only one node measures a quarter hour; true: this one. */
export const claimQuarter = async (
  db: Db,
  { providerId, eventId }: EventRef,
  quarter: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('eventCurve')
    .values({ providerId, eventId, quarter, expectedWh: 0, measuredWh: 0, heard: 0, devices: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Adds quarter hours that are not measured yet; who leaves later was in those before. */
export const writeCurve = async (
  db: Db,
  { providerId, eventId }: EventRef,
  points: readonly StoredPoint[],
): Promise<void> => {
  if (points.length === 0) return;
  await sql`
    insert into event_curve (provider_id, event_id, quarter, expected_wh, measured_wh, heard, devices)
    select ${providerId}, ${eventId}, * from unnest(
      ${points.map(({ time }) => new Date(time).toISOString())}::timestamptz[],
      ${points.map(({ expectedWh }) => expectedWh)}::integer[],
      ${points.map(({ measuredWh }) => measuredWh)}::integer[],
      ${points.map(({ heard }) => heard)}::integer[],
      ${points.map(({ devices }) => devices)}::integer[])
    on conflict (provider_id, event_id, quarter) do update set
      expected_wh = excluded.expected_wh, measured_wh = excluded.measured_wh, heard = excluded.heard,
      devices = excluded.devices
    where event_curve.devices = 0`.execute(db);
};

/** The measured quarter hours of events, by time. */
export const curvesOf = async (
  db: Db,
  providerId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredPoint[]>> => {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('eventCurve')
    .select(['eventId', 'quarter', 'expectedWh', 'measuredWh', 'heard', 'devices'])
    .where('providerId', '=', providerId)
    .where('eventId', 'in', eventIds)
    .where('devices', '>', 0)
    .orderBy('quarter')
    .execute();
  const points = rows.map(({ quarter, ...row }) => ({ ...row, time: quarter.getTime() }));
  return Map.groupBy(points, ({ eventId }) => eventId);
};
