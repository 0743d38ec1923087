import * as oidc from 'openid-client';
import { IssuerUnreachable } from './issuer-fetch.ts';

/** Why nobody could be identified; each has a text for the person on the error screen. */
export type SignOnFailureCode =
  | 'sign_on_unavailable'
  | 'sign_on_refused'
  | 'sign_on_clock'
  | 'sign_on_expired'
  | 'sign_on_failed';

/** `reason` is for the audit: a code or a word, nothing of what was sent. */
export class SignOnFailure extends Error {
  readonly code: SignOnFailureCode;
  readonly reason: string;

  constructor(code: SignOnFailureCode, reason: string, cause?: unknown) {
    super(`${code}: ${reason}`, { cause });
    this.name = 'SignOnFailure';
    this.code = code;
    this.reason = reason;
  }
}

/** Errors of the authorization answer, by their names in OpenID Connect. */
const AUTHORIZATION_ERRORS: ReadonlyMap<string, SignOnFailureCode> = new Map(
  Object.entries({
    access_denied: 'sign_on_refused',
    login_required: 'sign_on_refused',
    interaction_required: 'sign_on_refused',
    consent_required: 'sign_on_refused',
    account_selection_required: 'sign_on_refused',
    temporarily_unavailable: 'sign_on_unavailable',
    server_error: 'sign_on_unavailable',
  } satisfies Record<string, SignOnFailureCode>),
);

/** Errors of openid-client. All others mean that a check failed. */
const CLIENT_ERRORS: ReadonlyMap<string, SignOnFailureCode> = new Map(
  Object.entries({
    OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'sign_on_clock',
    OAUTH_TIMEOUT: 'sign_on_unavailable',
    OAUTH_ABORT: 'sign_on_unavailable',
    OAUTH_RESPONSE_IS_NOT_CONFORM: 'sign_on_unavailable',
    OAUTH_RESPONSE_IS_NOT_JSON: 'sign_on_unavailable',
    OAUTH_PARSE_ERROR: 'sign_on_unavailable',
    OAUTH_MISSING_SERVER_METADATA: 'sign_on_unavailable',
    OAUTH_INVALID_SERVER_METADATA: 'sign_on_unavailable',
  } satisfies Record<string, SignOnFailureCode>),
);

const unreachableIn = (error: unknown): IssuerUnreachable | null => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof IssuerUnreachable) return at;
  return null;
};

const ERROR_NAME = /^[a-z_]{1,40}$/;
/** What an issuer calls an error is its own text. */
const nameOf = (error: string): string => (ERROR_NAME.test(error) ? error : 'other');

export const failureOf = (error: unknown): SignOnFailure => {
  if (error instanceof SignOnFailure) return error;
  const unreachable = unreachableIn(error);
  if (unreachable) return new SignOnFailure('sign_on_unavailable', unreachable.message, error);
  if (error instanceof oidc.AuthorizationResponseError) {
    const code = AUTHORIZATION_ERRORS.get(error.error) ?? 'sign_on_failed';
    return new SignOnFailure(code, nameOf(error.error), error);
  }
  if (error instanceof oidc.ResponseBodyError) {
    // A code that the issuer does not know, or not any more.
    const code = error.error === 'invalid_grant' ? 'sign_on_expired' : 'sign_on_failed';
    return new SignOnFailure(code, nameOf(error.error), error);
  }
  if (error instanceof oidc.ClientError) {
    const code = CLIENT_ERRORS.get(error.code ?? '') ?? 'sign_on_failed';
    return new SignOnFailure(code, error.code ?? 'other', error);
  }
  return new SignOnFailure('sign_on_failed', 'other', error);
};
