import { LegacyJsonRpcTransportHandler } from "@a2a-js/sdk/compat/v0_3/server"
import { JsonRpcTransportHandler, ServerCallContext } from "@a2a-js/sdk/server"
import { type Problem, problem } from "../../../domain/errors"
import type { RpcRequest } from "./dialect"
import { refused } from "./message-checks"
import { type ItemOf, streamAnswers } from "./update-stream"
import type { Requests } from "./official-requests"
import type { Version } from "./a2a-version"

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const INVALID_PARAMS = -32602

/**
 * Executes a request; the official SDK translates between its wire format and `requests`. Returns the `result`, or a
 * stream of responses. Throws what `requests` throws, and `invalid_params` for what the SDK cannot read.
 */
export async function speak(
  version: Version,
  request: RpcRequest,
  requests: Requests,
  itemOf?: ItemOf
): Promise<unknown> {
  checkBytes(request.params)
  const transport =
    version === "1.0" ? new JsonRpcTransportHandler(requests) : new LegacyJsonRpcTransportHandler(requests)
  const context = new ServerCallContext({ requestedVersion: version })
  const answer = await transport.handle({ jsonrpc: "2.0", ...request }, context)
  if (Symbol.asyncIterator in answer)
    return streamAnswers(
      request.method === "message/stream" ? untilFinal(answer) : answer,
      requests.call,
      itemOf
    )
  const { result, error } = answer as Answer
  if (!error) return result
  throw requests.failure ?? unreadable(error, requests)
}

/**
 * Refuses a message whose bytes are not a string, before the SDK decodes them: for an object with a `length`, the SDK
 * would allocate as many bytes.
 */
function checkBytes({ message }: Record<string, unknown>): void {
  const { parts } = membersOf(message)
  if (!Array.isArray(parts)) return
  const wrong = parts.findIndex((part) => !bytesOf(part).every(isTextOrNone))
  if (wrong >= 0) throw refused(`message.parts.${wrong}`, "must contain its bytes as base64 text")
}

/** The members that hold bytes in 1.0 and in 0.3. */
function bytesOf(part: unknown): unknown[] {
  const { raw, file } = membersOf(part)
  return [raw, membersOf(file).bytes]
}

const membersOf = (value: unknown) => Object(value) as Record<string, unknown>

const isTextOrNone = (value: unknown): boolean =>
  typeof value === "string" || value === null || value === undefined

/** The error when the SDK itself refused the request, or failed on parameters of an unexpected type. */
function unreadable(
  { code, message }: { code: number; message: string },
  requests: Requests
): Problem | Error {
  if (requests.reached) return new Error(`the A2A SDK could not serialize a response: ${message}`)
  const detail =
    code === INVALID_PARAMS
      ? message
      : "The parameters do not have the structure that the method requires. Compare them with the A2A specification."
  return problem("invalid_params", { issues: [{ path: "params", message: detail }] })
}

interface Update {
  readonly result?: { readonly kind?: string; readonly status?: { readonly state: string } }
}

/**
 * In 0.3 the last update of a stream is marked as final (section 7.2.2). The SDK marks terminal states only, so this
 * adds the mark to `input-required`.
 */
async function* untilFinal(answers: AsyncIterable<object>): AsyncGenerator<object> {
  for await (const answer of answers) {
    const { result } = answer as Update
    const isLast = result?.kind === "status-update" && result.status?.state === "input-required"
    yield isLast ? { ...answer, result: { ...result, final: true } } : answer
  }
}
