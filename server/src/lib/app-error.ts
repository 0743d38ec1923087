import type { ErrorCode } from '#contract/errors.ts';

interface Extras {
  /** Which field is wrong, or what to do about it; part of the answer. */
  readonly detail?: string;
  readonly deviceId?: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal with a code of the contract. Any other error is answered as `internal`, without its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(code, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.extras = extras;
  }
}
