import type { Call } from "./call"
import type { Reply } from "./reply"

/**
 * A response with the `Request-Id` of its request (UCP: REST binding; ACP): the one that the caller sent, or one of
 * ours. `X-Request-Id` is the same.
 */
export function identified(answer: Reply, { request_id }: Call): Reply {
  return { ...answer, headers: { ...answer.headers, "Request-Id": request_id, "X-Request-Id": request_id } }
}
