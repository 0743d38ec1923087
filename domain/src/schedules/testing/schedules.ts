import type { DeviceSchedule } from '#contract/entities/schedule.ts';

export const event = (
  days: number[],
  timeOfDay: number | null,
  mode: string | null,
  setpoint: number | null,
): DeviceSchedule['Event'][number] => ({
  DayOfWeek: days.map((day) => ({ day })),
  timeOfDay,
  command: { mode, setpoint },
});

export const schedule = (name: string, ...Event: DeviceSchedule['Event']): DeviceSchedule => ({
  id: name,
  uid: name,
  name,
  deviceId: 'tank',
  Event,
});
