import type { Device } from '#contract/entities/device.ts';
import type { ProviderSettings } from '#contract/entities/house.ts';
import { makerOf } from '../manufacturers/index.ts';

export interface ScheduleChangeInput {
  readonly device: Pick<Device, 'kind' | 'mfg'>;
  readonly switches: Pick<ProviderSettings, 'enableAutoSchedule' | 'enableCustomHwhSchedule'>;
  /** An event runs on the device and the household has not opted it out. */
  readonly activeEvent: boolean;
  readonly status: 'ONLINE' | 'OFFLINE' | 'UNKNOWN';
}

const hasSchedules = ({ device, switches }: Pick<ScheduleChangeInput, 'device' | 'switches'>): boolean => {
  const { control, locked = [], panels } = makerOf(device.mfg);
  return (
    device.kind === 'hwh' &&
    control === undefined &&
    !locked.includes('schedule') &&
    panels?.hwh !== 'power' &&
    (switches.enableAutoSchedule || switches.enableCustomHwhSchedule)
  );
};

/** Why a person may not choose or drop the schedule of a device now; null: they may. */
export const scheduleChangeRefusal = (
  input: ScheduleChangeInput,
): 'control_locked' | 'event_active' | 'device_offline' | null => {
  if (!hasSchedules(input)) return 'control_locked';
  if (input.activeEvent) return 'event_active';
  return input.status === 'ONLINE' ? null : 'device_offline';
};

/** Whether people may write schedules of a device; in an event and while it is offline too, because nothing is sent. */
export const mayWriteSchedules = (input: Pick<ScheduleChangeInput, 'device' | 'switches'>): boolean =>
  hasSchedules(input) && input.switches.enableCustomHwhSchedule;
