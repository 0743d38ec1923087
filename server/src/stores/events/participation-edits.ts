import type { Participation } from '#domain/events/participation.ts';
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
