import type { Problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { refusalHeaders } from "../../gateway/challenge"
import { HTTP_STATUS } from "../../gateway/http-status"
import { json, type RawReply } from "../../gateway/reply"

/** The error response of a problem: `code`, `message` and `data.status` (spec: Errors). */
export function errorReply(problem: Problem, call: Call): RawReply {
  const { code, message, data } = problem
  const status = HTTP_STATUS[code]
  return json({ code, message, data: { ...data, status } }, status, refusalHeaders(problem, "app", call))
}
