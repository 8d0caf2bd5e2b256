import type { ErrorCode } from "../domain/errors"

/** ErrorCode -> HTTP status (spec: Errors). Forgetting a code is a compile error. */
export const HTTP_STATUS = {
  surface_disabled: 503,
  unauthorized: 401,
  a2a_client_revoked: 401,
  scope_denied: 403,
  ip_not_allowed: 403,
  outside_hours: 403,
  rate_limited: 429,
  parse_error: 400,
  invalid_request: 400,
  method_not_found: 404,
  invalid_params: 400,
  request_too_large: 413,
  not_found: 404,
  method_not_allowed: 405,
  task_not_found: 404,
  payment_not_found: 404,
  card_not_found: 404,
  task_not_cancelable: 409,
  invalid_state: 409,
  amount_exceeds_authorized: 422,
  amount_exceeds_captured: 422,
  idempotency_conflict: 409,
  bank_unavailable: 503,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>
