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
  { reason, returnNowAt }: Omit<Stop, 'at'>,
): Promise<void> => {
  await sql`
    update demand_event set stop_reason = coalesce(${reason}::text, stop_reason),
      return_now_at = coalesce(return_now_at, ${returnNowAt?.toISOString() ?? null}::timestamptz)
    where provider_id = ${providerId} and id = any(${[...eventIds]}::text[])`.execute(tx);
};

export interface Stop {
  readonly at: Date;
  /** In the words of the operator. */
  readonly reason: string | null;
  /** Something is wrong: devices return at once. */
  readonly returnNowAt: Date | null;
}

/** Events of the provider that are made before this moment are stopped, also such as are being written. */
export const writeStop = async (
  tx: Db,
  { providerId }: ProviderScope,
  { at, reason, returnNowAt }: Stop,
): Promise<void> => {
  await tx
    .updateTable('provider')
    .set({ stoppedAt: at, stopReason: reason, returnNowAt })
    .where('id', '=', providerId)
    .execute();
};

/** Cancels events that were being written when all of their provider were stopped; null: of every provider. Returns them. */
export const cancelStopped = async (
  tx: Db,
  providerId: string | null,
): Promise<(EventRef & { readonly cancelledAt: Date })[]> => {
  const { rows } = await sql<EventRef & { readonly cancelledAt: Date }>`
    update demand_event e set cancelled_at = p.stopped_at, stop_reason = p.stop_reason, return_now_at = p.return_now_at
    from provider p
    where p.id = e.provider_id and e.created_at < p.stopped_at and e.end_time > p.stopped_at and e.cancelled_at is null
      and e.state in ${OPEN} and (${providerId}::text is null or p.id = ${providerId})
    returning e.provider_id, e.id as event_id, e.cancelled_at`.execute(tx);
  return rows;
};
