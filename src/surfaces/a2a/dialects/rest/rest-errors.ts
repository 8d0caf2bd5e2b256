import type { ErrorCode, Problem } from "../../../../domain/errors"
import type { Call } from "../../../../gateway/call"
import { refusalHeaders } from "../../../../gateway/challenge"
import { HTTP_STATUS } from "../../../../gateway/http-status"
import { json, type Reply } from "../../../../gateway/reply"
import { detailsOf } from "../error-body"

/** The media type of requests and responses (A2A 1.0 section 11.1). Requests may be `application/json`, too. */
export const MEDIA_TYPE = "application/a2a+json"

/** The errors of the protocol that have another HTTP status in this binding (A2A 1.0 section 5.4). */
const STATUSES: Partial<Record<ErrorCode, 400>> = {
  task_not_cancelable: 400,
  unsupported_operation: 400,
  content_type_not_supported: 400,
}

/** The errors that the same table calls FAILED_PRECONDITION, although their HTTP status is 400. */
const PRECONDITIONS: readonly ErrorCode[] = [
  "task_not_cancelable",
  "push_not_supported",
  "unsupported_operation",
  "version_not_supported",
]

/** The name of each HTTP status as a `google.rpc.Code`. A missing status is a compile error. */
const NAMES: Record<(typeof HTTP_STATUS)[ErrorCode], string> = {
  200: "FAILED_PRECONDITION",
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  409: "ABORTED",
  413: "INVALID_ARGUMENT",
  415: "INVALID_ARGUMENT",
  422: "FAILED_PRECONDITION",
  424: "FAILED_PRECONDITION",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
}

/** An error response: the JSON form of `google.rpc.Status` (A2A 1.0 section 11.6), with the details of JSON-RPC's 1.0. */
export function restError(refusal: Problem, call: Call): Reply {
  const { code, message, data } = refusal
  const status = STATUSES[code] ?? HTTP_STATUS[code]
  const name = PRECONDITIONS.includes(code) ? "FAILED_PRECONDITION" : NAMES[status]
  const details = detailsOf(code, { ...data, request_id: call.request_id })
  const headers = { "Content-Type": MEDIA_TYPE, ...refusalHeaders(refusal, "a2a", call) }
  return json({ error: { code: status, status: name, message, details } }, status, headers)
}
