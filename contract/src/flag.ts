import { z } from 'zod';

/** A query switch: `true` or `1` turns it on, anything else does not. */
export const Flag = z
  .string()
  .optional()
  .transform((value) => value === 'true' || value === '1');
