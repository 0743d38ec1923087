import { daysAfterMonday, daysOf } from './days.ts';
import type { ScheduleEvent } from './runnable.ts';

const HOURS = 24;
/** 0 is Sunday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** So long a day has one target; hours of the day. */
export interface TargetSpan {
  readonly from: number;
  readonly to: number;
  /** °F */
  readonly setpoint: number;
}

interface DayOfTargets {
  readonly day: number;
  readonly spans: readonly TargetSpan[];
}

/**
 * The targets of a week that begins on Monday, as long as nobody changes them. What a day begins with is what the days before it ended
 * with. Empty where no change that has days and a time sets a target.
 */
export const weekOf = (events: readonly ScheduleEvent[]): readonly DayOfTargets[] => {
  const changes = events
    .flatMap((event) => {
      const { timeOfDay, command } = event;
      if (timeOfDay === null || command.setpoint === null) return [];
      const { setpoint } = command;
      return daysOf(event).map((day) => ({ at: HOURS * daysAfterMonday(day) + timeOfDay, setpoint }));
    })
    .toSorted((one, other) => one.at - other.at);
  const last = changes.at(-1);
  if (!last) return [];
  return WEEK.map((day, index) => {
    const [start, end] = [HOURS * index, HOURS * (index + 1)];
    const before = changes.findLast(({ at }) => at <= start) ?? last;
    const own = changes.filter(({ at }) => at > start && at < end);
    const points = [{ at: start, setpoint: before.setpoint }, ...own].filter(
      ({ setpoint }, place, all) => setpoint !== all[place - 1]?.setpoint,
    );
    return {
      day,
      spans: points.map(({ at, setpoint }, place) => ({
        from: at - start,
        to: (points[place + 1]?.at ?? end) - start,
        setpoint,
      })),
    };
  });
};
