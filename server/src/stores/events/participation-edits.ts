import { sql } from 'kysely';
import type { Participation } from '#domain/events/participation.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import type { ParticipationRef } from './participations.ts';

export interface ParticipationEdit extends ParticipationRef {
  readonly participation: Pick<Participation, 'preparationCancelled' | 'scheduleSkippedAt'>;
}

/**
 * Writes what commands of persons and schedules change, under the lock of the device. Nothing else of the row: when a node has to
 * look at the device may be changed without that lock.
 */
export const writeEdits = async (tx: Db, edits: readonly ParticipationEdit[]): Promise<void> => {
  for (const { providerId, eventId, houseId, deviceId, participation } of edits) {
    const { preparationCancelled, scheduleSkippedAt } = participation;
    await tx
      .updateTable('eventParticipation')
      .set({
        preparationCancelled,
        scheduleSkippedAt: scheduleSkippedAt === null ? null : new Date(scheduleSkippedAt),
      })
      .where('providerId', '=', providerId)
      .where('eventId', '=', eventId)
      .where('houseId', '=', houseId)
      .where('deviceId', '=', deviceId)
      .execute();
  }
};

/**
 * Of devices that have reported, those in which an event that is not over has sent something: their readings may confirm it, or
 * show that somebody has changed the device since. Asked with every batch of readings.
 */
export const participationsToObserve = async (
  db: Db,
  devices: readonly DeviceRef[],
): Promise<ParticipationRef[]> => {
  if (devices.length === 0) return [];
  // `offset 0` makes each device a look-up by its key: as a join the planner, whose statistics may be older than the event, would
  // compare every device with every open participation.
  const { rows } = await sql<ParticipationRef>`
    select p.provider_id, p.event_id, p.house_id, p.device_id
    from unnest(
      ${devices.map(({ providerId }) => providerId)}::text[],
      ${devices.map(({ houseId }) => houseId)}::text[],
      ${devices.map(({ deviceId }) => deviceId)}::text[]
    ) as r (provider_id, house_id, device_id)
    cross join lateral (
      select * from event_participation
      where provider_id = r.provider_id and house_id = r.house_id and device_id = r.device_id and due_at is not null
      offset 0
    ) p
    where exists (
      select from event_action a
      where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
        and a.device_id = p.device_id and a.sent_at is not null
      offset 0
    )`.execute(db);
  return rows;
};
