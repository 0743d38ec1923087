import { sql } from 'kysely';
import type { Stop } from '#domain/events/engine/ports.ts';
import type { EventRef } from '#domain/events/engine/rows.ts';
import type { Db } from '../../db/connection.ts';
import { updateEvents } from './due-events.ts';
import { OPEN_STATES } from './events.ts';

/** A new revision, of which all devices are made due, and the event itself. */
const walkedAgain = (at: string) =>
  sql`revision = e.revision + 1, walk_pass = 1, walk_house = '', walk_device = '', walk_postponed_until = null,
    due_at = ${at}::timestamptz`;

/** Cancels events that are not over; the ids of those that were not cancelled before. */
export const cancelEvents = async (tx: Db, refs: readonly EventRef[], now: number): Promise<string[]> => {
  const at = new Date(now).toISOString();
  const cancelled = await updateEvents(
    tx,
    refs,
    sql`e.cancelled_at is null and e.end_time > ${at}`,
    sql`cancelled_at = ${at}::timestamptz, ${walkedAgain(at)}`,
  );
  return cancelled.map(({ eventId }) => eventId);
};

/** Keeps in whose words events were stopped; gives those that are to return at once and were not before. */
export const noteStop = async (
  tx: Db,
  refs: readonly EventRef[],
  { reason, returnNowAt }: Omit<Stop, 'at'>,
): Promise<EventRef[]> => {
  await updateEvents(tx, refs, sql`true`, sql`stop_reason = coalesce(${reason}::text, stop_reason)`);
  if (returnNowAt === null) return [];
  const at = new Date(returnNowAt).toISOString();
  return updateEvents(
    tx,
    refs,
    sql`e.return_now_at is null`,
    sql`return_now_at = ${at}::timestamptz, ${walkedAgain(at)}`,
  );
};

/** Events of the provider that are made before this moment are stopped, also such as are being written. */
export const writeStop = async (
  tx: Db,
  providerId: string,
  { at, reason, returnNowAt }: Stop,
): Promise<void> => {
  await tx
    .updateTable('provider')
    .set({
      stoppedAt: new Date(at),
      stopReason: reason,
      // Kept for events made before an earlier stop: they may still be being written.
      ...(returnNowAt === null ? {} : { returnNowAt: new Date(returnNowAt) }),
    })
    .where('id', '=', providerId)
    .execute();
};

interface Cancelled extends EventRef {
  readonly cancelledAt: number;
}

/** Cancels events that were being written when all of their provider were stopped; null: of every provider. Returns them. */
export const cancelStopped = async (tx: Db, providerId: string | null): Promise<Cancelled[]> => {
  const { rows } = await sql<EventRef & { readonly cancelledAt: Date }>`
    with locked as (
      select e.provider_id, e.id, p.stopped_at, p.stop_reason, p.return_now_at
      from provider p
      join demand_event e on e.provider_id = p.id
      where e.created_at < p.stopped_at and e.end_time > p.stopped_at and e.cancelled_at is null and e.state in ${OPEN_STATES}
        and (${providerId}::text is null or p.id = ${providerId})
      order by e.provider_id, e.id
      for no key update of e
    )
    update demand_event e set cancelled_at = l.stopped_at, stop_reason = l.stop_reason,
      return_now_at = case when e.created_at < l.return_now_at then l.return_now_at end,
      revision = e.revision + 1, walk_pass = 1, walk_house = '', walk_device = '', walk_postponed_until = null,
      due_at = l.stopped_at
    from locked l
    where e.provider_id = l.provider_id and e.id = l.id
    returning e.provider_id, e.id as event_id, e.cancelled_at`.execute(tx);
  return rows.map(({ cancelledAt, ...ref }) => ({ ...ref, cancelledAt: cancelledAt.getTime() }));
};
