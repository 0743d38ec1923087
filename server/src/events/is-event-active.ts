import { isLocked } from '#domain/events/outcome.ts';
import type { Db } from '../db/connection.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import { findEvents } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { openParticipationsOf } from '../stores/events/participations.ts';
import type { StoredParticipation } from '../stores/events/participations.ts';

export interface OpenParticipation extends StoredParticipation {
  readonly event: StoredEvent;
}

/** What a device does in events that are not over for it. Nobody changes it while the caller holds the lock of the device. */
export const openEventsOf = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  deviceId: string,
): Promise<OpenParticipation[]> => {
  const open = await openParticipationsOf(tx, { providerId, houseId, deviceId });
  if (open.length === 0) return [];
  const events = new Map((await findEvents(tx, open)).map((event) => [event.id, event]));
  return open.flatMap((candidate) => {
    const event = events.get(candidate.eventId);
    return event ? [{ ...candidate, event }] : [];
  });
};

/** Whether an event runs on the device that the household has not opted it out of. */
export const isEventActive = async (
  tx: Db,
  scope: HouseDataScope,
  deviceId: string,
  now: Date,
): Promise<boolean> =>
  (await openEventsOf(tx, scope, deviceId)).some(({ event, participation }) =>
    isLocked(event, participation, now.getTime()),
  );
