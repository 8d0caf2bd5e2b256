import type { Call } from "./call"
import type { Reply } from "./reply"

/**
 * Adds the `Request-Id` of the request to a response (UCP: REST binding; ACP): the one that the caller sent, or the
 * store's. `X-Request-Id` is the same.
 */
export function withRequestId(answer: Reply, { request_id }: Call): Reply {
  return { ...answer, headers: { ...answer.headers, "Request-Id": request_id, "X-Request-Id": request_id } }
}
