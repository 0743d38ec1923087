import { isEventActive, noteEdit, skipSchedule } from '#domain/events/engine/edits.ts';
import type { EventHooks } from '../commands/deps.ts';
import type { Db } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import { devicesInEvents } from '../stores/events/due-devices.ts';
import { createEventStore } from '../stores/events/engine-store.ts';

export const createEventHooks = (clock: Clock): EventHooks => {
  const now = () => clock.now().getTime();
  const within = (tx: Db) => ({ store: createEventStore(tx, now), now });
  const refOf = ({ providerId, houseId }: HouseDataScope, deviceId: string) => ({
    providerId,
    houseId,
    deviceId,
  });
  return {
    isActive: (tx, scope, deviceId) => isEventActive(within(tx), refOf(scope, deviceId)),
    inEvents: devicesInEvents,
    noteEdit: (tx, scope, deviceId) => noteEdit(within(tx), refOf(scope, deviceId)),
    skipSchedule: (tx, scope, deviceId) => skipSchedule(within(tx), refOf(scope, deviceId)),
  };
};
