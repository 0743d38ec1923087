import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { nextDue } from './due-times.ts';
import { visibleControlsOf } from '../control/controls.ts';
import type { LatestValues } from '../control/latest-values.ts';
import { isSameSetting } from '../control/same-setting.ts';
import { isPaused } from '../control/setpoint.ts';

/** Why the setpoint of a device is what it is; times in ms. */
export type ValueReason =
  | { readonly code: 'person'; readonly at: number }
  /** `setpoint`: °F that the device is at; `until`: the next step. */
  | { readonly code: 'schedule'; readonly name: string; readonly setpoint: number; readonly until: number }
  | { readonly code: 'event'; readonly until: number }
  | { readonly code: 'preparing' | 'returned' | 'safety' | 'device' | 'hold' | 'ownSchedule' };

type Command = NonNullable<DashboardDevice['command']>;

const setpointsOf = ({ body }: Command): number[] =>
  [body.setpoint, body.heatSetpoint, body.coolSetpoint].filter((value) => value !== undefined);

/** Whether the device still is at what the command set. */
const isKept = (device: DashboardDevice, readings: LatestValues, wanted: readonly number[]): boolean => {
  const shown = visibleControlsOf(device)
    .filter(({ field }) => field !== 'mode' && field !== 'fanMode')
    .flatMap(({ key }) => readings.number(key) ?? []);
  return wanted.every((value) => shown.some((one) => isSameSetting(one, value)));
};

interface Moment {
  readonly schedules: readonly DeviceSchedule[];
  readonly zone: string;
  readonly now: number;
}

/** null: the device follows none that runs. */
const scheduleReason = (
  device: DashboardDevice,
  readings: LatestValues,
  { schedules, zone, now }: Moment,
): ValueReason | null => {
  const active = schedules.find(({ uid }) => uid === device.activeSchedule.uid);
  const setpoint = readings.number('hwh-set-temperature');
  if (!active || setpoint === null || isPaused(device, readings.text('hwh-set-mode'))) return null;
  const next = nextDue(active.Event, zone, now);
  return next && { code: 'schedule', name: active.name, setpoint, until: next.time };
};

/** null: of the command alone nothing is known that still holds. */
const commandReason = ({ origin, because, acceptedAt }: Command): ValueReason | null => {
  if (origin === 'person') return { code: 'person', at: Date.parse(acceptedAt) };
  if (origin === 'safety') return { code: 'safety' };
  if (origin === 'restore') return { code: 'returned' };
  if (because?.code === 'event') return { code: 'event', until: Date.parse(because.until) };
  return because?.code === 'prepare' ? { code: 'preparing' } : null;
};

/** null: nothing is known, or a change is under way, which the card says elsewhere. */
export const valueReason = (
  device: DashboardDevice,
  readings: LatestValues,
  moment: Moment,
): ValueReason | null => {
  const { command } = device;
  if (command?.state === 'accepted' || command?.state === 'sent') return null;
  const hold = readings.flag('thermostat-hold');
  const wanted = command?.state === 'confirmed' ? setpointsOf(command) : [];
  if (command && wanted.length > 0) {
    const kept = isKept(device, readings, wanted);
    const reason = kept ? commandReason(command) : null;
    if (reason) return reason;
    // A thermostat tells more about itself.
    if (!kept && hold === null) return { code: 'device' };
  }
  if (hold !== null) return { code: hold ? 'hold' : 'ownSchedule' };
  return scheduleReason(device, readings, moment);
};
