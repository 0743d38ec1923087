import { sql } from 'kysely';
import type { CurvePoint } from '#domain/results/event-curve.ts';
import type { Db } from '../../db/connection.ts';
import type { EventRef } from '../events/events.ts';

export interface StoredPoint extends CurvePoint {
  /** In the event; none: whoever measures the quarter hour has not finished. */
  readonly devices: number;
}

/** A quarter hour of events, and when a claim on it is so old that its node must have died. */
interface Quarter {
  readonly from: Date;
  readonly to: Date;
  readonly staleAt: Date;
}

/** Events with the quarter hour in their window, which nobody has measured or measures. */
export const unmeasuredEvents = async (db: Db, { from, to, staleAt }: Quarter): Promise<EventRef[]> => {
  const { rows } = await sql<EventRef>`
    select e.provider_id, e.id as event_id from demand_event e
    where e.state in ('active', 'returning', 'ended') and e.cancelled_at is null
      and e.start_time <= ${from.toISOString()} and e.end_time >= ${to.toISOString()} and not exists (
        select from event_curve c
        where c.provider_id = e.provider_id and c.event_id = e.id and c.quarter = ${from.toISOString()}
          and (c.claimed_at is null or c.claimed_at > ${staleAt.toISOString()}))
    order by e.start_time`.execute(db);
  return rows;
};

/** Only one node measures a quarter hour; true: this one. */
export const claimQuarter = async (
  db: Db,
  { providerId, eventId }: EventRef,
  { from, staleAt }: Quarter,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into event_curve (provider_id, event_id, quarter, expected_wh, measured_wh, heard, devices, claimed_at)
    values (${providerId}, ${eventId}, ${from.toISOString()}, 0, 0, 0, 0, ${now.toISOString()})
    on conflict (provider_id, event_id, quarter) do update set claimed_at = excluded.claimed_at
    where event_curve.claimed_at <= ${staleAt.toISOString()}
    returning 1`.execute(db);
  return rows.length > 0;
};

/** The quarter hour is measured, also if no device was in the event. */
export const endClaim = async (
  db: Db,
  { providerId, eventId }: EventRef,
  { from }: Pick<Quarter, 'from'>,
): Promise<void> => {
  await db
    .updateTable('eventCurve')
    .set({ claimedAt: null })
    .where('providerId', '=', providerId)
    .where('eventId', '=', eventId)
    .where('quarter', '=', from)
    .execute();
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
      devices = excluded.devices, claimed_at = null
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
