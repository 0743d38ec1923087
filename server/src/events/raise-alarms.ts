import type { Db } from '../db/connection.ts';
import * as audit from '../stores/system/audit.ts';
import { markAlarmed } from '../stores/events/participations.ts';
import type { ParticipationRef } from '../stores/events/participations.ts';
import type { EventDeps } from './deps.ts';

/** Reports, once each, devices that an event has left where it put them: their return is late. */
export const raiseAlarms = async (
  tx: Db,
  { random, metrics, onError }: Pick<EventDeps, 'random' | 'metrics' | 'onError'>,
  late: readonly ParticipationRef[],
  now: Date,
): Promise<void> => {
  for (const { providerId, houseId, eventId, deviceId } of await markAlarmed(tx, late, now)) {
    metrics.countLateReturn();
    onError(
      new Error(`device ${deviceId} of house ${houseId} (${providerId})`),
      `returning a device from event ${eventId}`,
    );
    await audit.record(tx, random, now, {
      providerId,
      houseId,
      accountId: null,
      action: 'return-late',
      detail: { eventId, deviceId },
    });
  }
};
