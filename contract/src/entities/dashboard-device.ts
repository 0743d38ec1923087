import { z } from 'zod';
import { CommandStatus } from './command.ts';
import { Device, RealtimeEntry } from './device.ts';
import { ActiveSchedule } from './schedule.ts';

/** A device as the dashboard shows it. */
export const DashboardDevice = Device.extend({
  version: z.int().meta({ description: 'counts accepted commands, never readings' }),
  realtime: z.array(RealtimeEntry),
  command: CommandStatus.nullable().meta({ description: 'the last command, if any' }),
  activeSchedule: ActiveSchedule,
});
export type DashboardDevice = z.infer<typeof DashboardDevice>;
