import type { FastifyError } from 'fastify';
import type { Problem } from '#contract/entities/problem.ts';
import { errors } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { storageTroubleOf } from '../../db/storage-trouble.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertWorded } from '../../lib/text/i18n.ts';
import type { Translate } from '../../lib/text/i18n.ts';

/** Errors of the HTTP layer and of the database drivers, as codes of the contract. */
const CODE_OF_FOREIGN_ERROR: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_ASYNC_CONSTRAINT: 'bad_request',
  ECONNREFUSED: 'database_unavailable',
  ECONNRESET: 'database_unavailable',
  EHOSTUNREACH: 'database_unavailable',
  ENOTFOUND: 'database_unavailable',
  EPIPE: 'database_unavailable',
  ETIMEDOUT: 'database_unavailable',
  '08006': 'database_unavailable',
  '57P01': 'database_unavailable',
  '57P02': 'database_unavailable',
  '57P03': 'database_unavailable',
  // A statement, or the wait for a lock, that took too long; a deadlock that came again at the second try.
  '57014': 'busy',
  '55P03': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
};

/** PostgreSQL's code for a character that it cannot store, which is NUL alone. */
const UNSTORABLE = '22021';

const isLostConnection = (message: string): boolean =>
  /connection terminated|not queryable|timeout exceeded when trying to connect|driver has already been destroyed/i.test(
    message,
  );

/** A copy of an error for the log, without the query values that database drivers attach. */
const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  return Object.assign(new Error(message), { name, stack }, 'code' in error ? { code: error.code } : {});
};

assertWorded([
  ...Object.keys(errors).map((code) => `error.${code}`),
  'error.too_many_requests.minutes',
  'error.too_many_requests.hours',
]);

export const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const { code, statusCode, message } = error as Partial<FastifyError>;
  const ownCode = code === undefined ? undefined : CODE_OF_FOREIGN_ERROR[code];
  const cause = withoutValues(error);
  if (ownCode === 'bad_request') return new AppError(ownCode, { detail: message ?? '', cause });
  if (code === UNSTORABLE) {
    return new AppError('bad_request', { detail: 'A text holds a character that cannot be stored.', cause });
  }
  if (
    ownCode === 'database_unavailable' ||
    storageTroubleOf(error) !== null ||
    isLostConnection(message ?? '')
  ) {
    return new AppError('database_unavailable', { retryAfterSeconds: 2, cause });
  }
  if (ownCode === 'busy') return new AppError(ownCode, { retryAfterSeconds: 2, cause });
  if (ownCode) return new AppError(ownCode, { cause });
  // A path parameter longer than `maxParamLength`: no id has it.
  if (statusCode === 414) return new AppError('not_found', { cause: error });
  if (statusCode === 400) return new AppError('bad_request', { cause });
  return new AppError('internal', { cause });
};

/** Seconds up to which the wording says "in a moment". */
const MOMENT_SECONDS = 90;

/** The sentence for people; a long wait is given in minutes or hours. */
const titleOf = ({ code, extras: { retryAfterSeconds = 0 } }: AppError, t: Translate): string => {
  if (code !== 'too_many_requests' || retryAfterSeconds <= MOMENT_SECONDS) return t(`error.${code}`);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return minutes < 60
    ? t('error.too_many_requests.minutes', { minutes })
    : t('error.too_many_requests.hours', { hours: Math.ceil(minutes / 60) });
};

export const toProblem = (error: AppError, t: Translate): Problem => ({
  status: errors[error.code].status,
  code: error.code,
  title: titleOf(error, t),
  detail: error.extras.detail ?? null,
  deviceId: error.extras.deviceId ?? null,
});
