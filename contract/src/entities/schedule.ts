import { z } from 'zod';

const MOST_EVENTS = 28;

const ScheduleEvent = z.object({
  DayOfWeek: z.array(z.object({ day: z.int().min(0).max(6).meta({ description: '0 is Sunday' }) })),
  timeOfDay: z
    .number()
    .min(0)
    .lt(24)
    .nullable()
    .meta({ description: 'decimal hours: 13.5 is half past one' }),
  command: z.object({ mode: z.string().nullable(), setpoint: z.number().nullable() }),
});

export const DeviceSchedule = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  deviceId: z.string(),
  Event: z.array(ScheduleEvent),
});
export type DeviceSchedule = z.infer<typeof DeviceSchedule>;

/** What a person writes. An event without days, a time or a change makes it a draft, which cannot be chosen. */
export const ScheduleWords = z.strictObject({
  name: z.string().trim().min(1).max(60),
  Event: z.array(ScheduleEvent).max(MOST_EVENTS),
});
export type ScheduleWords = z.infer<typeof ScheduleWords>;

/** The placeholder where none is active: name '--', uid 'default'. */
export const ActiveSchedule = z.object({ name: z.string(), uid: z.string(), deviceId: z.string() });
export type ActiveSchedule = z.infer<typeof ActiveSchedule>;
