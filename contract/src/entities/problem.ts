import { z } from 'zod';
import { errors } from '../errors.ts';
import type { ErrorCode } from '../errors.ts';

/** The body of every error response, `application/problem+json`. */
export const Problem = z.object({
  status: z.int(),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  title: z.string(),
  detail: z.string().nullable(),
  deviceId: z.string().nullable(),
});
export type Problem = z.infer<typeof Problem>;
