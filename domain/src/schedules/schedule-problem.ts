import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { setpointLimits } from '../control/gate/safety.ts';
import type { LimitedDevice } from '../control/gate/safety.ts';
import { modelOf } from '../manufacturers/index.ts';
import { isRunnableSchedule } from './runnable.ts';

/** Why a schedule, or a step of it, would not be sent; temperatures in °F. */
export type ScheduleProblem =
  /** A step has no day, no time or nothing to change. */
  | { readonly reason: 'incomplete' }
  | { readonly reason: 'mode'; readonly mode: string }
  | { readonly reason: 'min' | 'max'; readonly setpoint: number; readonly limit: number };

/** The first thing that the gate would refuse in this schedule, with the limits that hold at present; null: nothing. */
export const scheduleProblem = (device: LimitedDevice, schedule: DeviceSchedule): ScheduleProblem | null => {
  if (!isRunnableSchedule(schedule)) return { reason: 'incomplete' };
  const limits = setpointLimits(device);
  for (const { command } of schedule.Event) {
    const { mode, setpoint } = command;
    if (mode !== null && !modelOf(device).modes.some(({ name }) => name === mode))
      return { reason: 'mode', mode };
    if (setpoint === null || limits === null) continue;
    if (setpoint < limits.min) return { reason: 'min', setpoint, limit: limits.min };
    if (setpoint > limits.max) return { reason: 'max', setpoint, limit: limits.max };
  }
  return null;
};
