/**
 * Every refusal the API can give. The code is the contract; its wording stands in locales/ under `error.<code>`.
 * 401 and 403 say only who you are; refusals of the business are 409 or 422.
 */
export const errors = {
  bad_request: { status: 400 },
  phone_invalid: { status: 400 },
  phone_duplicate: { status: 400 },
  sign_in_required: { status: 401 },
  session_expired: { status: 401 },
  login_failed: { status: 401 },
  account_inactive: { status: 403 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  version_conflict: { status: 409 },
  event_active: { status: 409 },
  device_offline: { status: 409 },
  readings_old: { status: 409 },
  confirm_identity: { status: 409 },
  use_link: { status: 409 },
  phone_opted_out: { status: 409 },
  totp_already_on: { status: 409 },
  link_expired: { status: 410 },
  code_expired: { status: 410 },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  code_incorrect: { status: 422 },
  old_password_mismatch: { status: 422 },
  password_rejected: { status: 422 },
  setting_locked: { status: 422 },
  schedule_incomplete: { status: 422 },
  command_malformed: { status: 422 },
  wrong_kind: { status: 422 },
  read_only_kind: { status: 422 },
  view_only: { status: 422 },
  control_locked: { status: 422 },
  nothing_to_change: { status: 422 },
  mode_unknown: { status: 422 },
  fan_mode_unknown: { status: 422 },
  setpoint_out_of_range: { status: 422 },
  parameter_invalid: { status: 422 },
  acknowledgement_required: { status: 422 },
  idempotency_mismatch: { status: 422 },
  locked_out: { status: 429 },
  too_many_requests: { status: 429 },
  internal: { status: 500 },
  weather_unavailable: { status: 502 },
  busy: { status: 503 },
  database_unavailable: { status: 503 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errors;

/** Codes that any call may answer with. */
export const COMMON_ERRORS = [
  'bad_request',
  'too_many_requests',
  'internal',
  'busy',
  'database_unavailable',
] as const satisfies readonly ErrorCode[];
