import { LegacyJsonRpcTransportHandler } from "@a2a-js/sdk/compat/v0_3/server"
import { JsonRpcTransportHandler, ServerCallContext } from "@a2a-js/sdk/server"
import { type Problem, problem } from "../../../domain/errors"
import { checkBytes } from "./bytes"
import type { RpcRequest } from "./dialect"
import { streamAnswers } from "./event-stream"
import type { Requests } from "./requests"
import type { Version } from "./version"

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const INVALID_PARAMS = -32602

/**
 * Has a request answered, the official SDK translating between its wire and `requests`. Returns the `result`, or a
 * stream of answers. Throws what `requests` throws, and `invalid_params` for what the SDK cannot read.
 */
export async function speak(version: Version, request: RpcRequest, requests: Requests): Promise<unknown> {
  checkBytes(request.params)
  const transport =
    version === "1.0" ? new JsonRpcTransportHandler(requests) : new LegacyJsonRpcTransportHandler(requests)
  const context = new ServerCallContext({ requestedVersion: version })
  const answer = await transport.handle({ jsonrpc: "2.0", ...request }, context)
  if (Symbol.asyncIterator in answer)
    return streamAnswers(request.method === "message/stream" ? untilFinal(answer) : answer, requests.call)
  const { result, error } = answer as Answer
  if (!error) return result
  throw requests.failure ?? unreadable(error, requests)
}

/** The SDK has refused the request by itself, or has failed over parameters of a shape it did not expect. */
function unreadable(
  { code, message }: { code: number; message: string },
  requests: Requests
): Problem | Error {
  if (requests.reached) return new Error(`an answer could not be written: ${message}`)
  const told = code === INVALID_PARAMS ? message : "The parameters do not have the shape the method asks for."
  return problem("invalid_params", { issues: [{ path: "params", message: told }] })
}

interface Update {
  readonly result?: { readonly kind?: string; readonly status?: { readonly state: string } }
}

/** In 0.3 the last update of a stream says that it is (section 7.2.2); the SDK says so of terminal states only. */
async function* untilFinal(answers: AsyncIterable<object>): AsyncGenerator<object> {
  for await (const answer of answers) {
    const { result } = answer as Update
    const isLast = result?.kind === "status-update" && result.status?.state === "input-required"
    yield isLast ? { ...answer, result: { ...result, final: true } } : answer
  }
}
