import type { ErrorCode } from '#contract/errors.ts';

interface Extras {
  /** What to do about it, or which field is wrong; shown to people. */
  readonly detail?: string;
  readonly deviceId?: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal with a code of the contract; anything else that is thrown becomes `internal` and its text stays inside. */
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
