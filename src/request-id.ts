import { randomUUID } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

/** Under this name a request's own container has its id; what belongs to no request has none. */
export const REQUEST_ID = "gw_request_id"

/** Nothing that could end a line, a header or a string of JSON or HTML. */
const SAFE = /^[\w.~:/+=@|,-]{1,128}$/

/**
 * How a request is found again: as its caller calls it, by `Request-Id` or `X-Request-Id`, or else by an id of ours. It is
 * the caller's word: it names a request in logs and answers, and nothing is decided by it.
 */
export function requestIdIn(headers: IncomingHttpHeaders): string {
  const given = [headers["request-id"], headers["x-request-id"]]
  return given.flat().find((id) => id !== undefined && SAFE.test(id)) ?? randomUUID()
}
