import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { devicePath } from '#web/lib/routing/paths.ts';

type Place = Pick<DeviceSchedule, 'deviceId' | 'uid'>;

const pathWith = (deviceId: string, query: string): string => `${devicePath(deviceId, 'schedule')}?${query}`;

export const newPath = (deviceId: string): string => pathWith(deviceId, 'new');
export const editPath = ({ deviceId, uid }: Place): string =>
  pathWith(deviceId, `edit=${encodeURIComponent(uid)}`);
/** As a new schedule of a device, which may be another one than that of the schedule. */
export const copyPath = ({ uid }: Pick<Place, 'uid'>, deviceId: string): string =>
  pathWith(deviceId, `new=${encodeURIComponent(uid)}`);
