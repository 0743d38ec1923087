import { afterCommit } from '../db/after-commit.ts';
import type { Db } from '../db/connection.ts';
import * as audit from '../stores/system/audit.ts';
import { markAlarmed } from '../stores/events/late-returns.ts';
import type { ParticipationRef } from '../stores/events/participations.ts';
import type { EventDeps } from './deps.ts';

/** Devices that a line of the log names; the audit has all of them. */
const NAMED = 20;

/**
 * Reports, once each, devices that an event has left where it put them: their return is late. One row of the audit and one
 * line of the log name all those of an event, because the devices are locked meanwhile.
 */
export const raiseAlarms = async (
  tx: Db,
  { random, metrics, onError }: Pick<EventDeps, 'random' | 'metrics' | 'onError'>,
  late: readonly ParticipationRef[],
  now: Date,
): Promise<void> => {
  const alarmed = await markAlarmed(tx, late, now);
  const byEvent = Map.groupBy(alarmed, ({ providerId, eventId }) => `${providerId}/${eventId}`);
  const alarms = [...byEvent.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { providerId, eventId } = first;
    const devices = [first, ...others].map(({ houseId, deviceId }) => `${houseId}/${deviceId}`);
    return [{ providerId, eventId, devices }];
  });
  await audit.recordAll(
    tx,
    random,
    now,
    alarms.map(({ providerId, eventId, devices }) => ({
      providerId,
      accountId: null,
      action: 'return-late',
      detail: { eventId, devices },
    })),
  );
  afterCommit(tx, () => {
    metrics.countLateReturns(alarmed.length);
    for (const { providerId, eventId, devices } of alarms) {
      const named = devices.slice(0, NAMED).join(', ');
      const others = devices.length > NAMED ? ` and ${devices.length - NAMED} others, see the audit` : '';
      onError(
        new Error(`${devices.length} of ${providerId}: ${named}${others}`),
        `returning devices from event ${eventId}`,
      );
    }
  });
};
