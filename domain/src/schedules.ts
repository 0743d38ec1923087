import type { DeviceSchedule } from '#contract/entities/schedule.ts';

export type ScheduleEvent = DeviceSchedule['Event'][number];

export const SCHEDULE_COLUMNS = ['name', 'days', 'start', 'mode', 'setpoint'] as const;
export type ScheduleColumn = (typeof SCHEDULE_COLUMNS)[number];
export interface ScheduleOrder {
  readonly column: ScheduleColumn;
  readonly descending: boolean;
}

export const DEFAULT_ORDER: ScheduleOrder = { column: 'name', descending: false };

/** A click on a header: ascending first, then the other way round. */
export const orderAfter = (order: ScheduleOrder, column: ScheduleColumn): ScheduleOrder => ({
  column,
  descending: order.column === column && !order.descending,
});

/** More than one event: it is listed behind an expander. */
export const isComplex = ({ Event }: DeviceSchedule): boolean => Event.length > 1;

const isComplete = ({ DayOfWeek, timeOfDay, command }: ScheduleEvent): boolean =>
  DayOfWeek.length > 0 && timeOfDay !== null && (command.mode !== null || command.setpoint !== null);

/** Without a day, a time and something to do in each of its events it cannot run. */
export const canRun = ({ Event }: DeviceSchedule): boolean => Event.length > 0 && Event.every(isComplete);

/** Days of the week in the order of a working week, 0 is Sunday. */
const fromMonday = (day: number): number => (day + 6) % 7;

export const daysOf = ({ DayOfWeek }: Pick<ScheduleEvent, 'DayOfWeek'>): number[] =>
  [...new Set(DayOfWeek.map(({ day }) => day))].toSorted((a, b) => fromMonday(a) - fromMonday(b));

/** Days that follow one another, as first and last: Monday to Friday is one run. */
export const dayRuns = (days: readonly number[]): (readonly [first: number, last: number])[] => {
  const runs: [number, number][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && fromMonday(day) === fromMonday(run[1]) + 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
};

export const isEveryDay = (days: readonly number[]): boolean => days.length === 7;

/** Decimal hours on the clock: 13.5 is '01:30 PM'. */
export const clockOfDay = (timeOfDay: number): string => {
  const minutes = Math.round(timeOfDay * 60) % (24 * 60);
  const hour = Math.floor(minutes / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
};

type SortKey = string | number | null;

/** By what a person reads in the column; a schedule with several events by the first of them. */
const keyOf = (
  schedule: DeviceSchedule,
  column: ScheduleColumn,
  wordOf: (mode: string) => string,
): SortKey => {
  const [event] = schedule.Event;
  if (column === 'name') return schedule.name;
  if (column === 'start') return event?.timeOfDay ?? null;
  if (column === 'setpoint') return event?.command.setpoint ?? null;
  if (column === 'mode') return event?.command.mode ? wordOf(event.command.mode) : null;
  return event && event.DayOfWeek.length > 0 ? daysOf(event).map(fromMonday).join('') : null;
};

const compare = (a: SortKey, b: SortKey, collate: (a: string, b: string) => number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collate(String(a), String(b));

/** What a column does not know stands last in both directions; equals stand by name. */
export const sortSchedules = (
  schedules: readonly DeviceSchedule[],
  { column, descending }: ScheduleOrder,
  { wordOf, collate }: { wordOf: (mode: string) => string; collate: (a: string, b: string) => number },
): DeviceSchedule[] =>
  schedules.toSorted((one, other) => {
    const [a, b] = [keyOf(one, column, wordOf), keyOf(other, column, wordOf)];
    if (a === null || b === null) {
      return Number(a === null) - Number(b === null) || collate(one.name, other.name);
    }
    return (descending ? -1 : 1) * compare(a, b, collate) || collate(one.name, other.name);
  });
