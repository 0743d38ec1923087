import { z } from 'zod';

/**
 * Words that people write and others read in one line. Lone surrogates and control characters cannot be stored or read; marks of
 * direction would turn around what stands beside them.
 */
export const Line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u, 'must have no control characters and no marks of direction');
