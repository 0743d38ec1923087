import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import { OPEN_EVENT_STATES } from './events.ts';
import type { EventRef } from './events.ts';

const OPEN = sql`(${sql.join(OPEN_EVENT_STATES.map((state) => sql.lit(state)))})`;

/** Cancels events that are not over; the ids of those that were not cancelled before. */
export const cancelEvents = async (
  tx: Db,
  { providerId }: ProviderScope,
  eventIds: readonly string[],
  now: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    update demand_event set cancelled_at = ${now.toISOString()}
    where provider_id = ${providerId} and id = any(${[...eventIds]}::text[]) and cancelled_at is null
      and end_time > ${now.toISOString()}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Keeps in whose words open events were stopped, and that their devices return at once. */
export const noteStop = async (
  tx: Db,
  { providerId }: ProviderScope,
  eventIds: readonly string[],
  { reason, returnNowAt }: { readonly reason: string | null; readonly returnNowAt: Date | null },
): Promise<void> => {
  await sql`
    update demand_event set stop_reason = coalesce(${reason}::text, stop_reason),
      return_now_at = coalesce(return_now_at, ${returnNowAt?.toISOString() ?? null}::timestamptz)
    where provider_id = ${providerId} and id = any(${[...eventIds]}::text[])`.execute(tx);
};

/** Events of the provider that are made before this moment are stopped, also such as are being written. */
export const writeStop = async (tx: Db, { providerId }: ProviderScope, now: Date): Promise<void> => {
  await tx.updateTable('provider').set({ stoppedAt: now }).where('id', '=', providerId).execute();
};

/** Cancels events that were being written when all of their provider were stopped. */
export const cancelStopped = async (db: Db): Promise<void> => {
  await sql`
    update demand_event e set cancelled_at = p.stopped_at
    from provider p
    where p.id = e.provider_id and e.created_at < p.stopped_at and e.end_time > p.stopped_at and e.cancelled_at is null
      and e.state in ${OPEN}`.execute(db);
};

/** Makes the nodes look at devices whose return was to be later than it is now that something is wrong. */
export const makeHurriedDue = async (
  db: Db,
  { providerId, eventId }: EventRef,
  latest: Date,
  now: Date,
): Promise<void> => {
  await sql`
    update event_participation p set due_at = ${now.toISOString()}
    where p.provider_id = ${providerId} and p.event_id = ${eventId} and p.due_at > ${now.toISOString()} and exists (
      select from event_action a
      where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
        and a.device_id = p.device_id and a.phase = 'after' and a.state = 'open' and a.at > ${latest.toISOString()}
    )`.execute(db);
};
