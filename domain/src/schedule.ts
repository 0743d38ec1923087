import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { DAY, HOUR, instantAt, wallTime } from './time.ts';

type ScheduleEvent = DeviceSchedule['Event'][number];

/** What a schedule does at one moment. */
export interface Due {
  /** ms. */
  readonly time: number;
  readonly command: ScheduleEvent['command'];
}

/** A week and a day: whatever it does, it does within. */
const LOOK = 8;

/** Without days, a time or anything to do it cannot run. */
const isComplete = ({ DayOfWeek, timeOfDay, command }: ScheduleEvent): boolean =>
  DayOfWeek.length > 0 && timeOfDay !== null && (command.mode !== null || command.setpoint !== null);

/** Everything due on the days around a moment, in the order of time; each time of day once, also when clocks change. */
const duesAround = (
  events: readonly ScheduleEvent[],
  zone: string,
  at: number,
  days: readonly number[],
): Due[] => {
  const { year, month, day } = wallTime(new Date(at), zone);
  return days
    .flatMap((ahead) => {
      const midnight = Date.UTC(year, month - 1, day + ahead);
      const weekday = new Date(midnight).getUTCDay();
      return events
        .filter((event) => isComplete(event) && event.DayOfWeek.some((one) => one.day === weekday))
        .map(({ timeOfDay, command }) => ({
          time: instantAt(midnight + Math.round((timeOfDay ?? 0) * HOUR), zone),
          command,
        }));
    })
    .toSorted((a, b) => a.time - b.time);
};

const backward = Array.from({ length: LOOK + 1 }, (_, index) => index - LOOK);
const forward = Array.from({ length: LOOK + 1 }, (_, index) => index);

/** What a schedule did last: what it holds now. */
export const lastDue = (events: readonly ScheduleEvent[], zone: string, now: number): Due | null =>
  duesAround(events, zone, now, backward).findLast(({ time }) => time <= now) ?? null;

/** null: it never does anything. */
export const nextDue = (events: readonly ScheduleEvent[], zone: string, now: number): Due | null =>
  // From yesterday on: the clocks may be set back over midnight.
  duesAround(events, zone, now - DAY, forward).find(({ time }) => time > now) ?? null;

/** What it holds at `from`, and everything it does from there up to `to`. */
export const duesBetween = (
  events: readonly ScheduleEvent[],
  zone: string,
  from: number,
  to: number,
): readonly Due[] => {
  const dues: Due[] = [];
  let due = lastDue(events, zone, from) ?? nextDue(events, zone, from);
  for (; due && due.time <= to; due = nextDue(events, zone, due.time)) dues.push(due);
  return dues;
};
