import { z } from 'zod';

/** A moment in a query, in ISO 8601 with its offset from UTC. */
export const Instant = z.iso
  .datetime({ offset: true })
  .optional()
  .transform((value) => (value === undefined ? null : new Date(value)));
