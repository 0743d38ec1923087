import { DAY, HOUR, instantAt, wallTime } from '../time/time.ts';
import { isRunnableEvent } from './runnable.ts';
import type { ScheduleEvent } from './runnable.ts';

/** A command that a schedule is to send, and when. */
export interface DueStep {
  /** ms. */
  readonly time: number;
  readonly command: ScheduleEvent['command'];
}

/** A week and a day: every event of a schedule is due at least once within. */
const SEARCH_DAYS = 8;

/** What is due on `days` (relative to the day of `at`), in the order of time; each time of day once, also when clocks change. */
const duesAround = (
  events: readonly ScheduleEvent[],
  zone: string,
  at: number,
  days: readonly number[],
): DueStep[] => {
  const { year, month, day } = wallTime(new Date(at), zone);
  return days
    .flatMap((ahead) => {
      const midnight = Date.UTC(year, month - 1, day + ahead);
      const weekday = new Date(midnight).getUTCDay();
      return events
        .filter((event) => isRunnableEvent(event) && event.DayOfWeek.some((one) => one.day === weekday))
        .map(({ timeOfDay, command }) => ({
          time: instantAt(midnight + Math.round((timeOfDay ?? 0) * HOUR), zone),
          command,
        }));
    })
    .toSorted((a, b) => a.time - b.time);
};

const backward = Array.from({ length: SEARCH_DAYS + 1 }, (_, index) => index - SEARCH_DAYS);
const forward = Array.from({ length: SEARCH_DAYS + 1 }, (_, index) => index);

/** What was due last: the setting that the schedule wants at present; null: nothing is ever due. */
export const lastDue = (events: readonly ScheduleEvent[], zone: string, now: number): DueStep | null =>
  duesAround(events, zone, now, backward).findLast(({ time }) => time <= now) ?? null;

/** null: nothing is ever due. */
export const nextDue = (events: readonly ScheduleEvent[], zone: string, now: number): DueStep | null =>
  // From yesterday on: the clocks may be set back over midnight.
  duesAround(events, zone, now - DAY, forward).find(({ time }) => time > now) ?? null;

/** What the schedule wants at `from`, and everything due from there up to `to`. */
export const duesBetween = (
  events: readonly ScheduleEvent[],
  zone: string,
  from: number,
  to: number,
): readonly DueStep[] => {
  const dues: DueStep[] = [];
  let due = lastDue(events, zone, from) ?? nextDue(events, zone, from);
  for (; due && due.time <= to; due = nextDue(events, zone, due.time)) dues.push(due);
  return dues;
};
