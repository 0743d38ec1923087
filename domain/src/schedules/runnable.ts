import type { DeviceSchedule } from '#contract/entities/schedule.ts';

export type ScheduleEvent = DeviceSchedule['Event'][number];

/** An event without a day, a time or anything to change never runs. */
export const isRunnableEvent = ({ DayOfWeek, timeOfDay, command }: ScheduleEvent): boolean =>
  DayOfWeek.length > 0 && timeOfDay !== null && (command.mode !== null || command.setpoint !== null);

export const isRunnableSchedule = ({ Event }: DeviceSchedule): boolean =>
  Event.length > 0 && Event.every(isRunnableEvent);
