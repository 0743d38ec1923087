import { z } from 'zod';
import { InstantText } from './instant.ts';

/** A day of the calendar, in the zone of the house that it is asked of. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const partsOf = (text: string): CalendarDay => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
};

const isInCalendar = (text: string): boolean => {
  const { year, month, day } = partsOf(text);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const DayText = z
  .string()
  .regex(
    /^(?:19[7-9]\d|20\d\d|21\d\d)-\d{1,2}-\d{1,2}$/,
    'must be a moment in ISO 8601, or a day such as 2026-10-1',
  )
  .refine(isInCalendar, 'is no day of the calendar');

/** A moment in a query, or a day: as a start its begin, as an end its end. */
export const DayOrInstant = z
  .union([InstantText.transform((text) => new Date(text)), DayText.transform(partsOf)])
  .optional()
  .transform((value) => value ?? null);

export type DayOrInstant = z.infer<typeof DayOrInstant>;
