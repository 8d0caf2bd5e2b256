import { problem } from "../../domain/errors"
import { identifiedScope, requestIdIn } from "../../lib/request-id"
import type { Call } from "../call"
import { canonicalText } from "../idempotency/idempotency-key"

/** A request inside of a message, in the parts that the same request has over REST. */
export interface ContainedRequest {
  /** The headers that it has in addition to those of the HTTP request, or in their place. */
  readonly headers: Readonly<Record<string, string>>
  /** The path parameter, where the URL has one. */
  readonly id?: string | undefined
  /** The body. */
  readonly payload: object
}

/**
 * The call that a message contains, as REST would have it, so that gates and operations treat both alike: also the
 * fingerprint of its idempotency key is the same. The HTTP request stays its carrier, and its request id counts unless the
 * contained headers have a safe one. Throws `invalid_request` for a payload that is nested too deeply.
 */
export function containedCall(call: Call, { headers, id, payload }: ContainedRequest): Call {
  return Object.create(call, {
    carrier: { value: call },
    headers: { value: { ...call.headers, ...headers } },
    params: { value: id === undefined ? {} : { id } },
    body: { value: Buffer.from(canonicalText(payload)) },
    ...identityIn(headers, call),
  }) as Call
}

/** The request id that the contained headers name, and a container whose log entries have it. */
function identityIn(
  headers: ContainedRequest["headers"],
  { request_id, container }: Call
): PropertyDescriptorMap {
  if (headers["request-id"] === undefined) return {}
  const named = requestIdIn({ "request-id": headers["request-id"], "x-request-id": request_id })
  return { request_id: { value: named }, container: { value: identifiedScope(container, named) } }
}

/**
 * The header whose place a member of `meta` takes. Throws `invalid_params` if the HTTP request has the header with
 * another value.
 */
export function headerFrom(
  value: string | undefined,
  member: string,
  header: string,
  { headers }: Call
): Record<string, string> {
  if (value === undefined) return {}
  const name = header.toLowerCase()
  const sent = headers[name]?.toString()
  if (sent !== undefined && sent !== value) throw contradiction(member, header)
  return { [name]: value }
}

/** The error for a member of `meta` and a header that say different things. */
export const contradiction = (member: string, header: string) =>
  problem("invalid_params", {
    issues: [metaIssue(member, `must be equal to the header ${header} of the request`)],
  })

/** An issue of a member of `meta`. */
export const metaIssue = (path: string, message: string) => ({ path: `arguments.meta.${path}`, message })
