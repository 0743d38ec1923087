import { sql } from 'kysely';
import type { EventCounts } from '#contract/entities/operator.ts';
import type { ProgramHistory } from '#domain/events/program.ts';
import { PASSING_REASONS } from '#domain/events/participation.ts';
import { DAY } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import { OPEN_EVENT_STATES } from './events.ts';

/** Longer than a season of the program can be. */
const LOOK_BACK = 400 * DAY;

interface HistoryQuery {
  readonly providerId: string;
  readonly programId: string;
  /** A dispatch. */
  readonly except?: string;
  readonly now: Date;
}

/**
 * The events of a program by which its counts are checked, those of the dispatch left out. An order makes one event per kind
 * of device: people are called on once by it.
 */
export const programHistory = async (
  db: Db,
  { providerId, programId, except, now }: HistoryQuery,
): Promise<ProgramHistory['events']> => {
  const since = new Date(now.getTime() - LOOK_BACK);
  const { rows } = await sql<{ readonly startTime: Date; readonly cancelledAt: Date | null }>`
    select distinct on (dispatch_id, start_time) start_time, cancelled_at
    from demand_event
    where provider_id = ${providerId} and program_id = ${programId} and start_time > ${since.toISOString()}
      and dispatch_id <> ${except ?? ''}
    order by dispatch_id, start_time, cancelled_at desc nulls first`.execute(db);
  return rows.map(({ startTime, cancelledAt }) => ({
    startTime: startTime.getTime(),
    cancelledAt: cancelledAt?.getTime() ?? null,
  }));
};

/** Another text as soon as an event of the programs came, was changed or cancelled. */
export const stampOfEvents = async (
  db: Db,
  { providerId }: ProviderScope,
  programIds: readonly string[],
): Promise<string> => {
  const { rows } = await sql<{ readonly stamp: string | null }>`
    select string_agg(
      concat_ws(' ', id, start_time, end_time, intensity, revision, cancelled_at), ',' order by id) as stamp
    from demand_event
    where provider_id = ${providerId} and program_id = any(${[...programIds]}::text[])
      and state in (${sql.join(OPEN_EVENT_STATES.map((state) => sql.lit(state)))})`.execute(db);
  return rows[0]?.stamp ?? '';
};

/** Of the events of the provider with the latest start. */
export const latestEventIds = async (
  db: Db,
  { providerId }: ProviderScope,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('demandEvent')
    .select('id')
    .where('providerId', '=', providerId)
    .orderBy('startTime', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

export const openEventIds = async (db: Db, { providerId }: ProviderScope): Promise<string[]> => {
  const rows = await db
    .selectFrom('demandEvent')
    .select('id')
    .where('providerId', '=', providerId)
    .where('state', 'in', OPEN_EVENT_STATES)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * The outcomes of events, counted by the database because an event may have some ten thousand devices. They are those of
 * `countOutcomes` of the domain; a test holds one against the other.
 */
export const eventProgress = async (
  db: Db,
  { providerId }: ProviderScope,
  eventIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, EventCounts>> => {
  const at = now.toISOString();
  const { rows } = await sql<EventCounts & { readonly eventId: string }>`
    with device_facts as (
      select p.provider_id, p.event_id, p.house_id, p.device_id, p.excluded, p.opt_out_at,
        coalesce(p.opt_out_cause = 'provider', false) as taken_out,
        coalesce(bool_or(a.phase <> 'after' and a.sent_at is not null), false) as contacted,
        coalesce(bool_or(a.phase = 'during' and a.confirmed_at is not null), false) as responded,
        coalesce(bool_or(a.phase = 'during' and a.round = p.round
          and a.reason ->> 'code' <> all(${[...PASSING_REASONS]}::text[])), false) as found_unfit
      from event_participation p
      left join event_action a using (provider_id, event_id, house_id, device_id)
      where p.provider_id = ${providerId} and p.event_id = any(${eventIds}::text[])
      group by p.provider_id, p.event_id, p.house_id, p.device_id
    ), device_outcome as (
      select f.*, case
        when f.excluded then 'excluded'
        when f.taken_out then case when f.responded then 'responded' else 'excluded' end
        when f.opt_out_at < e.start_time and not f.contacted then 'leftBefore'
        when f.opt_out_at is not null then 'optedOut'
        when not f.contacted and (e.cancelled_at is not null or f.found_unfit) then 'excluded'
        when f.responded then 'responded'
        when ${at} >= least(e.end_time, e.cancelled_at) then 'noResponse'
        else 'pending' end as outcome
      from device_facts f join demand_event e on e.provider_id = f.provider_id and e.id = f.event_id
    )
    select o.event_id, count(*)::integer as enrolled,
      count(*) filter (where o.outcome = 'excluded')::integer as excluded,
      count(*) filter (where o.outcome = 'leftBefore')::integer as left_before,
      count(*) filter (where o.outcome not in ('excluded', 'leftBefore'))::integer as contacted,
      count(*) filter (where o.outcome = 'pending')::integer as pending,
      count(*) filter (where o.outcome = 'responded')::integer as responded,
      count(*) filter (where o.outcome = 'noResponse')::integer as no_response,
      count(*) filter (where o.outcome = 'optedOut')::integer as opted_out
    from device_outcome o
    group by o.event_id`.execute(db);
  return new Map(rows.map(({ eventId, ...counts }) => [eventId, counts] as const));
};
