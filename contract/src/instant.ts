import { z } from 'zod';

const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;

const isInCalendar = (value: string): boolean => {
  const year = new Date(value).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};

/** A moment in ISO 8601 with its offset from UTC, as a text. */
export const InstantText = z.iso
  .datetime({ offset: true })
  .refine(isInCalendar, `must lie in the years ${FIRST_YEAR} to ${LAST_YEAR}`);

/** A moment in a query. */
export const Instant = InstantText.optional().transform((value) =>
  value === undefined ? null : new Date(value),
);
