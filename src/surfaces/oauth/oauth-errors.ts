import { type ErrorCode, type Problem, problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { json, type RawReply } from "../../gateway/reply"
import type { ParsedRequest } from "../../gateway/surface"

/**
 * The error codes that we send: RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1, RFC 7591 §3.2.2, RFC 8707 §2, RFC 9396 §5, RFC
 * 9449 §5, OpenID Connect Core §3.1.2.6.
 */
export type OAuthError =
  | "access_denied"
  | "interaction_required"
  | "invalid_authorization_details"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_dpop_proof"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_token"
  | "login_required"
  | "server_error"
  | "temporarily_unavailable"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"

const TABLE = {
  surface_disabled: ["temporarily_unavailable", 503],
  unauthorized: ["invalid_client", 401],
  a2a_client_revoked: ["invalid_client", 401],
  scope_denied: ["access_denied", 403],
  ip_not_allowed: ["access_denied", 403],
  outside_hours: ["access_denied", 403],
  rate_limited: ["temporarily_unavailable", 429],
  parse_error: ["invalid_request", 400],
  invalid_request: ["invalid_request", 400],
  method_not_found: ["invalid_request", 404],
  invalid_params: ["invalid_request", 400],
  request_too_large: ["invalid_request", 413],
  unsupported_media_type: ["invalid_request", 415],
  content_type_not_supported: ["invalid_request", 415],
  not_found: ["invalid_request", 404],
  method_not_allowed: ["invalid_request", 405],
  task_not_found: ["invalid_request", 404],
  payment_not_found: ["invalid_request", 404],
  card_not_found: ["invalid_request", 404],
  task_not_cancelable: ["invalid_request", 409],
  unsupported_operation: ["invalid_request", 409],
  push_not_supported: ["invalid_request", 400],
  webhooks_not_configured: ["invalid_request", 400],
  version_not_supported: ["invalid_request", 400],
  header_mismatch: ["invalid_request", 400],
  origin_not_allowed: ["access_denied", 403],
  invalid_state: ["invalid_request", 409],
  earlier_call_open: ["temporarily_unavailable", 503],
  amount_exceeds_authorized: ["invalid_request", 422],
  amount_exceeds_captured: ["invalid_request", 422],
  idempotency_conflict: ["invalid_request", 409],
  request_in_progress: ["invalid_request", 409],
  idempotency_key_required: ["invalid_request", 400],
  checkout_incomplete: ["invalid_request", 400],
  checkout_not_cancelable: ["invalid_request", 400],
  payment_failed: ["invalid_request", 402],
  no_payment_route: ["invalid_request", 422],
  spending_limit: ["invalid_request", 402],
  mandate_limit: ["invalid_request", 402],
  duplicate_purchase: ["invalid_request", 409],
  unpaid_limit: ["invalid_request", 409],
  refunds_disabled: ["access_denied", 403],
  refund_pending_approval: ["invalid_request", 409],
  bank_unavailable: ["temporarily_unavailable", 503],
  invalid_profile_url: ["invalid_request", 400],
  profile_unreachable: ["invalid_request", 424],
  profile_malformed: ["invalid_request", 422],
  version_unsupported: ["invalid_request", 422],
  batch_too_large: ["invalid_request", 400],
  capabilities_incompatible: ["invalid_request", 422],
  signature_missing: ["invalid_request", 400],
  signature_invalid: ["invalid_request", 400],
  key_not_found: ["invalid_request", 400],
  digest_mismatch: ["invalid_request", 400],
  algorithm_unsupported: ["invalid_request", 400],
  internal_error: ["server_error", 500],
} as const satisfies Record<ErrorCode, readonly [OAuthError, number]>

/** A problem with an OAuth error code. `description` is for the client's developer, `retry_after` is in seconds. */
export function oauthProblem(
  error: OAuthError,
  description: string,
  status = 400,
  retry_after?: number
): Problem {
  const code = status === 401 ? "unauthorized" : "invalid_request"
  return problem(code, { error, status, ...(retry_after && { retry_after }) }, description)
}

/**
 * The error response for a client, as JSON members (RFC 6749 §5.2) or query parameters of its redirect URI (§4.1.2.1).
 */
export function errorAnswer(problem: Problem): { error: string; error_description: string } {
  return { error: oauthErrorOf(problem).error, error_description: allowedCharacters(describe(problem)) }
}

/** An error response with a JSON body (RFC 6749 §5.2). */
export function failJson(problem: Problem, _request: ParsedRequest | undefined, call: Call): RawReply {
  return json(errorAnswer(problem), oauthErrorOf(problem).status, extraHeaders(problem, call))
}

/** The OAuth error code and the HTTP status of a problem. */
export function oauthErrorOf({ code, data }: Problem): { error: OAuthError; status: number } {
  const [error, status] = TABLE[code]
  const own = data as { error?: OAuthError; status?: number }
  return { error: own.error ?? error, status: own.status ?? status }
}

/** The headers of an error response: how to authenticate, and when to retry. */
export function extraHeaders(problem: Problem, { base_url }: Call): Record<string, string> {
  const { error, status } = oauthErrorOf(problem)
  const { retry_after = 60 } = problem.data as { retry_after?: number }
  if (error === "invalid_token")
    return { "WWW-Authenticate": `Bearer realm="${base_url}", error="invalid_token"` }
  if (status === 401) return { "WWW-Authenticate": `Basic realm="${base_url}"` }
  return status === 429 || status === 503 ? { "Retry-After": String(retry_after) } : {}
}

/** The problem as sentences for the client's developer. */
export function describe({ message, data }: Problem): string {
  const issues = (data.issues ?? []) as { path: string; message: string }[]
  const sentences = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  const id = typeof data.request_id === "string" ? [`Request id: ${data.request_id}`] : []
  return [...(sentences.length ? sentences : [message]), ...id].join(" ")
}

/** RFC 6749 allows printable ASCII without the double quote and the backslash. */
const allowedCharacters = (text: string) => text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?")
