import type { EventHooks } from '../commands/deps.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { devicesInEvents } from '../stores/events/due-devices.ts';
import { isEventActive } from './is-event-active.ts';
import { noteEdit, skipSchedule } from './people/note-edit.ts';

export const createEventHooks = (clock: Clock): EventHooks => ({
  isActive: (tx, scope, deviceId) => isEventActive(tx, scope, deviceId, clock.now()),
  inEvents: devicesInEvents,
  noteEdit: (tx, scope, deviceId) => noteEdit(tx, scope, deviceId, clock.now()),
  skipSchedule: (tx, scope, deviceId) => skipSchedule(tx, scope, deviceId, clock.now()),
});
