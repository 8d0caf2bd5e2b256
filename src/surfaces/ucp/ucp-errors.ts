import type { ErrorCode, Problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { refusalHeaders } from "../../gateway/challenge"
import { HTTP_STATUS } from "../../gateway/http-status"
import type { Issue } from "../../gateway/issues"
import { jsonPathOf } from "../../gateway/json-path"
import { json, type RawReply } from "../../gateway/reply"
import { versionOf } from "./negotiation/agreement"
import { isOfficial } from "./official-call"
import type { Version } from "./ucp-versions"

/** A message of type error (UCP: REST binding, message shapes). */
export interface ErrorMessage {
  readonly type: "error"
  readonly code: string
  readonly content: string
  readonly severity: "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable"
  /** The member it is about, as JSONPath (RFC 9535). */
  readonly path?: string
}

/** UCP's own codes for identity errors (UCP: Identity linking), which the buyer can resolve. */
const IDENTITY: Partial<Record<ErrorCode, string>> = {
  unauthorized: "identity_required",
  a2a_client_revoked: "identity_required",
  scope_denied: "insufficient_scope",
}

/** HTTP statuses of errors that a changed request, or the same one later, can resolve. */
const RECOVERABLE: readonly number[] = [400, 402, 409, 413, 429]

/** The code that UCP uses for an error (UCP: Catalog lookup). */
const nameOf = (code: ErrorCode): string => (code === "batch_too_large" ? "request_too_large" : code)

/** A problem as a UCP error message. */
export function messageOf({ code, message }: Problem): ErrorMessage {
  const identity = IDENTITY[code]
  if (identity) return { type: "error", code: identity, content: message, severity: "requires_buyer_review" }
  const severity = RECOVERABLE.includes(HTTP_STATUS[code]) ? "recoverable" : "unrecoverable"
  return { type: "error", code: nameOf(code), content: message, severity }
}

/** Members of the data that the message of an official call states, because its error has no data. */
const STATED = {
  reason: "Reason",
  uncovered: "Not covered",
  supported_versions: "Supported versions",
} as const

/**
 * The messages of a refused official call: one about the request, and one for each fault in it, with its path.
 */
function messagesOf(problem: Problem): ErrorMessage[] {
  const { data } = problem
  const details = Object.entries(STATED).flatMap(([member, name]) =>
    data[member] === undefined ? [] : ` ${name}: ${[data[member]].flat().join(", ")}.`
  )
  const about = messageOf(problem)
  const issues = (data.issues ?? []) as readonly Issue[]
  return [
    { ...about, content: about.content + details.join("") },
    ...issues.map(({ path, message }) => ({ ...about, ...faultAt(path, message) })),
  ]
}

function faultAt(path: string, message: string): Pick<ErrorMessage, "content" | "path"> {
  const place = path && jsonPathOf(path)
  return { content: place ? `${place} ${message}` : message, ...(place && { path: place }) }
}

/**
 * The body of a response with status 400 or above, except to an official call. Three kinds of clients read it: those of this service (`code`,
 * `message`, `data.status`; spec: Errors), those of UCP (`code`, `content`; the envelope `ucp` and `messages`), and
 * UCP's test suites (`detail`).
 */
export function errorBody(problem: Problem, version: Version) {
  const { code, message, data } = problem
  return {
    code: nameOf(code),
    message,
    data: { ...data, status: HTTP_STATUS[code] },
    content: message,
    detail: message,
    ...errorEnvelope(version, [messageOf(problem)]),
  }
}

/** The body of an error with status 200, when nothing was created: exactly UCP's members and no others. */
export function errorEnvelope(version: Version, messages: readonly ErrorMessage[]) {
  return { ucp: { version, status: "error" as const }, messages }
}

/**
 * The error response, in the protocol version of the call. An official call gets UCP's `error_response` and nothing
 * else, which allows no other members (2026-04-08 and 2026-08-25: schemas/…/types/error_response.json).
 */
export function errorReply(problem: Problem, call: Call): RawReply {
  const status = HTTP_STATUS[problem.code]
  return json(bodyOf(problem, status, call), status, refusalHeaders(problem, "ucp", call))
}

function bodyOf(problem: Problem, status: number, call: Call): object {
  const version = versionOf(call)
  if (status === 200) return errorEnvelope(version, [messageOf(problem)])
  return isOfficial(call) ? errorEnvelope(version, messagesOf(problem)) : errorBody(problem, version)
}
