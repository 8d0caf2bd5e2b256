import { z } from "@medusajs/framework/zod"
import { problem, problemIn } from "../../../../domain/errors"
import type { Call } from "../../../../gateway/call"
import { checkJsonBody } from "../../../../gateway/json-body"
import type { AnyOperation, Operation } from "../../../../gateway/operation"
import { read as readMembers } from "../../../../gateway/read-members"
import { done, isReply, json } from "../../../../gateway/reply"
import type { ParsedRequest } from "../../../../gateway/surface"
import { namedVersion } from "../a2a-version"
import { refused } from "../message-checks"
import { officialCall } from "../official-dialect"
import { accessTo, BY_SKILL } from "../official-methods"
import { MEDIA_TYPE } from "./rest-errors"

/** An endpoint of the HTTP+JSON binding: the JSON-RPC method with the same operation, and the status of its success. */
export interface BoundEndpoint extends AnyOperation {
  readonly method: string
  readonly status: number
}

/**
 * Binds a URL to the operation of a method of A2A 1.0 (section 5.3): the same parameters, access, result and errors.
 * The access of a method that invokes a skill is that of the skill.
 */
export function bound(method: string, status = 200): BoundEndpoint {
  const access = accessTo("1.0", method)
  if (!access) throw new Error(`A2A 1.0 has no method ${method}`)
  const run = () => Promise.reject(problem("invalid_request"))
  return { method, status, access: access === BY_SKILL ? "any_token" : access, input: z.unknown(), run }
}

/**
 * Reads a request: the parameters are the members of the body or the query, and those of the path (section 11.5). A
 * request that cannot be read still passes the gates and counts toward the rate limit before its error is returned.
 */
export function readBound(call: Call, endpoint: AnyOperation): ParsedRequest {
  try {
    checkVersion(call)
    if (call.body?.length) checkJsonBody(call)
    const request = readMembers(call, endpoint)
    if (request.refused) return request
    return invocation(endpoint as BoundEndpoint, request.input as Record<string, unknown>, call)
  } catch (thrown) {
    const flaw = problemIn(thrown)
    if (!flaw) throw thrown
    return { operation: endpoint, input: undefined, refused: flaw }
  }
}

/** The binding exists in 1.0 only. A call that names no version is one of 0.3 (section 3.6.2). */
function checkVersion(call: Call): void {
  const version = namedVersion(call) || "0.3"
  if (version === "1.0") return
  const message = "The HTTP+JSON binding supports A2A 1.0 only. Send the header A2A-Version: 1.0."
  throw problem("version_not_supported", { version, supported: ["1.0"] }, message)
}

function invocation(
  { method, status }: BoundEndpoint,
  members: Record<string, unknown>,
  call: Call
): ParsedRequest {
  const isQuery = call.method === "GET" || call.method === "HEAD"
  const params = isQuery ? typed(members) : members
  const { operation, input } = officialCall("1.0", { id: call.request_id, method, params }, resultOf)
  const run: Operation["run"] = async (parsed, caller) =>
    answered(await (operation as Operation).run(parsed, caller), status)
  return { operation: { ...operation, run }, input }
}

/** The events of a stream are the results themselves, without JSON-RPC's envelope (section 11.7). */
const resultOf = ({ result }: { readonly result?: unknown }) => result as object

function answered(result: unknown, status: number) {
  if (isReply(result)) return result
  return status === 204 ? done() : json(result, status, { "Content-Type": MEDIA_TYPE })
}

const INTEGERS = ["historyLength", "pageSize"]

/** The members of a query, which are all text, with the types of a body. A value of another type stays invalid. */
function typed({ includeArtifacts, ...members }: Record<string, unknown>): Record<string, unknown> {
  for (const name of INTEGERS) {
    const text = members[name]
    if (text !== undefined) members[name] = /^-?\d{1,15}$/.test(text as string) ? Number(text) : NaN
  }
  if (includeArtifacts === undefined) return members
  if (includeArtifacts !== "true" && includeArtifacts !== "false")
    throw refused("includeArtifacts", "must be true or false")
  return { ...members, includeArtifacts: includeArtifacts === "true" }
}
