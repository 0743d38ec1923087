import { z } from 'zod';

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

/** The placeholder where none is active: name '--', uid 'default'. */
export const ActiveSchedule = z.object({ name: z.string(), uid: z.string(), deviceId: z.string() });
export type ActiveSchedule = z.infer<typeof ActiveSchedule>;
