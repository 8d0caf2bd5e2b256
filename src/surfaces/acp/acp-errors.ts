import type { ErrorCode, Problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { refusalHeaders } from "../../gateway/challenge"
import { HTTP_STATUS } from "../../gateway/http-status"
import type { Issue } from "../../gateway/issues"
import { jsonPathOf } from "../../gateway/json-path"
import { json, type RawReply } from "../../gateway/reply"

/** Errors to which ACP gives another code or status than this service (ACP: Errors, Idempotency). */
const ACP_ERRORS: Partial<Record<ErrorCode, { readonly code?: string; readonly status?: number }>> = {
  a2a_client_revoked: { code: "unauthorized" },
  scope_denied: { code: "forbidden" },
  version_unsupported: { code: "unsupported_api_version", status: 400 },
  invalid_state: { code: "session_not_modifiable" },
  checkout_not_cancelable: { code: "not_cancelable" },
  idempotency_conflict: { status: 422 },
  request_in_progress: { code: "idempotency_in_flight" },
}

/** The error response: flat, with the protocol's members only (ACP: Error). */
export function errorReply(problem: Problem, call: Call): RawReply {
  const { code, status = HTTP_STATUS[problem.code] } = ACP_ERRORS[problem.code] ?? {}
  const body = {
    type: typeOf(status),
    code: code ?? nameOf(problem),
    message: messageOf(problem),
    ...paramOf(problem),
    ...versionsOf(problem),
  }
  return json(body, status, { ...refusalHeaders(problem, "acp", call), ...more(problem) })
}

function typeOf(status: number): string {
  if (status === 503) return "service_unavailable"
  return status >= 500 ? "processing_error" : "invalid_request"
}

/**
 * The code of an error. A `not_found` with an id is about a session, otherwise about a URL. `shown_as` is a code that
 * only ACP has.
 */
function nameOf({ code, data }: Problem): string {
  if (code === "not_found" && data.id !== undefined) return "session_not_found"
  return typeof data.shown_as === "string" ? data.shown_as : code
}

const issueIn = ({ data }: Problem): Issue | undefined => (data.issues as Issue[] | undefined)?.[0]

function messageOf(problem: Problem): string {
  const issue = issueIn(problem)
  return issue ? `${issue.path || "The request body"} is not valid: ${issue.message}` : problem.message
}

/** The wrong member of the body, as JSONPath (RFC 9535). */
function paramOf(problem: Problem): { param?: string } {
  const path = issueIn(problem)?.path
  return path ? { param: jsonPathOf(path) } : {}
}

function versionsOf({ data }: Problem): { supported_versions?: unknown } {
  return data.supported_versions ? { supported_versions: data.supported_versions } : {}
}

/**
 * `Retry-After` for errors that a retry may resolve, and an empty `Allow` for a session that has ended and accepts no
 * method.
 */
function more({ code }: Problem): Record<string, string> {
  if (code === "request_in_progress") return { "Retry-After": "1" }
  if (code === "bank_unavailable") return { "Retry-After": "5" }
  return code === "checkout_not_cancelable" ? { Allow: "" } : {}
}
