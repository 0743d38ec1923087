import type { FastifyBaseLogger } from 'fastify';
import { errors } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { SECOND } from '#domain/time/time.ts';
import type { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock/clock.ts';

export type FailureLog = (log: FastifyBaseLogger, error: AppError) => void;

/**
 * Logs failures of the server. What is refused for a while, because of load or the database, comes in thousands: of these a
 * line a second per code, with the number of those left out before it.
 */
export const createFailureLog = (clock: Clock): FailureLog => {
  const last = new Map<ErrorCode, { readonly second: number; leftOut: number }>();
  return (log, error) => {
    const { code } = error;
    const { status } = errors[code];
    // While the demo's past is being stored nothing has failed.
    if (status < 500 || code === 'history_preparing') return;
    const err = error.cause ?? error;
    if (status !== 503) return log.error({ code, err }, 'request failed');
    const second = Math.floor(clock.now().getTime() / SECOND);
    const before = last.get(code);
    if (before?.second === second) {
      before.leftOut += 1;
      return;
    }
    last.set(code, { second, leftOut: 0 });
    const { message, code: errorCode } = err as Error & { code?: string };
    log.error({ code, errorCode, reason: message, leftOut: before?.leftOut ?? 0 }, 'requests are refused');
  };
};
