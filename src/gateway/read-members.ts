import { problem, problemIn } from "../domain/errors"
import { isStorable } from "../domain/storable"
import type { Call } from "./call"
import { jsonIn } from "./json-body"
import type { AnyOperation } from "./operation"
import type { ParsedRequest } from "./surface"

/**
 * Reads a request's input: the query of GET, HEAD and of a DELETE without a body, the members of a JSON body otherwise, and
 * the path parameters, which take precedence. No other method reads the query, which no idempotency key covers.
 */
export function read(call: Call, operation: AnyOperation): ParsedRequest {
  try {
    return { operation, input: { ...membersIn(call), ...call.params } }
  } catch (thrown) {
    const refused = problemIn(thrown)
    if (!refused) throw thrown
    return { operation, input: undefined, refused }
  }
}

function membersIn({ method, query, body }: Call): object {
  if (method === "GET" || method === "HEAD") return inQuery(query)
  if (body?.length === 0) return method === "DELETE" ? inQuery(query) : {}
  const value = jsonIn(body)
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value
  throw problem("invalid_request", {}, "The request body must be a JSON object.")
}

function inQuery(query: URLSearchParams): object {
  const members = Object.fromEntries(query)
  if (isStorable(members)) return members
  throw problem(
    "invalid_params",
    {},
    "The query contains a NUL character (%00). Remove it and send the request again."
  )
}
