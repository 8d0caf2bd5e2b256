/**
 * The codes of all errors that reject a request. Each surface maps every code to its protocol in one table, so
 * a new code does not compile until every surface maps it.
 */
export const ERROR_CODES = [
  "surface_disabled",
  "unauthorized",
  "a2a_client_revoked",
  "scope_denied",
  "ip_not_allowed",
  "outside_hours",
  "rate_limited",
  "parse_error",
  "invalid_request",
  "method_not_found",
  "invalid_params",
  "request_too_large",
  "unsupported_media_type",
  "content_type_not_supported",
  "batch_too_large",
  "not_found",
  "method_not_allowed",
  "task_not_found",
  "task_not_cancelable",
  "unsupported_operation",
  "push_not_supported",
  "version_not_supported",
  "header_mismatch",
  "origin_not_allowed",
  "webhooks_not_configured",
  "payment_not_found",
  "card_not_found",
  "invalid_state",
  "earlier_call_open",
  "amount_exceeds_authorized",
  "amount_exceeds_captured",
  "idempotency_conflict",
  "request_in_progress",
  "idempotency_key_required",
  "checkout_incomplete",
  "checkout_not_cancelable",
  "payment_failed",
  "no_payment_route",
  "spending_limit",
  "mandate_limit",
  "duplicate_purchase",
  "unpaid_limit",
  "refunds_disabled",
  "refund_pending_approval",
  "bank_unavailable",
  "invalid_profile_url",
  "profile_unreachable",
  "profile_malformed",
  "version_unsupported",
  "capabilities_incompatible",
  "signature_missing",
  "signature_invalid",
  "key_not_found",
  "digest_mismatch",
  "algorithm_unsupported",
  "internal_error",
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** The public data of an error. It must never contain a secret, a stack trace or another client's data. */
export type ErrorData = Record<string, unknown>

const MESSAGES: Record<ErrorCode, string> = {
  surface_disabled: "The merchant has not enabled this surface.",
  unauthorized: "A valid bearer token of this surface is required.",
  a2a_client_revoked: "The merchant has revoked this client.",
  scope_denied: "The token lacks the required scope.",
  ip_not_allowed: "The merchant does not accept calls from this address.",
  outside_hours: "The merchant does not accept calls at this time.",
  rate_limited: "The rate limit is reached. Retry when its window is over.",
  parse_error: "The request body is not valid JSON.",
  invalid_request: "The request is not a valid request envelope.",
  method_not_found: "The method does not exist.",
  invalid_params: "The parameters are not valid.",
  request_too_large: "The request body is too large.",
  unsupported_media_type: "The request body must be JSON. Send it with Content-Type: application/json.",
  content_type_not_supported: "The message has a part of a media type that this agent does not read.",
  batch_too_large: "The request contains too many items.",
  not_found: "There is no resource at this address.",
  method_not_allowed: "This address does not support the HTTP method.",
  task_not_found: "Task not found.",
  webhooks_not_configured: "The store is not configured for webhooks: it has no encryption key.",
  payment_not_found: "No payment matches the id.",
  card_not_found: "No saved card matches the id.",
  task_not_cancelable: "The task can no longer be canceled.",
  unsupported_operation: "The task's state does not allow this.",
  push_not_supported: "Push notifications are not supported. Subscribe to the task's stream instead.",
  version_not_supported: "This version of the protocol is not supported.",
  header_mismatch: "A header of the request does not match its body.",
  origin_not_allowed:
    "Web pages of this origin may not call the store. The merchant can add it to the allowed origins (CORS).",
  invalid_state: "The payment's state does not allow this.",
  earlier_call_open:
    "The outcome of an earlier call for this payment is not known yet. No money was moved. Try again later.",
  amount_exceeds_authorized: "The amount exceeds the remaining authorized amount.",
  amount_exceeds_captured: "The amount exceeds the remaining captured amount.",
  idempotency_conflict: "The idempotency key was used before for a different request.",
  request_in_progress: "A request with this idempotency key is in progress. Retry in a few seconds.",
  idempotency_key_required: "The request needs an Idempotency-Key of 1 to 255 visible ASCII characters.",
  checkout_incomplete: "The checkout is not ready to be completed.",
  checkout_not_cancelable: "The checkout can no longer be canceled.",
  payment_failed: "The payment failed.",
  no_payment_route:
    "The store has no way to take this payment from an agent. The customer can buy in the storefront.",
  spending_limit: "The payment exceeds the client's spending limit.",
  mandate_limit: "The charge exceeds what the customer agreed to.",
  duplicate_purchase: "The same purchase was made moments ago. Confirm that it is to be made again.",
  unpaid_limit: "Open unpaid orders hold as much stock as the store allows.",
  refunds_disabled:
    "The merchant accepts no refund requests from this client. The customer can ask the store.",
  refund_pending_approval:
    "An earlier refund of this order waits for the merchant's approval. Read the order, and ask again after the decision.",
  bank_unavailable: "The bank's answer is not known yet. The task continues until it is known.",
  invalid_profile_url: 'The platform must name the URL of its profile: profile="https://…".',
  profile_unreachable: "The platform's profile could not be fetched.",
  profile_malformed: "The platform's profile is not a UCP profile.",
  version_unsupported: "This version of UCP is not supported.",
  capabilities_incompatible: "The platform and the store support no common version of a required capability.",
  signature_missing: "The request must be signed by the platform that UCP-Agent names.",
  signature_invalid: "The request's signature is not valid.",
  key_not_found: "The platform's profile has no key with the signature's keyid.",
  digest_mismatch: "The request body does not match Content-Digest.",
  algorithm_unsupported: "Signatures with this type of key are not supported.",
  internal_error: "An unexpected error occurred.",
}

/** An error that rejects a request. Recognize it by `code`, because classes do not survive a Medusa workflow. */
export class Problem extends Error {
  override readonly name = "Problem"
  constructor(
    readonly code: ErrorCode,
    readonly data: ErrorData = {},
    message: string = MESSAGES[code]
  ) {
    super(message)
  }
}

/** Creates an error with this code. It can be thrown anywhere; the surface serializes it. */
export function problem(code: ErrorCode, data?: ErrorData, message?: string): Problem {
  return new Problem(code, data, message)
}

/** The Problem that was thrown, even if a workflow has stripped its class; otherwise undefined. */
export function problemIn(thrown: unknown): Problem | undefined {
  if (thrown instanceof Problem) return thrown
  if (typeof thrown !== "object" || thrown === null) return undefined
  const { name, code, data, message } = thrown as Partial<Problem>
  if (name !== "Problem" || !ERROR_CODES.includes(code as ErrorCode)) return undefined
  return new Problem(code as ErrorCode, data, message)
}
