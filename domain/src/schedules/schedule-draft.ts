import type { DeviceSchedule, ScheduleWords } from '#contract/entities/schedule.ts';
import { daysOf } from './days.ts';
import type { ScheduleEvent } from './runnable.ts';

/** An event of a schedule as a form holds it. */
export interface StepDraft {
  /** Stays with the step while others are added and removed. */
  readonly key: number;
  /** 0 is Sunday. */
  readonly days: readonly number[];
  /** '05:30' as a field for times has it; empty: none. */
  readonly time: string;
  readonly mode: string | null;
  /** °F. */
  readonly setpoint: number | null;
}

export interface ScheduleDraft {
  readonly name: string;
  readonly steps: readonly StepDraft[];
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const timeText = (hours: number | null): string => {
  if (hours === null) return '';
  const minutes = Math.round(hours * 60);
  return `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`;
};

const hoursIn = (time: string): number | null => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  return hours === undefined ? null : (Number(hours) * 60 + Number(minutes)) / 60;
};

export const draftOf = ({ name, Event }: Pick<DeviceSchedule, 'name' | 'Event'>): ScheduleDraft => ({
  name,
  steps: Event.map((event, key) => ({
    key,
    days: daysOf(event),
    time: timeText(event.timeOfDay),
    ...event.command,
  })),
});

export const eventOf = ({ days, time, mode, setpoint }: StepDraft): ScheduleEvent => ({
  DayOfWeek: days.map((day) => ({ day })),
  timeOfDay: hoursIn(time),
  command: { mode, setpoint },
});

export const wordsOf = ({ name, steps }: ScheduleDraft): ScheduleWords => ({
  name: name.trim(),
  Event: steps.map(eventOf),
});

/** Parts of the day, each with the hour at which it ends. */
const PARTS = [
  [5, 'night'],
  [8, 'earlyMorning'],
  [11, 'morning'],
  [14, 'midday'],
  [17, 'afternoon'],
  [21, 'evening'],
  [24, 'lateEvening'],
] as const;
type DayPart = (typeof PARTS)[number][1];

const WEEKEND: readonly number[] = [0, 6];

/** Which days and which part of the day a step belongs to, for its name; null: it has no day or no time. */
export const stepPlace = (
  event: ScheduleEvent,
): { readonly days: 'every' | 'weekdays' | 'weekend' | 'some'; readonly part: DayPart } | null => {
  const { timeOfDay } = event;
  const days = daysOf(event);
  if (timeOfDay === null || days.length === 0) return null;
  const part = PARTS.find(([until]) => timeOfDay < until)?.[1] ?? 'lateEvening';
  const weekend = days.filter((day) => WEEKEND.includes(day)).length;
  if (days.length === 7) return { days: 'every', part };
  if (days.length === 5 && weekend === 0) return { days: 'weekdays', part };
  return { days: days.length === 2 && weekend === 2 ? 'weekend' : 'some', part };
};
