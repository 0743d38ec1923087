import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { daysAfterMonday, daysOf } from './days.ts';

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

type SortKey = string | number | null;

/** What the column shows; a schedule with several events sorts by the first of them. */
const keyOf = (
  schedule: DeviceSchedule,
  column: ScheduleColumn,
  labelOf: (mode: string) => string,
): SortKey => {
  const [event] = schedule.Event;
  if (column === 'name') return schedule.name;
  if (column === 'start') return event?.timeOfDay ?? null;
  if (column === 'setpoint') return event?.command.setpoint ?? null;
  if (column === 'mode') return event?.command.mode ? labelOf(event.command.mode) : null;
  return event && event.DayOfWeek.length > 0 ? daysOf(event).map(daysAfterMonday).join('') : null;
};

const compare = (a: SortKey, b: SortKey, collate: (a: string, b: string) => number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collate(String(a), String(b));

/** Schedules without a value in the column come last in both directions; ties are sorted by name. */
export const sortSchedules = (
  schedules: readonly DeviceSchedule[],
  { column, descending }: ScheduleOrder,
  { labelOf, collate }: { labelOf: (mode: string) => string; collate: (a: string, b: string) => number },
): DeviceSchedule[] =>
  schedules.toSorted((one, other) => {
    const [a, b] = [keyOf(one, column, labelOf), keyOf(other, column, labelOf)];
    if (a === null || b === null) {
      return Number(a === null) - Number(b === null) || collate(one.name, other.name);
    }
    return (descending ? -1 : 1) * compare(a, b, collate) || collate(one.name, other.name);
  });
