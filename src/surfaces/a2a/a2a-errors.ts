import type { ErrorCode } from "../../domain/errors"

interface Wire {
  /** JSON-RPC error code. */
  readonly rpc: number
  /** HTTP status on the JSON-RPC endpoint, where business errors are 200. */
  readonly http: number
}

/** JSON-RPC error code and HTTP status of each error code (spec: Errors). A missing code is a compile error. */
export const A2A_ERRORS = {
  surface_disabled: { rpc: -32015, http: 503 },
  unauthorized: { rpc: -32010, http: 401 },
  a2a_client_revoked: { rpc: -32011, http: 401 },
  scope_denied: { rpc: -32002, http: 403 },
  ip_not_allowed: { rpc: -32013, http: 403 },
  outside_hours: { rpc: -32014, http: 403 },
  rate_limited: { rpc: -32003, http: 429 },
  parse_error: { rpc: -32700, http: 200 },
  invalid_request: { rpc: -32600, http: 200 },
  method_not_found: { rpc: -32601, http: 200 },
  invalid_params: { rpc: -32602, http: 200 },
  request_too_large: { rpc: -32600, http: 413 },
  unsupported_media_type: { rpc: -32600, http: 415 },
  content_type_not_supported: { rpc: -32005, http: 200 },
  not_found: { rpc: -32601, http: 404 },
  method_not_allowed: { rpc: -32601, http: 405 },
  task_not_found: { rpc: -32001, http: 200 },
  task_not_cancelable: { rpc: -32004, http: 200 },
  unsupported_operation: { rpc: -32004, http: 200 },
  push_not_supported: { rpc: -32004, http: 200 },
  version_not_supported: { rpc: -32009, http: 200 },
  header_mismatch: { rpc: -32600, http: 400 },
  origin_not_allowed: { rpc: -32600, http: 403 },
  webhooks_not_configured: { rpc: -32602, http: 200 },
  payment_not_found: { rpc: -32020, http: 200 },
  card_not_found: { rpc: -32020, http: 200 },
  invalid_state: { rpc: -32021, http: 200 },
  earlier_call_open: { rpc: -32021, http: 200 },
  amount_exceeds_authorized: { rpc: -32022, http: 200 },
  amount_exceeds_captured: { rpc: -32022, http: 200 },
  idempotency_conflict: { rpc: -32023, http: 200 },
  request_in_progress: { rpc: -32021, http: 200 },
  idempotency_key_required: { rpc: -32602, http: 200 },
  checkout_incomplete: { rpc: -32602, http: 200 },
  checkout_not_cancelable: { rpc: -32021, http: 200 },
  payment_failed: { rpc: -32021, http: 200 },
  no_payment_route: { rpc: -32030, http: 200 },
  spending_limit: { rpc: -32025, http: 200 },
  mandate_limit: { rpc: -32026, http: 200 },
  duplicate_purchase: { rpc: -32027, http: 200 },
  unpaid_limit: { rpc: -32029, http: 200 },
  refunds_disabled: { rpc: -32028, http: 200 },
  refund_pending_approval: { rpc: -32021, http: 200 },
  bank_unavailable: { rpc: -32024, http: 200 },
  invalid_profile_url: { rpc: -32602, http: 200 },
  profile_unreachable: { rpc: -32602, http: 200 },
  profile_malformed: { rpc: -32602, http: 200 },
  version_unsupported: { rpc: -32602, http: 200 },
  batch_too_large: { rpc: -32602, http: 200 },
  capabilities_incompatible: { rpc: -32602, http: 200 },
  signature_missing: { rpc: -32602, http: 200 },
  signature_invalid: { rpc: -32602, http: 200 },
  key_not_found: { rpc: -32602, http: 200 },
  digest_mismatch: { rpc: -32602, http: 200 },
  algorithm_unsupported: { rpc: -32602, http: 200 },
  internal_error: { rpc: -32603, http: 500 },
} as const satisfies Record<ErrorCode, Wire>

/**
 * The same for the official methods of A2A 0.3 and 1.0, where -32001 to -32009 have only the protocol's meaning (A2A
 * 1.0 section 5.4): clients derive typed errors from the number alone.
 */
export const OFFICIAL_ERRORS: Record<ErrorCode, Wire> = {
  ...A2A_ERRORS,
  scope_denied: { rpc: -32012, http: 403 },
  rate_limited: { rpc: -32016, http: 429 },
  task_not_cancelable: { rpc: -32002, http: 200 },
  push_not_supported: { rpc: -32003, http: 200 },
}
