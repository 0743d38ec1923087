import { expect, test } from 'vitest';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { checkSafety } from '../control/gate/gate.ts';
import { scheduleProblem } from './schedule-problem.ts';

const heater = (min: number | null) => ({
  id: 'hwh1',
  kind: 'hwh' as const,
  mfg: 'rheem',
  type: 'Heat Pump Water Heater Gen 5',
  deviceSettings: min === null ? [] : [{ key: 'hwh-min-set-temperature' as const, value: min }],
});

const scheduleOf = (
  command: DeviceSchedule['Event'][number]['command'],
  day = [{ day: 1 }],
): DeviceSchedule => ({
  id: 's1',
  uid: 'u1',
  name: 'Always warm',
  deviceId: 'hwh1',
  Event: [{ DayOfWeek: day, timeOfDay: 6, command }],
});

test.each([
  [null, 120, null],
  [125, 120, { reason: 'min', setpoint: 120, limit: 125 }],
  [125, 125, null],
  [null, 150, { reason: 'max', setpoint: 150, limit: 140 }],
] as const)(
  '[SCHED-1] with a minimum of %s a schedule of %s has the problem %o',
  (min, setpoint, problem) => {
    const command = { mode: null, setpoint };
    expect(scheduleProblem(heater(min), scheduleOf(command))).toEqual(problem);
    // As the gate decides when the schedule is due.
    const result = checkSafety(heater(min), { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint } });
    expect('refused' in result).toBe(problem !== null);
  },
);

test('[SCHED-1] a schedule without a day or with a mode of another model cannot run', () => {
  const command = { mode: null, setpoint: 120 };
  expect(scheduleProblem(heater(null), scheduleOf(command, []))).toEqual({ reason: 'incomplete' });
  const foreign = { mode: 'HYBRID', setpoint: 120 };
  expect(scheduleProblem(heater(null), scheduleOf(foreign))).toEqual({ reason: 'mode', mode: 'HYBRID' });
});
