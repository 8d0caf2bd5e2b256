import { z } from "@medusajs/framework/zod"
import { type Problem, problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { refusalHeaders } from "../../../gateway/challenge"
import type { Operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import type { ParsedRequest } from "../../../gateway/surface"
import { OFFICIAL_ERRORS } from "../a2a-errors"
import { speak } from "./sdk-codec"
import type { Dialect, RpcRequest } from "./dialect"
import { errorBody } from "./error-body"
import { streamOf } from "./update-stream"
import { BY_SKILL, accessTo, methodsOf } from "./official-methods"
import { Requests } from "./official-requests"
import { skillCallIn } from "./skill-call"
import type { Version } from "./a2a-version"

/** The official A2A dialect in one of its versions. `method` is the called method, once it is known. */
export function official(version: Version, method?: string): Dialect {
  return {
    read: (request) => read(version, request),
    fail(refusal, request, call) {
      const body = errorAnswer(refusal, version, request, call)
      const { http } = OFFICIAL_ERRORS[refusal.code]
      if (http === 200 && version === "0.3" && method === "tasks/resubscribe") return streamOf([body])
      return json(body, http, refusalHeaders(refusal, "a2a", call))
    },
  }
}

function read(version: Version, request: RpcRequest): Pick<ParsedRequest, "operation" | "input"> {
  const access = accessTo(version, request.method)
  if (!access) throw problem("method_not_found", { methods: methodsOf(version) })
  const skillCall = access === BY_SKILL ? skillCallIn(request.params) : undefined
  const operation: Operation = {
    access: access === BY_SKILL ? (skillCall?.skill.access ?? "any_token") : access,
    input: z.unknown(),
    run: (_, call) => speak(version, request, new Requests(call, version, skillCall)),
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
