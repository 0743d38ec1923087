import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { makerOf, modelOf } from '#domain/manufacturers/index.ts';
import type { DemoDevice } from '../types.ts';

interface DemoSchedule {
  readonly name: string;
  readonly events: DeviceSchedule['Event'];
}

const WEEKDAYS = [1, 2, 3, 4, 5].map((day) => ({ day }));
const WEEKEND = [0, 6].map((day) => ({ day }));

/** Water heaters that accept schedules; radio switches and makers that lock the schedule do not. */
export const hasSchedules = ({ kind, mfg }: DemoDevice): boolean =>
  kind === 'hwh' && makerOf(mfg).panels?.hwh !== 'power' && !makerOf(mfg).locked?.includes('schedule');

export const schedulesFor = ({ kind, mfg, type }: DemoDevice): readonly DemoSchedule[] => {
  const { mode } = modelOf({ kind, mfg, type: type ?? null }).defaults;
  return [
    {
      name: 'Weekday mornings',
      events: [
        { DayOfWeek: WEEKDAYS, timeOfDay: 5.5, command: { mode, setpoint: 120 } },
        { DayOfWeek: WEEKDAYS, timeOfDay: 9, command: { mode, setpoint: 112 } },
        { DayOfWeek: WEEKEND, timeOfDay: 7.5, command: { mode, setpoint: 120 } },
      ],
    },
    {
      name: 'Always warm',
      events: [{ DayOfWeek: [...WEEKEND, ...WEEKDAYS], timeOfDay: 0, command: { mode, setpoint: 120 } }],
    },
    {
      name: 'Holiday draft',
      events: [{ DayOfWeek: [], timeOfDay: null, command: { mode: null, setpoint: null } }],
    },
  ];
};

/** The schedule that a device follows, also while it pauses on vacation; null: residents have set another value by hand. */
export const activeScheduleOf = (device: DemoDevice): DemoSchedule | null => {
  if (device.kind !== 'hwh' || !device.readings || !hasSchedules(device)) return null;
  const [first] = schedulesFor(device);
  const { mode = null, setpoint = null } = device.readings;
  const { vacation } = modelOf({ ...device, type: device.type ?? null });
  const holds = first?.events.some(({ command }) => command.mode === mode && command.setpoint === setpoint);
  return first && (holds || (mode !== null && mode === vacation)) ? first : null;
};
