import { z } from "@medusajs/framework/zod"
import type { Problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { refusalHeaders } from "../../../gateway/challenge"
import type { Operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import type { ParsedRequest } from "../../../gateway/surface"
import { OFFICIAL_ERRORS } from "../a2a-errors"
import { capabilitiesOf, interfacesOf } from "../card-content"
import { skillsFor } from "../skills"
import { speak } from "./sdk-codec"
import type { Dialect, RpcRequest } from "./dialect"
import { errorBody } from "./error-body"
import { type ItemOf, streamOf } from "./update-stream"
import { BY_SKILL, accessTo, methodNotFound } from "./official-methods"
import { Requests, RequestsWithoutId } from "./official-requests"
import { skillCallIn } from "./skill-call"
import type { Version } from "./a2a-version"

/** The official A2A dialect in one of its versions. `method` is the called method, once it is known. */
export function official(version: Version, method?: string): Dialect {
  return {
    read: (request) => officialCall(version, request),
    fail(refusal, request, call) {
      const body = errorAnswer(refusal, version, request, call)
      const { http } = OFFICIAL_ERRORS[refusal.code]
      if (http === 200 && isStreamed(version, method, call)) return streamOf([body])
      return json(body, http, refusalHeaders(refusal, "a2a", call))
    },
  }
}

const RESUBSCRIBE = "tasks/resubscribe"
const SENDS = ["message/stream", "SendStreamingMessage"]

/**
 * Whether an error before the first event is sent as an event. Clients of 0.3 expect a stream from `tasks/resubscribe`
 * in any case; from a method that sends a message, clients that accept a stream read the reason of an error only there.
 * From `SubscribeToTask`, clients of 1.0 consider a stream a success.
 */
function isStreamed(version: Version, method = "", { headers }: Call): boolean {
  if (version === "0.3" && method === RESUBSCRIBE) return true
  return SENDS.includes(method) && /\btext\/event-stream\b/i.test(headers.accept ?? "")
}

const LEGACY_EXTENDED_CARD = "agent/getAuthenticatedExtendedCard"

/** The SDK's card of 0.3 with the members of 1.0 that let a client of both versions find the other one. */
function withInterfaces(card: object, call: Call): object {
  const capabilities = capabilitiesOf(call, skillsFor(call))
  return { ...card, supportedInterfaces: interfacesOf(call), capabilities }
}

/**
 * The operation and input of an official method. `itemOf` turns each response of a stream into the event that is sent;
 * by default it is the response itself. Throws `method_not_found`, or `invalid_params` for a skill that does not exist.
 */
export function officialCall(
  version: Version,
  request: RpcRequest,
  itemOf?: ItemOf
): Pick<ParsedRequest, "operation" | "input"> {
  const access = accessTo(version, request.method)
  if (!access) throw methodNotFound(version, request.method)
  const skillCall = access === BY_SKILL ? skillCallIn(request.params) : undefined
  const operation: Operation = {
    access: access === BY_SKILL ? (skillCall?.skill.access ?? "any_token") : access,
    input: z.unknown(),
    async run(_, call) {
      const Handler = request.id === undefined ? RequestsWithoutId : Requests
      const result = await speak(version, request, new Handler(call, version, skillCall), itemOf)
      return request.method === LEGACY_EXTENDED_CARD ? withInterfaces(result as object, call) : result
    },
  }
  return { operation, input: request.params }
}

function errorAnswer(
  { code, message, data }: Problem,
  version: Version,
  request: ParsedRequest | undefined,
  { request_id }: Call
) {
  const refusal = { code, message, data: { ...data, request_id } }
  return { jsonrpc: "2.0", id: request?.rpc_id ?? null, error: errorBody(refusal, version) }
}
