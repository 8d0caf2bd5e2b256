import { randomUUID } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"

/** The name of the request id in a request's container. Absent outside of requests. */
export const REQUEST_ID = "gw_request_id"

/** Excludes characters that could end a line, a header, or a JSON or HTML string. */
const SAFE = /^[\w.~:/+=@|,-]{1,128}$/

/**
 * The id of a request: the caller's `Request-Id` or `X-Request-Id` header if it is safe, otherwise a new one.
 * It only identifies the request in logs and responses; no decision depends on it.
 */
export function requestIdIn(headers: IncomingHttpHeaders): string {
  const given = [headers["request-id"], headers["x-request-id"]]
  return given.flat().find((id) => id !== undefined && SAFE.test(id)) ?? randomUUID()
}

/** A container with the request id of a message that another request contains. The given one keeps its own. */
export function identifiedScope(container: MedusaContainer, request_id: string): MedusaContainer {
  const scope = container.createScope() as MedusaContainer
  scope.register(REQUEST_ID, asValue(request_id))
  return scope
}
